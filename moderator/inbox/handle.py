"""The way of a mail through a worker: screened, authenticated, parked or conducted, and answered once.

Reading and screening happen before the transaction; everything that changes anything happens inside it. The mail's own
row is the lock: whoever comes second finds it done.
"""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from engine.message import Message
from moderator.inbox import copies, dkim, trial
from moderator.inbox import letter as letters
from moderator.inbox.arrival import ELSE, HANDED_IN, KNOWN, LIKE, PROVED, UNHEARD, WEB, Arrival, envelope_of
from moderator.inbox.aside import set_aside
from moderator.inbox.bounce import Bounce, read_bounce
from moderator.inbox.envelope import Envelope
from moderator.inbox.for_operator import tell_of_the_unread, tell_of_the_untold, tell_operator
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.open_mail import to_everybody, to_operator
from moderator.inbox.proof import Proof, Signatures, judge, suffices
from moderator.inbox.replying import refuse
from moderator.inbox.screening import FOR_THE_OPERATOR, Verdict, meant_for, screen
from moderator.inbox.seat_mail import astray, to_seat
from moderator.office.addresses import Address, Mailbox, SeatAddress, canonical
from moderator.office.desk import Desk, Office
from moderator.outbox.bounces import book
from moderator.store.away import is_away
from moderator.store.statuses import MailStatus
from moderator.store.tables import Mail, Outgoing

log = logging.getLogger(__name__)

ATTEMPTS = 8
# A mail begun this often without an end may kill whoever begins it; whether it does is tried (see trial.py).
POISON = 5
# What could not be tried so often either is no outage: whoever runs the service has to hear of it.
UNTRIED = 50
# What a mail ends with for now, and how long its writer's name servers may be away before they are asked themselves.
LATER, KEYS_COME_WITHIN = "later", timedelta(minutes=30)
# A signature that was played is recognised as long as most keys are published.
SIGNED, SIGNATURES_KEPT = "signed", timedelta(days=400)
# Why a mail is answered without being read for orders.
REASONS = {
    "no-from": Message(PROBLEMS["no-from"]),
    "headers": Message(PROBLEMS["headers"]),
    "several-senders": Message(PROBLEMS["several-senders"]),
    "encrypted": Message(PROBLEMS["encrypted"]),
    "several-seats": Message("It went to more than one seat; write to one game at a time."),
    "no-text": Message(PROBLEMS["no-text"]),
}


def handle(office: Office, mail_id: int) -> str:
    """Acts on one stored mail; gives the verdict it ended with, or nothing if somebody else did it."""
    with office.reading() as desk:
        row = desk.incoming.get(mail_id)
        if row is None or row.status != MailStatus.NEW:
            return ""
        raw, envelope, twin, came = row.raw, envelope_of(row), row.envelope.get(LIKE), row.received_at
    # The copy that came first is dealt with first; what became of it decides about this one.
    if twin is not None and handle(office, twin) == LATER:
        return _later(office, mail_id)
    try:
        letter = letters.read(mail_id, raw, envelope)
        try:
            proof = _proof(office, letter, envelope, raw, came)
        except dkim.NotNow:
            if came > office.now() - KEYS_COME_WITHIN:
                return _later(office, mail_id)
            proof = Proof.WEAK
        arrival = Arrival(
            letter,
            screen(letter, office.addresses),
            suffices(proof, office.settings.trust),
            # Where nobody is named, nobody's name is used.
            proof is Proof.FAILED and letter.sender_is_one,
        )
        if arrival.screening.verdict in (Verdict.ACCEPT, Verdict.LEAD):
            # What takes time is done before anybody else has to wait: the letter keeps what it says.
            _ = letter.said
        return _with_retries(office, mail_id, arrival)
    except (DBAPIError, StaleDataError):
        # The database is away, or others are always first at this game. The mail is safe and stays new; the sweep
        # rings again, and counts how often.
        raise
    except Exception as trouble:
        # Whatever it is: the mail must be kept and people told.
        if is_away(trouble):
            raise
        set_aside(office, mail_id, traceback.format_exc())
        return "aside"


def _later(office: Office, mail_id: int) -> str:
    """The mail stays new, and the sweep rings for it again; that it was begun is not held against it."""
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is not None and row.status == MailStatus.NEW:
            row.attempts = 0
    return LATER


def _proof(office: Office, letter: Letter, envelope: Envelope, raw: bytes, came: datetime) -> Proof:
    if envelope.source in HANDED_IN or (envelope.source == WEB and office.settings.local_mailbox):
        return Proof.FULL
    trust = office.settings.trust
    if trust == "dkim":
        with office.reading() as desk:
            if desk.person_at(letter.sender) is None:
                # A stranger needs no proof, for nothing is a stranger's; and it is they who choose whom we would ask.
                return Proof.WEAK
    signed_by = office.signed_by or (dkim.signed_by if office.settings.trust == "dkim" else None)
    # However long it had to wait here: what held when it came holds.
    signatures = Signatures(raw, office.addresses, came.timestamp(), signed_by) if signed_by else None
    return judge(letter, envelope, trust, signatures)


