"""Mail to a seat's own address: played, parked until its owner confirms it, or told the right address."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engine.message import Listed, Message
from moderator.commands import confirming
from moderator.commands.sitting import Sitting
from moderator.desk import Desk
from moderator.games.game import Play
from moderator.games.store import Mail, Nonce, Person, Seat
from moderator.gateway.addresses import SeatAddress
from moderator.inbox import letter as letters
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DUPLICATE,
    IGNORED,
    Answer,
)
from moderator.inbox.case import Case, confirming_word, envelope_of, said_in, without_blanks
from moderator.inbox.conduct import REMEMBERED, conduct
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.reading import statements
from moderator.inbox.replying import refuse, reply, talked
from moderator.outbox.bounces import heard_from


def to_seat(desk: Desk, row: Mail, case: Case, address: SeatAddress) -> str:
    letter = case.letter
    seat = desk.seat_by_token(address.token)
    if seat is None or seat.game_id != address.game:
        return _wrong_key(desk, row, case, address.game)
    row.game_id, row.seat_id = seat.game_id, seat.id
    word = confirming_word(letter)
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
        return refuse(desk, row, letter, seat, Listed((Message(PROBLEMS[one]) for one in letter.problems), " "))
    edits = [] if sure else [line for line in letter.quoted_edits if line.strip()]
    if any(not one.prose for one in statements(edits)) and seat is not None:
        return _show_edits(desk, row, letter, seat, writer, edits)
    play = desk.lock(seat.game_id) if seat is not None else None
    if play is not None and seat is not None:
        seat = next(one for one in play.seats if one.id == seat.id)
    sitting = Sitting(desk, row.id, writer, letter.sender, letter.subject, play, seat)
    if _sent_twice(sitting, letter):
        return reply(desk, row, letter, seat, Answer(DUPLICATE), to=letter.sender)
    answer = conduct(sitting, said_in(letter, lines))
    if answer.word == ACCEPTED and sitting.played and seat is not None:
        desk.remember("letter", _words_of(sitting, letter), desk.now + REMEMBERED)
    return reply(desk, row, letter, seat, answer, to=letter.sender)


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


def _show_edits(desk: Desk, row: Mail, letter: Letter, seat: Seat, writer: Person | None, edits: list[str]) -> str:
    """What was written inside the quotation is never played by itself: it is shown, and one word plays it."""
    answer, word = Answer(CONFIRM), confirming.new_word()
    lines = [*without_blanks(letter.lines), *edits]
    for number, line in enumerate(lines, 1):
        answer.add(IGNORED, number, line, Message("found inside the quoted text") if line in edits else "")
    answer.headline = Message(
        "you wrote inside the quoted text. To play exactly these lines, reply:  confirm {word}", word=word
    )
    kept = {"do": "play", "seat": seat.id, "lines": lines, "person": writer.id if writer else None}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    return reply(desk, row, letter, seat, answer, to=letter.sender, word=word)


def _park(desk: Desk, row: Mail, letter: Letter, seat: Seat) -> str:
    """The mail proves too little: the registered address is asked, the sender's learns nothing."""
    owner = desk.holder(seat)
    if owner is None:
        return "dropped:no holder"
    if talked(desk, row.sender):
        return "dropped:flood"
    word = confirming.new_word()
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, {"do": "parked", "mail": row.id, "seat": seat.id})
    answer = Answer(CONFIRM)
    for one in statements(without_blanks(letter.lines)):
        answer.add(IGNORED, one.number, one.text, Message("waiting"))
    answer.headline = Message(
        "a mail with these orders came from {address}, which does not prove that it is yours. "
        "If it is, reply:  confirm {word}   If it is not, do nothing.",
        address=letter.sender[:80],
        word=word,
    )
    reply(desk, row, letter, seat, answer, to=desk.main_address(owner), word=word)
    return "parked"


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
        return refuse(desk, row, letter, seat, Message("That word was used already or is too old."))
    if doing == "play":
        return _conduct(desk, row, letter, seat, desk.person(data.get("person")) or owner, data["lines"], sure=True)
    parked = desk.mail(int(data["mail"]))
    if parked is None or parked.status != "parked":
        return refuse(desk, row, letter, seat, Message("That mail was dealt with already."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    original = letters.read(parked.id, parked.raw, envelope_of(parked))
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
    return refuse(desk, row, letter, mine[0], why, to=desk.main_address(person))


def _no_longer_theirs(desk: Desk, row: Mail, letter: Letter, play: Play, person: Person) -> str:
    """Who writes with a key that was once a seat's own had that seat: they are told that it is theirs no more."""
    read = (desk.office.addresses.read(one) for one in letter.recipients)
    written = {one.token for one in read if isinstance(one, SeatAddress)}
    for seat in play.seats:
        old = {desk.office.token(play.id, seat.name, number) for number in range(1, seat.key_number)}
        if old & written:
            why = Message("{seat} is played by somebody else now, and your orders are no longer taken.", seat=seat.name)
            return refuse(desk, row, letter, None, why, to=desk.main_address(person))
    return "dropped:unknown key"
