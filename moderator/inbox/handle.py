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
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from engine.message import Listed, Message
from moderator.commands import confirming, registry
from moderator.commands.help import help_text
from moderator.commands.registry import Said
from moderator.commands.sitting import Sitting
from moderator.desk import Desk, Office
from moderator.games.game import Play
from moderator.games.store import Mail, Nonce, Outgoing, Person, Seat
from moderator.gateway.addresses import Address, Mailbox, SeatAddress
from moderator.gateway.envelope import Envelope
from moderator.inbox import letter as letters
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DONE,
    DUPLICATE,
    IGNORED,
    NOT_ACCEPTED,
    NOT_TRIED,
    WRONG,
    Answer,
)
from moderator.inbox.conduct import REMEMBERED, conduct
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.proof import judge, suffices
from moderator.inbox.reading import Statement, statements
from moderator.inbox.screening import Screening, Verdict, read_bounce, screen
from moderator.outbox.bounces import heard_from, undelivered

log = logging.getLogger(__name__)

ATTEMPTS = 8
# More refusals than this in an hour, and a sender is a machine or in a rage: the mails are kept, the answers end.
MOST_REFUSALS = 60
# Mails in a day that hold nothing for us, or prove nothing. A robot that does not say it is one writes such mails, and
# whatever we answered would make it write the next.
MOST_TALK = 10
TALK = "talk"
# A mail begun this often without an end kills whoever begins it.
POISON = 5
# Our own mark at the head of a subject, which the answer carries anyway.
_TAG = re.compile(r"^(?:(?:ACCEPTED|NOT ACCEPTED|QUEUED|PREVIEW|CONFIRM|DUPLICATE)?\s*\[[\w #.-]{1,60}\]\s*)+")
# The source of mails written on the local mailbox's page.
WEB = "web"
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
        raw, envelope = row.raw, _envelope(row)
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


@dataclass(frozen=True)
class Case:
    """What is known of a mail before anything is changed because of it."""

    letter: Letter
    screening: Screening
    # Whether its sender may be taken for who they say they are.
    proved: bool


def _proved(office: Office, letter: Letter, envelope: Envelope, raw: bytes) -> bool:
    if envelope.source == WEB and office.settings.local_mailbox:
        return True
    trust = office.settings.trust
    return suffices(judge(letter, envelope, trust, raw, office.signed_by), trust)


def _envelope(row: Mail) -> Envelope:
    kept = row.envelope
    return Envelope(
        source=row.source,
        provider_id=row.provider_id,
        sender=kept.get("sender", row.sender),
        recipients=tuple(kept.get("recipients", ())),
        received_from=kept.get("received_from", ""),
        proofs=kept.get("proofs", {}),
    )


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
    if _flooding(desk, row.sender):
        return "dropped:flood"
    addressed = [desk.office.addresses.read(address) for address in letter.recipients]
    if screening.reason in REASONS:
        return _refuse(desk, row, letter, None, REASONS[screening.reason], to=_safe_address(desk, letter, addressed))
    seat = next((one for one in addressed if isinstance(one, SeatAddress)), None)
    if seat is not None:
        return _to_seat(desk, row, case, seat)
    box = next((one for one in addressed if isinstance(one, Mailbox)), Mailbox("play"))
    return _to_everybody(desk, row, case, box)


def _safe_address(desk: Desk, letter: Letter, addressed: Sequence[Address | None]) -> str:
    """Where the answer goes if nobody knows who wrote: to the seat's registered address rather than to a stranger."""
    seats = [one for one in addressed if isinstance(one, SeatAddress)]
    seat = desk.seat_by_token(seats[0].token) if seats else None
    owner = desk.holder(seat) if seat is not None else None
    doubtful = {"no-from", "several-senders"} & set(letter.problems)
    return desk.main_address(owner) if doubtful and owner is not None else letter.sender


# A seat's own address