def _with_retries(office: Office, mail_id: int, arrival: Arrival) -> str:
    for attempt in range(ATTEMPTS):
        try:
            with office.desk() as desk:
                return _act(desk, mail_id, arrival)
        except (StaleDataError, IntegrityError):
            # Another worker was first on this game; with the new position we try again.
            if attempt + 1 == ATTEMPTS:
                raise
            time.sleep(0.02 * 2**attempt)
    return ""


def _act(desk: Desk, mail_id: int, arrival: Arrival) -> str:
    row = desk.mail(mail_id)
    if row is None or row.status != MailStatus.NEW:
        return ""
    desk.will_post([f"answer {mail_id}"])
    verdict = _again(desk, row, arrival) or _decide(desk, row, arrival)
    if verdict.startswith("dropped"):
        copies.let_go(desk, row, arrival)
        if not copies.is_heard(arrival, verdict):
            for word in _signatures(desk, row, arrival):
                if (desk.kept_with(SIGNED, word) or {}).get("mail") == row.id:
                    desk.unlearn(SIGNED, word)
    if arrival.proved:
        row.envelope = {**row.envelope, PROVED: True}
    copies.weigh(desk, row, arrival, verdict)
    row.status = {"parked": "parked", "dropped": "dropped"}.get(verdict.partition(":")[0], "done")
    row.verdict, row.handled_at = verdict[:40], desk.now
    log.info("mail handled", extra={"mail": mail_id, "verdict": verdict, "game": row.game_id})
    return verdict


def _again(desk: Desk, row: Mail, arrival: Arrival) -> str:
    """Why a mail is one that was there before, though its bytes differ; empty if it is not.

    A copy that proves more than the one before it counts instead of that one: nobody can have a mail parked, or taken
    for a machine's, by sending it first; what was not read as a person's mail keeps no other out. A signature serves
    one mail: what it leaves uncovered can be changed by anybody who has seen it."""
    twin = desk.mail(int(row.envelope[LIKE])) if LIKE in row.envelope else None
    if twin is not None and UNHEARD in twin.envelope:
        if twin.envelope[UNHEARD] == ELSE and not arrival.a_persons:
            return copies.DUPLICATE
    elif twin is not None:
        if not arrival.proved or twin.envelope.get(PROVED):
            return copies.DUPLICATE
        copies.supersede(desk, twin)
    for word in _signatures(desk, row, arrival):
        if not desk.remember(SIGNED, word, desk.now + SIGNATURES_KEPT, {"mail": row.id}):
            first = (desk.kept_with(SIGNED, word) or {}).get("mail")
            if first != row.id and not (arrival.a_persons and _is_unheard(desk, first)):
                return copies.REPLAYED
            desk.keep_instead(SIGNED, word, {"mail": row.id})
    return copies.DUPLICATE if copies.is_copy(desk, row, arrival) else ""


def _signatures(desk: Desk, row: Mail, arrival: Arrival) -> list[str]:
    """The words under which the signatures that prove this mail are kept."""
    if not arrival.proved or desk.settings.trust != "dkim" or row.source in KNOWN:
        return []
    sender = canonical(arrival.letter.sender)
    return [f"{sender} {one}" for one in dkim.fingerprints(row.raw)]


def _is_unheard(desk: Desk, mail_id: object) -> bool:
    row = desk.mail(mail_id) if isinstance(mail_id, int) else None
    return row is not None and UNHEARD in row.envelope


def _decide(desk: Desk, row: Mail, arrival: Arrival) -> str:
    """Where the mail goes: a bounce is booked, a machine is not answered, a person is."""
    letter, screening = arrival.letter, arrival.screening
    if screening.verdict is Verdict.BOUNCE:
        return _book_bounce(desk, row, letter)
    if screening.verdict is Verdict.DROP:
        if screening.reason == "headers" or (screening.reason == "no-from" and letter.headers.get("from").strip()):
            tell_of_the_unread(desk, row)
        return f"dropped:{screening.reason}"
    addressed = meant_for(letter, desk.office.addresses)
    at_a_seat = any(isinstance(one, SeatAddress) for one in addressed)
    if arrival.forged and not at_a_seat and desk.person_at(letter.sender) is None:
        # A stranger would be mailed because of somebody else.
        tell_of_the_untold(desk, row)
        return "dropped:forged"
    boxes = [one for one in addressed if isinstance(one, Mailbox)]
    if screening.verdict is Verdict.PARK:
        return to_operator(desk, row, boxes[0])
    if screening.verdict is Verdict.ANSWER:
        return refuse(desk, row, letter, None, REASONS[screening.reason], to=_safe_address(desk, letter, addressed))
    seat = next((one for one in addressed if isinstance(one, SeatAddress)), None)
    if seat is not None:
        return to_seat(desk, row, arrival, seat)
    # The operator was not meant alone, so another mailbox was meant as well.
    box = next((one for one in boxes if one.name not in FOR_THE_OPERATOR), Mailbox("play"))
    if box.name == "play" and (verdict := astray(desk, row, arrival)):
        return verdict
    return to_everybody(desk, row, arrival, box)


