"""Sends what is in the outbox: to the relay, or into the local mailbox when there is none.

A crash between sending and marking sends the same bytes with the same Message-ID again: a receiver may see it twice,
a game never does. Whatever the relay says, a mail is sent in the end, or a human knows: only what is said about a
recipient counts against a person; all else is tried again for days, told to the operator, and can be sent by hand.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy.exc import DBAPIError

from moderator.office.addresses import is_guest
from moderator.office.desk import SERVICE, Desk, Office
from moderator.office.relay import NoSuchRecipient, RelayTrouble
from moderator.outbox import compose
from moderator.outbox.bounces import undelivered
from moderator.store import mails
from moderator.store.enclosures import Written, packed
from moderator.store.mails import Sending
from moderator.store.tables import Outgoing

log = logging.getLogger(__name__)

# Minutes until the next attempt; afterwards twice a day until a week is over.
BACK_OFF = (1, 5, 15, 60, 180, 360)
LATER = 12 * 60
MOST_ATTEMPTS = 20
# A fault that passes within minutes is nobody's business.
ALARM_AFTER = 3
# A worker that died while sending leaves its row to others after this long: longer than any relay is waited for.
LEASE = timedelta(minutes=10)


class Unwritable(Exception):
    """A mail that could not be made out of its row; ours to mend."""


def deliver(office: Office, outbox_id: int) -> bool:
    """Sends one row; True if this call did. Safe to run twice, late, or beside another worker."""
    relay = office.relay
    if relay is not None and relay.rests(office.now()):
        return False
    try:
        claimed = _claim(office, outbox_id)
    except Unwritable as broken:
        _not_now(office, outbox_id, f"could not be written: {broken}", claimed=False)
        return False
    if claimed is None or relay is None:
        return False
    raw, recipient = claimed
    try:
        # The same for every attempt, so that what comes back names this row.
        well_again = relay.send(office.addresses.bounce(outbox_id), recipient, raw, office.now())
    except NoSuchRecipient as refused:
        _refused(office, outbox_id, str(refused))
        return False
    except RelayTrouble as trouble:
        _not_now(office, outbox_id, f"relay, {trouble}", urgent=trouble.code >= 500)
        return False
    _sent(office, outbox_id, well_again=well_again)
    return True


def deliver_all(office: Office, ids: int | Sequence[int]) -> None:
    """Sends some rows, one after the other: those about one game share most of the work of writing them."""
    for outbox_id in (ids,) if isinstance(ids, int) else ids:
        deliver(office, outbox_id)


def due(office: Office, most: int = 200) -> list[int]:
    """Rows that wait to be sent and nobody holds; none while the relay is given a rest."""
    if office.relay is not None and office.relay.rests(office.now()):
        return []
    with office.reading() as desk:
        return desk.outbox.due(desk.now, most)


def release(office: Office) -> None:
    """Frees rows that an earlier service was sending when it ended. Only for one that knows it is alone; whoever sends
    by hand beside it, and this process itself, go on with theirs."""
    with office.desk() as desk:
        desk.outbox.release(desk.now, f"{SERVICE} ", office.holder)


# ---------------------------------------------------------------------- for whoever runs the service


def retry(office: Office, only: Collection[int] = ()) -> list[int]:
    """Puts mails that were given up, or wait for their next attempt, back to the beginning; without numbers all."""
    with office.desk() as desk:
        wanted = [row for row in desk.outbox.in_trouble(100_000, locked=True) if not only or row.id in only]
        for row in wanted:
            row.status, row.attempts, row.trouble, row.due_at = Sending.PENDING, 0, None, desk.now
            desk.ring("deliver", row.id)
        return [row.id for row in wanted]


# ---------------------------------------------------------------------- one row


def _claim(office: Office, outbox_id: int) -> tuple[bytes, str] | None:
    """Renders the row once and takes it for ourselves for a while."""
    with office.reading() as desk:
        row = desk.outbox.get(outbox_id)
        if row is None or row.status != Sending.PENDING or row.due_at > desk.now:
            return None
        # Rendering may take long (a map, a best run); it happens outside the writing transaction.
        try:
            known = desk.enclosures.whole(row)
            fresh = _written(office, desk, row) if known is None else None
            whole = fresh.whole() if fresh is not None else known or b""
        except DBAPIError:
            # The database is away; the mail is none the worse for it.
            raise
        except Exception as broken:
            log.exception("mail could not be written", extra={"outbox": outbox_id})
            raise Unwritable(f"{type(broken).__name__} {broken}"[:300]) from broken
    with office.desk() as desk:
        row = desk.outbox.locked(outbox_id)
        if row is None or row.due_at > desk.now:
            return None
        if fresh is not None:
            _keep(office, desk, row, fresh)
        if office.relay is None or is_guest(row.recipient):
            # Nothing leaves the house, so keeping it is sending it, and one transaction does both.
            row.status, row.sent_at, row.attempts = Sending.SENT, desk.now, row.attempts + 1
            return None
        row.due_at, row.attempts, row.trouble = desk.now + LEASE, row.attempts + 1, None
        row.holder = office.holder
        return whole, row.recipient


def _written(office: Office, desk: Desk, row: Outgoing) -> Written:
    elsewhere = office.scribe(row.id) if office.scribe is not None else None
    return elsewhere if elsewhere is not None else compose.rendered(desk, row)


def _keep(office: Office, desk: Desk, row: Outgoing, fresh: Written) -> None:
    """The mail as it was written; what it encloses is stored only if no mail has enclosed it lately."""
    if names := office.enclosed.unmarked(fresh.files, desk.now):
        desk.enclosures.keep({name: fresh.files[name] for name in names}, desk.now)
        desk.after(lambda: office.enclosed.mark(names, desk.now))
    row.subject, row.raw = fresh.subject, packed(fresh.raw)
    row.enclosed = [[at, name] for at, name in fresh.enclosed] or None


def _sent(office: Office, outbox_id: int, *, well_again: bool) -> None:
    with office.desk() as desk:
        row = desk.outbox.locked(outbox_id)
        if row is not None:
            row.status, row.sent_at, row.trouble, row.holder = Sending.SENT, desk.now, None, None
        if well_again:
            log.warning("the relay takes mail again")
            desk.outbox.hasten("relay, ", desk.now)


def _refused(office: Office, outbox_id: int, trouble: str) -> None:
    """Nobody is there: what a bounce would say, said at once."""
    with office.desk() as desk:
        row = desk.outbox.locked(outbox_id)
        # Who was too slow says nothing of a mail that another has taken, and perhaps sent, since.
        if row is not None and row.holder == office.holder:
            row.status, row.trouble, row.holder = Sending.BOUNCED, trouble, None
            log.warning("mail %s refused: %s", outbox_id, trouble)
            undelivered(desk, row, hard=True)


def _not_now(office: Office, outbox_id: int, trouble: str, *, claimed: bool = True, urgent: bool = True) -> None:
    """Tried again later and later; the operator is told, once a mail or once a day, and when we give up."""
    with office.desk() as desk:
        row = desk.outbox.locked(outbox_id)
        # Nothing is said of a mail that somebody else has taken meanwhile.
        if row is None or (row.holder != office.holder if claimed else row.due_at > desk.now):
            return
        row.holder = None
        row.trouble, row.attempts = trouble, row.attempts + (not claimed)
        minutes = BACK_OFF[row.attempts - 1] if row.attempts <= len(BACK_OFF) else LATER
        row.due_at = desk.now + timedelta(minutes=minutes)
        if row.attempts >= MOST_ATTEMPTS:
            row.status = Sending.FAILED
        log.warning("mail %s not sent (attempt %s): %s", outbox_id, row.attempts, trouble)
        if urgent or row.attempts >= ALARM_AFTER:
            _alarm(desk, row, once_a_day=claimed)


def _alarm(desk: Desk, row: Outgoing, *, once_a_day: bool) -> None:
    """To the log, and to the operator by mail, for when mail goes out again; never a mail about such a mail."""
    log.error("outgoing mail waits", extra={"outbox": row.id, "trouble": row.trouble, "status": row.status})
    if row.kind == mails.Kind.OPERATOR:
        return
    given_up = row.status == Sending.FAILED
    title = f"Mail {row.id} was given up" if given_up else "The relay takes no mail"
    key = f"given up {row.id} {desk.now:%Y-%m-%d}" if given_up else f"relay {desk.now:%Y-%m-%d}"
    if not given_up and not once_a_day:
        title, key = f"Mail {row.id} can't be written", f"unwritable {row.id}"
    text = (
        f"Outgoing mail {row.id} ({row.kind}, to {row.recipient}): {row.trouble}.\n"
        f"{'It is kept, and not tried any more.' if given_up else 'It is kept and tried again.'}\n\n"
        f"What waits:               ./waybill outbox list\n"
        f"Send again, once mended:  ./waybill outbox retry {row.id}"
    )
    desk.post(key, desk.settings.admin_email, mails.Operator(title, text))
