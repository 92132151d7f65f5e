"""The way of a mail through a worker: screened, authenticated, parked or conducted, and answered once.

Reading and screening happen before the transaction; everything that changes anything happens inside it. The mail's own
row is the lock: whoever comes second finds it done.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from engine.message import Message
from moderator.desk import Desk, Office
from moderator.games.store import Mail, Outgoing
from moderator.gateway.addresses import Address, Mailbox, SeatAddress
from moderator.gateway.envelope import Envelope
from moderator.inbox import letter as letters
from moderator.inbox.aside import set_aside
from moderator.inbox.case import WEB, Case, envelope_of
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.open_mail import to_everybody
from moderator.inbox.proof import judge, suffices
from moderator.inbox.replying import flooding, refuse
from moderator.inbox.screening import Verdict, read_bounce, screen
from moderator.inbox.seat_mail import to_seat
from moderator.outbox.bounces import undelivered

log = logging.getLogger(__name__)

ATTEMPTS = 8
# A mail begun this often without an end kills whoever begins it.
POISON = 5
# Why a mail is answered without being read for orders.
REASONS = {
    "no-from": Message(PROBLEMS["no-from"]),
    "several-senders": Message(PROBLEMS["several-senders"]),
    "encrypted": Message(PROBLEMS["encrypted"]),
    "several-seats": Message("It went to more than one seat; write to one game at a time."),
    "no-text": Message(PROBLEMS["no-text"]),
}


def handle(office: Office, mail_id: int) -> str:
    """Acts on one stored mail; gives the verdict it ended with, or nothing if somebody else did it."""
    with office.reading() as desk:
        row = desk.session.get(Mail, mail_id)
        if row is None or row.status != "new":
            return ""
        raw, envelope = row.raw, envelope_of(row)
    try:
        letter = letters.read(mail_id, raw, envelope)
        case = Case(letter, screen(letter, office.addresses), _proved(office, letter, envelope, raw))
        return _with_retries(office, mail_id, case)
    except DBAPIError:
        # The database is away. The mail is safe in it and stays new; the sweep rings again.
        raise
    except Exception:  # noqa: BLE001  (whatever it is: the mail must be kept and people told)
        set_aside(office, mail_id, traceback.format_exc())
        return "aside"


def _proved(office: Office, letter: Letter, envelope: Envelope, raw: bytes) -> bool:
    if envelope.source == WEB and office.settings.local_mailbox:
        return True
    trust = office.settings.trust
    return suffices(judge(letter, envelope, trust, raw, office.signed_by), trust)


def _with_retries(office: Office, mail_id: int, case: Case) -> str:
    for attempt in range(ATTEMPTS):
        try:
            with office.desk() as desk:
                return _act(desk, mail_id, case)
        except (StaleDataError, IntegrityError):
            # Another worker was first on this game; with the new position we try again.
            if attempt + 1 == ATTEMPTS:
                raise
            time.sleep(0.02 * 2**attempt)
    return ""


def _act(desk: Desk, mail_id: int, case: Case) -> str:
    row = desk.mail(mail_id)
    if row is None or row.status != "new":
        return ""
    verdict = _decide(desk, row, case)
    row.status = {"parked": "parked", "dropped": "dropped"}.get(verdict.partition(":")[0], "done")
    row.verdict, row.handled_at = verdict[:40], desk.now
    log.info("mail handled", extra={"mail": mail_id, "verdict": verdict, "game": row.game_id})
    return verdict


def _decide(desk: Desk, row: Mail, case: Case) -> str:
    """Where the mail goes: a bounce is booked, a machine is not answered, a person is."""
    letter, screening = case.letter, case.screening
    if screening.verdict is Verdict.BOUNCE:
        return _book_bounce(desk, letter)
    if screening.verdict is Verdict.DROP:
        return f"dropped:{screening.reason}"
    if flooding(desk, row.sender):
        return "dropped:flood"
    addressed = [desk.office.addresses.read(address) for address in letter.recipients]
    if screening.reason in REASONS:
        return refuse(desk, row, letter, None, REASONS[screening.reason], to=_safe_address(desk, letter, addressed))
    seat = next((one for one in addressed if isinstance(one, SeatAddress)), None)
    if seat is not None:
        return to_seat(desk, row, case, seat)
    box = next((one for one in addressed if isinstance(one, Mailbox)), Mailbox("play"))
    return to_everybody(desk, row, case, box)


def _safe_address(desk: Desk, letter: Letter, addressed: Sequence[Address | None]) -> str:
    """Where the answer goes if nobody knows who wrote: to the seat's registered address rather than to a stranger."""
    seats = [one for one in addressed if isinstance(one, SeatAddress)]
    seat = desk.seat_by_token(seats[0].token) if seats else None
    owner = desk.holder(seat) if seat is not None else None
    doubtful = {"no-from", "several-senders"} & set(letter.problems)
    return desk.main_address(owner) if doubtful and owner is not None else letter.sender


def _book_bounce(desk: Desk, letter: Letter) -> str:
    bounce = read_bounce(letter, desk.office.addresses)
    sent = desk.session.get(Outgoing, bounce.outbox_id) if bounce.outbox_id is not None else None
    if sent is None and bounce.message_id:
        sent = desk.session.scalars(select(Outgoing).where(Outgoing.message_id == bounce.message_id)).first()
    if sent is None:
        return "dropped:unknown bounce"
    if sent.status == "bounced":
        return "bounce:again"
    sent.status, sent.trouble = "bounced", f"bounced with {bounce.status[:20] or 'no status'}"
    undelivered(desk, sent, hard=bounce.hard)
    return "bounce"


def handle_again(office: Office, mail_id: int) -> str:
    """For a mail somebody may have died over: each beginning is counted first, and after some the mail is set aside."""
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status != "new":
            return ""
        row.attempts += 1
        poison = row.attempts > POISON
    if poison:
        set_aside(office, mail_id, f"Begun {POISON} times; whoever began did not come back.")
        return "aside"
    return handle(office, mail_id)


def waiting(office: Office, older: timedelta, quiet: timedelta, most: int = 500) -> list[int]:
    """Mails that came some time ago, are still new, and were not rung for lately."""
    with office.reading() as desk:
        rung = Mail.rung_at.is_(None) | (Mail.rung_at <= desk.now - quiet)
        wanted = select(Mail.id).where(Mail.status == "new", Mail.received_at <= desk.now - older, rung)
        return list(desk.session.scalars(wanted.order_by(Mail.id).limit(most)))