def _to_seat(desk: Desk, row: Mail, case: Case, address: SeatAddress) -> str:
    letter = case.letter
    seat = desk.seat_by_token(address.token)
    if seat is None or seat.game_id != address.game:
        return _wrong_key(desk, row, case, address.game)
    row.game_id, row.seat_id = seat.game_id, seat.id
    word = _confirming(letter)
    if word is not None:
        # The word went only to the registered address, so whoever knows it has proved enough.
        return _confirm(desk, row, letter, seat, word)
    writer = _writer(desk, seat, letter.sender)
    if writer is None or not case.proved:
        return _park(desk, row, letter, seat)
    heard_from(desk, writer.id)
    return _conduct(desk, row, letter, seat, writer, list(letter.lines))


def _writer(desk: Desk, seat: Seat, sender: str) -> Person | None:
    """The person behind the sender's address, if they may write for this seat."""
    person = desk.person_at(sender)
    if person is None:
        return None
    holder = desk.holder(seat)
    return person if person.id == seat.person_id or (holder is not None and person.id == holder.id) else None


def _conduct(
    desk: Desk,
    row: Mail,
    letter: Letter,
    seat: Seat | None,
    writer: Person | None,
    lines: Sequence[str],
    *,
    sure: bool = False,
) -> str:
    """Plays the mail and answers it. ``sure``: edits inside the quotation were confirmed already."""
    if letter.incomplete and not sure:
        return _refuse(desk, row, letter, seat, Listed((Message(PROBLEMS[one]) for one in letter.problems), " "))
    edits = [] if sure else [line for line in letter.quoted_edits if line.strip()]
    if any(not one.prose for one in statements(edits)) and seat is not None:
        return _show_edits(desk, row, letter, seat, writer, edits)
    play = desk.lock(seat.game_id) if seat is not None else None
    if play is not None and seat is not None:
        seat = next(one for one in play.seats if one.id == seat.id)
    sitting = Sitting(desk, row.id, writer, letter.sender, letter.subject, play, seat)
    if _sent_twice(sitting, letter):
        return _answer(desk, row, letter, seat, Answer(DUPLICATE), to=letter.sender)
    answer = conduct(sitting, _said(letter, lines))
    if answer.word == ACCEPTED and sitting.played and seat is not None:
        desk.remember("letter", _words_of(sitting, letter), desk.now + REMEMBERED)
    return _answer(desk, row, letter, seat, answer, to=letter.sender)


def _sent_twice(sitting: Sitting, letter: Letter) -> bool:
    """The very words of the writer's latest move, and their turn is over: send was pressed twice, nothing is queued."""
    play, seat = sitting.play, sitting.seat
    if play is None or seat is None or play.row.mover == seat.name:
        return False
    return sitting.desk.is_remembered("letter", _words_of(sitting, letter))


def _words_of(sitting: Sitting, letter: Letter) -> str:
    """These words, as what was said with the seat's latest move."""
    seat = sitting.seat
    assert seat is not None
    return f"{seat.id} {sitting.game.latest_by(seat.name)} {letter.likeness}"


def _said(letter: Letter, lines: Sequence[str]) -> list[Statement]:
    """What the mail says. An empty one says it in its subject, and `unsubscribe` there means it whatever follows."""
    said = statements(_without_blanks(lines))
    if said and not (letter.topic.strip().lower() == "unsubscribe" and all(one.prose for one in said)):
        return said
    return [one for one in statements([letter.topic]) if not one.prose and registry.find(one.text) is not None]


