"""One event, one mail: what a unit of work has to say to one reader goes out together.

The answer to a mail that ends with "and it is your move again" is the mail that asks for the move; orders on file that
were settled on the way are told in it. Rows that became part of another are kept as ``folded``: their keys go on saying
that this was told, so that nobody is told twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from moderator.store import mails
from moderator.store.mails import Kind, Sending
from moderator.store.tables import Outgoing

# Which mail takes the others in: the first of these that there is.
HOSTS = (Kind.ANSWER, Kind.MOVE, Kind.REPORT, Kind.OVER, Kind.TAKING_OVER, Kind.DEADLINE, Kind.NOTICE)
# What is taken in, and takes nothing in.
GUESTS = (Kind.GM, Kind.CONFIRM)


def fold(rows: Sequence[Outgoing], shown: Collection[str] = ()) -> dict[Outgoing, Outgoing]:
    """Puts together what was posted for the same seat and the same address; gives what was folded, and into what.

    An answer that is ``shown`` on a page is sent only if it has taken in what its reader must be told by mail."""
    by_reader: dict[tuple[int, str], list[Outgoing]] = {}
    told_in: dict[Outgoing, Outgoing] = {}
    for row in rows:
        # A word that must come back by mail never stands on a page instead, nor a moderator's copy.
        if shown and row.kind in GUESTS:
            continue
        if (
            row.seat_id is not None
            and row.kind in (*HOSTS, *GUESTS)
            and row.status == Sending.PENDING
            and row.raw is None
        ):
            by_reader.setdefault((row.seat_id, row.recipient), []).append(row)
    for posted in by_reader.values():
        if len(posted) > 1:
            # Posted first, told first.
            told_in |= _together(sorted(posted, key=lambda row: (*HOSTS, *GUESTS).index(Kind(row.kind))))
    for row in rows:
        if row.key in shown and row.status == Sending.PENDING and not _carries(row):
            row.status = Sending.SHOWN
    return told_in


def _carries(row: Outgoing) -> bool:
    mail = mails.decode(row.kind, row.data, row.key)
    return isinstance(mail, mails.Answered) and bool(mail.asks or mail.tells or mail.notices)


def _together(rows: Sequence[Outgoing]) -> dict[Outgoing, Outgoing]:
    told_in = {}
    host = mails.decode(rows[0].kind, rows[0].data, rows[0].key)
    for row in rows[1:]:
        guest = mails.decode(row.kind, row.data, row.key)
        taken = _taken_in(host, guest)
        if taken is not None:
            host, row.status, told_in[row] = taken, Sending.FOLDED, rows[0]
    if told_in:
        rows[0].data = mails.encode(host)
    return told_in


def _taken_in(host: mails.Payload, guest: mails.Payload) -> mails.Payload | None:
    """The host with the guest in it; None where both stand better alone."""
    match host, guest:
        case mails.Answered(asks=()), mails.YourMove():
            return replace(host, asks=(guest,))
        case mails.Answered(orders=()), mails.Confirm():
            return replace(host, orders=(f"confirm {guest.word}",))
        case mails.Answered(tells=()), mails.Report():
            return replace(host, tells=(guest,))
        case mails.Answered(tells=()), mails.ModeratorsCopy():
            # Who moderates reads in the answer what followed, as players do.
            return replace(host, tells=(mails.Report(guest.seq, guest.since, notices=guest.notices),))
        case mails.Answered() | mails.YourMove() | mails.Report() | mails.Over(), mails.Notice(orders=()):
            return replace(host, notices=(*host.notices, guest))
        case mails.TakingOver(), mails.Notice():
            # Both ask for the same answer.
            return replace(host, notices=(*host.notices, replace(guest, orders=())))
        case mails.Notice(orders=()), mails.Notice(orders=()) if host.title == guest.title:
            return replace(host, text=f"{host.text}\n{guest.text}")
        case mails.NewDeadline(), mails.NewDeadline():
            # The later of them knows the clock as it is now.
            return replace(guest, title=host.title, text=f"{host.text}\n{guest.text}")
        case mails.NewDeadline(), mails.Notice(orders=()) if host.title == guest.title:
            return replace(host, text=f"{host.text}\n{guest.text}")
    return None
