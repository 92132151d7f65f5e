"""What whoever runs the service is told about mails that only people can answer: each of them, but not a flood."""

from __future__ import annotations

from datetime import timedelta

from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.tables import Mail

# Of one kind, in a day. All are kept; the last one told of says how the others are found.
MOST_A_DAY = 20
DAY = timedelta(days=1)


def tell_of_the_untold(desk: Desk, row: Mail) -> None:
    """A mail that nobody is told of, because our own receiver says that its sender is somebody else: a forwarder may
    have spoiled the first mail of somebody who wants to play. Once a day; all are kept for some days and counted."""
    if not desk.within("operator", "forged", 1, DAY):
        return
    text = (
        f"Mail {row.id} was dropped and its sender, whom nobody here knows, not answered: the check of your receiver "
        "says that it is forged. If it was not, a list or a forwarder has spoiled it; write to them yourself.\n\n"
        f"Read it:               ./waybill mail show {row.id}\n"
        f"All that were dropped: ./waybill mail list --status dropped\n\n"
        "You are told of the first one of a day."
    )
    desk.post(f"operator {row.id}", desk.settings.admin_email, mails.Operator("A stranger's mail was dropped", text))


def tell_of_the_unread(desk: Desk, row: Mail) -> None:
    """A mail whose From, if it has one, stands below more headers than are read, or is longer than is read, or can be
    read in two ways: whoever is in its envelope may never have written, so nobody is answered. Once a day, as above."""
    if not desk.within("operator", "headers", 1, DAY):
        return
    text = (
        f"Mail {row.id} was dropped and nobody answered: its From can't be read, or stands below more headers than are "
        "read. If a person wrote it, write to them yourself.\n\n"
        f"Read it:               ./waybill mail show {row.id}\n"
        f"All that were dropped: ./waybill mail list --status dropped\n\n"
        "You are told of the first one of a day."
    )
    desk.post(f"operator {row.id}", desk.settings.admin_email, mails.Operator("A mail could not be read", text))


def tell_operator(desk: Desk, row: Mail, subject: str, text: str) -> None:
    """Anybody can write to the postmaster or complain, as often as they like: the mailbox of a person is not theirs."""
    if not desk.within("operator", subject, MOST_A_DAY, DAY):
        if not desk.within("operator last", subject, 1, DAY):
            return
        text += "\n\nMore of this kind came today than are told of. All are kept:  ./waybill mail list --status parked"
    desk.post(f"operator {row.id}", desk.settings.admin_email, mails.Operator(subject, text))