def _without_blanks(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def _show_edits(desk: Desk, row: Mail, letter: Letter, seat: Seat, writer: Person | None, edits: list[str]) -> str:
    """What was written inside the quotation is never played by itself: it is shown, and one word plays it."""
    answer, word = Answer(CONFIRM), confirming.new_word()
    lines = [*_without_blanks(letter.lines), *edits]
    for number, line in enumerate(lines, 1):
        answer.add(IGNORED, number, line, Message("found inside the quoted text") if line in edits else "")
    answer.headline = Message(
        "you wrote inside the quoted text. To play exactly these lines, reply:  confirm {word}", word=word
    )
    kept = {"do": "play", "seat": seat.id, "lines": lines, "person": writer.id if writer else None}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    return _answer(desk, row, letter, seat, answer, to=letter.sender, word=word)


def _park(desk: Desk, row: Mail, letter: Letter, seat: Seat) -> str:
    """The mail proves too little: the registered address is asked, the sender's learns nothing."""
    owner = desk.holder(seat)
    if owner is None:
        return "dropped:no holder"
    if _talked(desk, row.sender):
        return "dropped:flood"
    word = confirming.new_word()
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, {"do": "parked", "mail": row.id, "seat": seat.id})
    answer = Answer(CONFIRM)
    for one in statements(_without_blanks(letter.lines)):
        answer.add(IGNORED, one.number, one.text, Message("waiting"))
    answer.headline = Message(
        "a mail with these orders came from {address}, which does not prove that it is yours. "
        "If it is, reply:  confirm {word}   If it is not, do nothing.",
        address=letter.sender[:80],
        word=word,
    )
    _answer(desk, row, letter, seat, answer, to=desk.main_address(owner), word=word)
    return "parked"


def _confirming(letter: Letter) -> str | None:
    """The word of a mail that says only `confirm WORD`."""
    said = [one for one in statements(_without_blanks(letter.lines)) if not one.prose]
    if len(said) == 1 and said[0].text.lower().startswith("confirm "):
        return said[0].text.split()[-1]
    return None