def _safe_address(desk: Desk, letter: Letter, addressed: Sequence[Address]) -> str:
    """Where the answer goes if nobody knows who wrote: to the seat's registered address rather than to a stranger."""
    seats = [one for one in addressed if isinstance(one, SeatAddress)]
    seat = desk.seat_by_token(seats[0].token) if seats else None
    owner = desk.holder(seat) if seat is not None else None
    doubtful = {"no-from", "several-senders"} & set(letter.problems)
    return desk.main_address(owner) if doubtful and owner is not None else letter.sender


def _book_bounce(desk: Desk, row: Mail, letter: Letter) -> str:
    bounce = read_bounce(letter, desk.office.addresses, row.raw)
    sent = _came_back(desk, letter, bounce)
    if letter.automatic == "complaint":
        return _pass_on_complaint(desk, row, letter, sent)
    if not bounce.certain:
        return f"dropped:{letter.automatic}"
    return book(desk, sent, bounce.status, hard=bounce.hard)


# As `Desk.post` makes them.
_OUR_NAME = re.compile(r"<[0-9a-f]{32}@([^<>@\s]+)>")


def _came_back(desk: Desk, letter: Letter, bounce: Bounce) -> Outgoing | None:
    """Which mail it is about: by the return address, which only a server could know; else by what came back inside."""
    if bounce.outbox_id is not None:
        sent = desk.outbox.get(bounce.outbox_id)
        # A name of ours that is not this mail's is that of one from before a restore, whose number it has. Some relays
        # give mails names of their own.
        named = _OUR_NAME.fullmatch(bounce.message_id)
        ours = named is not None and named[1] == desk.settings.mail_domain
        return None if ours and sent is not None and sent.message_id != bounce.message_id else sent
    if not bounce.message_id:
        return None
    sent = desk.outbox.named(bounce.message_id)
    read = (desk.office.addresses.read(one) for one in (*letter.recipients, letter.returned_to))
    seats = {seat.id for one in read if isinstance(one, SeatAddress) and (seat := desk.seat_by_token(one.token))}
    # A Message-ID is seen by whoever a mail is forwarded to; only together with the seat's secret it proves anything.
    # That may stand in what came back: some providers replace our return address by their own.
    known = sent is not None and (letter.automatic == "complaint" or sent.seat_id in seats)
    return sent if known else None


def _pass_on_complaint(desk: Desk, row: Mail, letter: Letter, sent: Outgoing | None) -> str:
    """Somebody pressed "this is spam": the operator decides what follows, nothing is stopped behind a player's back."""
    about = f"It is about outgoing mail {sent.id} ({sent.kind}) to {sent.recipient}." if sent is not None else ""
    text = f"Mail {row.id} is a complaint about our mail. {about} Read it with:  ./waybill mail show {row.id}"
    desk.note("service", "complaint", sent.game_id if sent is not None else None, mail=row.id)
    tell_operator(desk, row, "A complaint", text)
    return "parked:complaint"


def handle_again(office: Office, mail_id: int) -> str:
    """For a mail somebody may have died over: each beginning is counted first, and after some it is put on trial.

    What is counted is no proof: in a crash loop the same innocent mail may be the first one begun every time.
    """
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status != MailStatus.NEW:
            return ""
        row.attempts += 1
        begun = row.attempts
    if begun <= POISON:
        return handle(office, mail_id)
    outcome = trial.tried(office, mail_id)
    if outcome is trial.Outcome.UNTRIED and begun <= UNTRIED:
        return LATER
    if outcome is trial.Outcome.LIVED:
        with office.reading() as desk:
            row = desk.incoming.get(mail_id)
            return row.verdict if row is not None else ""
    set_aside(
        office, mail_id, f"Begun {begun} times, then tried by a process with nothing else to do: {outcome.value}."
    )
    return "aside"


def waiting(office: Office, older: timedelta, quiet: timedelta, most: int = 500) -> list[int]:
    """Mails that came some time ago, are still new, and were not rung for lately."""
    with office.reading() as desk:
        return desk.incoming.waiting(desk.now - older, desk.now - quiet, most)