def _confirm(desk: Desk, row: Mail, letter: Letter, seat: Seat, word: str) -> str:
    kept = desk.session.scalars(select(Nonce).where(Nonce.kind == "confirm", Nonce.hash == desk.digest(word))).first()
    doing = kept.data.get("do") if kept is not None and kept.data.get("seat") == seat.id else None
    owner = desk.holder(seat)
    if doing not in ("parked", "play"):
        known = kept is not None and kept.data.get("seat") == seat.id
        writer = owner if known else _writer(desk, seat, letter.sender)
        if writer is None:
            return _park(desk, row, letter, seat)
        return _conduct(desk, row, letter, seat, writer, list(letter.lines), sure=True)
    data = desk.use("confirm", word)
    if data is None:
        return _refuse(desk, row, letter, seat, Message("That word was used already or is too old."))
    if doing == "play":
        return _conduct(desk, row, letter, seat, desk.person(data.get("person")) or owner, data["lines"], sure=True)
    parked = desk.mail(int(data["mail"]))
    if parked is None or parked.status != "parked":
        return _refuse(desk, row, letter, seat, Message("That mail was dealt with already."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    original = letters.read(parked.id, parked.raw, _envelope(parked))
    return _conduct(desk, row, letter, seat, owner, [*original.lines, *original.quoted_edits], sure=True)


def _wrong_key(desk: Desk, row: Mail, case: Case, game_id: str) -> str:
    """An old or mistyped key. A player of the game is told the right address; nobody else learns anything."""
    letter = case.letter
    person = desk.person_at(letter.sender)
    play = desk.game(game_id)
    mine = [seat for seat in play.seats if person is not None and seat.person_id == person.id] if play else []
    if play is None or person is None or not case.proved:
        return "dropped:unknown key"
    if not mine:
        return _no_longer_theirs(desk, row, letter, play, person)
    row.game_id, row.seat_id = game_id, mine[0].id
    why = Message("The address you wrote to is no longer yours. This answer comes from the right one: reply to it.")
    return _refuse(desk, row, letter, mine[0], why, to=desk.main_address(person))


def _no_longer_theirs(desk: Desk, row: Mail, letter: Letter, play: Play, person: Person) -> str:
    """Who writes with a key that was once a seat's own had that seat: they are told that it is theirs no more."""
    read = (desk.office.addresses.read(one) for one in letter.recipients)
    written = {one.token for one in read if isinstance(one, SeatAddress)}
    for seat in play.seats:
        old = {desk.office.token(play.id, seat.name, number) for number in range(1, seat.key_number)}
        if old & written:
            why = Message("{seat} is played by somebody else now, and your orders are no longer taken.", seat=seat.name)
            return _refuse(desk, row, letter, None, why, to=desk.main_address(person))
    return "dropped:unknown key"


# Mailboxes for everybody


def _to_everybody(desk: Desk, row: Mail, case: Case, box: Mailbox) -> str:
    letter = case.letter
    if box.name in ("postmaster", "abuse"):
        text = f"Mail {row.id} came for {box.name}. Read it with:  ./waybill mail show {row.id}"
        data = {"title": f"Mail for {box.name}", "text": text}
        desk.post(f"operator {row.id}", "notice", desk.settings.admin_email, data)
        # People answer this mail, not we: a complaint is often about somebody who never wrote to us.
        return "parked:operator"
    if box.name == "help":
        answer = Answer(headline=Message("here is how to write to us."), blocks=[(Message("Help"), help_text())])
        return _answer(desk, row, letter, None, answer, to=letter.sender)
    if letter.incomplete:
        return _refuse(desk, row, letter, None, Listed((Message(PROBLEMS[one]) for one in letter.problems), " "))
    word = _confirming(letter)
    if word is not None:
        return _confirm_stranger(desk, row, letter, word)
    person = desk.person_at(letter.sender)
    said = _said(letter, letter.lines)
    starts = any((found := registry.find(one.text)) and found[0].words == "new game" for one in said if not one.prose)
    if starts and (person is None or not case.proved):
        return _ask_stranger(desk, row, letter)
    sitting = Sitting(desk, row.id, person, letter.sender, letter.subject)
    return _answer(desk, row, letter, None, conduct(sitting, said), to=letter.sender)


def _ask_stranger(desk: Desk, row: Mail, letter: Letter) -> str:
    """Nobody can be made an organiser by somebody else's mail: the address must answer first."""
    # What could not be begun is said at once, not after a confirmation.
    sitting = Sitting(desk, row.id, None, letter.sender, letter.subject)
    answer = conduct(sitting, [*_said(letter, letter.lines), Statement(0, "preview")])
    if answer.word == NOT_ACCEPTED:
        return _answer(desk, row, letter, None, answer, to=letter.sender)
    word = confirming.new_word()
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, {"do": "parked", "mail": row.id, "seat": None})
    answer.word, answer.lines = CONFIRM, [line for line in answer.lines if line["number"]]
    answer.headline = Message("to start this game, reply:  confirm {word}", word=word)
    for line in answer.lines:
        line["mark"], line["said"] = IGNORED, Message("waiting")
    _answer(desk, row, letter, None, answer, to=letter.sender, word=word)
    return "parked"


def _confirm_stranger(desk: Desk, row: Mail, letter: Letter, word: str) -> str:
    data = desk.use("confirm", word)
    parked = desk.mail(int(data["mail"])) if data is not None and data.get("do") == "parked" else None
    if parked is None or parked.status != "parked":
        return _refuse(desk, row, letter, None, Message("That word is not known, was used already, or is too old."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    original = letters.read(parked.id, parked.raw, _envelope(parked))
    person = desk.meet(original.sender, original.display_name)
    sitting = Sitting(desk, row.id, person, original.sender, original.subject)
    return _answer(
        desk, row, letter, None, conduct(sitting, statements(_without_blanks(original.lines))), to=letter.sender
    )


# Bounces, floods, answers


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


def _flooding(desk: Desk, sender: str) -> bool:
    """Far too many refusals in an hour: nothing of this sender is read for a while."""
    useless = (NOT_ACCEPTED, f"{NOT_ACCEPTED}:{TALK}", "parked")
    return bool(sender) and _came(desk, sender, timedelta(hours=1), useless) >= MOST_REFUSALS


def _talked(desk: Desk, sender: str) -> bool:
    """A day of mails without sense: orders are still read, but what says nothing is answered no more."""
    useless = (f"{NOT_ACCEPTED}:{TALK}", "parked")
    return bool(sender) and _came(desk, sender, timedelta(days=1), useless) >= MOST_TALK


def _came(desk: Desk, sender: str, within: timedelta, verdicts: Sequence[str]) -> int:
    wanted = select(func.count(Mail.id)).where(
        Mail.sender == sender, Mail.received_at > desk.now - within, Mail.verdict.in_(verdicts)
    )
    return desk.session.scalar(wanted) or 0


def _refuse(desk: Desk, row: Mail, letter: Letter, seat: Seat | None, why: Said, *, to: str = "") -> str:
    answer = Answer().refuse(Message("nothing of this mail was played. {why}", why=why))
    return _answer(desk, row, letter, seat, answer, to=to or letter.sender)


def _answer(
    desk: Desk, row: Mail, letter: Letter, seat: Seat | None, answer: Answer, *, to: str, word: str = ""
) -> str:
    """Queues the one answer of this mail; its key makes sure of the one."""
    understood = any(line["mark"] in (DONE, WRONG, NOT_TRIED) for line in answer.lines)
    talk = answer.word == NOT_ACCEPTED and not understood
    if talk and _talked(desk, row.sender):
        return "dropped:flood"
    data = answer.data() | {
        "in_reply_to": letter.message_id,
        "topic": _topic(letter, answer),
        "confirm_word": word,
        "with_position": seat is not None and _has_begun(desk, seat),
        "warnings": [
            Message(PROBLEMS[one]) for one in letter.problems if one in ("look-alike", "unreadable", "several-texts")
        ],
    }
    if seat is not None and answer.word == CONFIRM and word:
        data["orders"] = [f"confirm {word}"]
    desk.post(f"answer {row.id}", "answer", to, data, seat=seat, person=desk.person_at(to), mail_id=row.id)
    return f"{NOT_ACCEPTED}:{TALK}" if talk else answer.word


def _has_begun(desk: Desk, seat: Seat) -> bool:
    """Before the first move there is no position to show."""
    play = desk.game(seat.game_id)
    return play is not None and play.row.started_at is not None


def _topic(letter: Letter, answer: Answer) -> str:
    """What the answer's subject names: the orders themselves where there are any."""
    orders = [line["text"] for line in answer.lines if line["mark"] in (DONE, WRONG) and line["text"][:5] != "turn "]
    return "; ".join(orders)[:80] or _TAG.sub("", letter.topic)[:80]


# What nobody foresaw


def set_aside(office: Office, mail_id: int, trouble: str) -> None:
    """Keeps the mail whole, tells the operator, and tells the sender that it was kept."""
    log.error("mail set aside", extra={"mail": mail_id, "trouble": trouble})
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status not in ("new", "aside"):
            return
        row.status, row.verdict, row.trouble, row.handled_at = "aside", "aside", trouble[-20_000:], desk.now
        text = f"Mail {mail_id} could not be handled and was set aside. It is kept whole.\n\n{trouble[-2000:]}"
        more = f"\n\nLook at it:  ./waybill mail show {mail_id}\nTry again:   ./waybill mail retry {mail_id}"
        data = {"title": f"Mail {mail_id} was set aside", "text": text + more}
        desk.post(f"operator aside {mail_id} {row.attempts}", "notice", desk.settings.admin_email, data)
        person = desk.person_at(row.sender)
        if person is not None:
            kept = Message(
                "Your mail could not be worked on because of a mistake of ours. It is kept and will be tried again."
            )
            note = {"title": Message("Your mail was kept"), "text": kept}
            desk.post(f"aside {mail_id}", "notice", desk.main_address(person), note, person=person, mail_id=mail_id)


def retry(office: Office, mail_id: int) -> bool:
    """Puts a mail that was set aside back to work."""
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status != "aside":
            return False
        row.status, row.attempts, row.rung_at = "new", 0, None
        desk.ring("receive", mail_id)
    return True


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
