"""Mail to a seat's own address: played, parked until its owner confirms it, or told the right address."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from engine.message import Listed, Message
from moderator.events import consent
from moderator.hearing import confirming, registry
from moderator.hearing.heard import can_be_read
from moderator.hearing.reading import TOO_MUCH, Statement, is_bare_stop, says_too_much, statements
from moderator.hearing.signing import is_signed, own_words, unsigned
from moderator.hearing.submission import Submission
from moderator.inbox import letter as letters
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DUPLICATE,
    IGNORED,
    Answer,
    in_short,
)
from moderator.inbox.arrival import (
    KEY,
    KNOWN,
    PAGE,
    SEEN,
    TRIED,
    Arrival,
    confirming_word,
    envelope_of,
    read_in,
    said_in,
    without_blanks,
)
from moderator.inbox.conduct import REMEMBERED, conduct
from moderator.inbox.disowning import disowned
from moderator.inbox.front_desk import at_the_desk
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.replying import questions_left, refuse, reply, word_came_back
from moderator.inbox.saying_yes import said_yes, used_up
from moderator.language.words import Moment
from moderator.office.addresses import SeatAddress, canonical
from moderator.office.desk import Desk
from moderator.outbox.bounces import heard_from
from moderator.store.game import Play
from moderator.store.mails import AnswerBlock, Said
from moderator.store.statuses import MailStatus, SeatStatus
from moderator.store.tables import Mail, Person, Seat
from moderator.table import machines


def to_seat(desk: Desk, row: Mail, arrival: Arrival, address: SeatAddress) -> str:
    seat = desk.seat_by_token(address.token)
    if seat is None or seat.game_id != address.game:
        return _wrong_key(desk, row, arrival, address.game)
    return at_seat(desk, row, arrival, seat)


def at_seat(desk: Desk, row: Mail, arrival: Arrival, seat: Seat) -> str:
    verdict = _at_seat(desk, row, arrival, seat)
    # Last, so that it goes to the database together with the verdict.
    row.game_id, row.seat_id = seat.game_id, seat.id
    return verdict


def _at_seat(desk: Desk, row: Mail, arrival: Arrival, seat: Seat) -> str:
    letter = arrival.letter
    if told := disowned(desk, row, letter, seat):
        return told
    word = confirming_word(letter)
    if word is not None:
        # The word went only to the registered address, so whoever knows it has proved enough.
        return _confirm(desk, row, letter, seat, word, proved=arrival.proved)
    writer = _writer(desk, seat, letter.sender)
    if writer is None and letter.automatic:
        # It only looked like an owner's order that a list or a forwarder has marked.
        return f"dropped:{letter.automatic}"
    if writer is None or not arrival.proved:
        return _park(desk, row, letter, seat)
    heard_from(desk, writer.id)
    if (yes := said_yes(desk, letter, seat, writer)) is not None:
        if yes.asks is not None:
            return reply(desk, row, letter, seat, yes.asks, to=letter.sender)
        return _conduct(desk, row, letter, seat, writer, yes.orders, sure=True)
    return _conduct(desk, row, letter, seat, writer, list(letter.lines))


def astray(desk: Desk, row: Mail, arrival: Arrival) -> str:
    """A reply that lost its address on the way, if it is one: the mail it answers, or its subject, tells the seat.

    Anybody can write a subject or a reference, so it counts only from somebody who is proved to be the seat's owner.
    Where nobody checks senders the secret address is the only proof there is; then the registered address is asked.
    """
    letter = arrival.letter
    person = desk.person_at(letter.sender)
    if person is None or letter.automatic:
        return ""
    proved = arrival.proved and (desk.settings.trust != "none" or row.source in KNOWN)
    answered = (*letter.in_reply_to, *letter.references[-MOST_REFERENCES:])
    numbers = desk.outbox.seats_of(answered)
    seats = [seat for number in numbers if (seat := desk.seats.get(number)) is not None]
    if not seats and proved and (tag := _TAG.match(letter.topic)):
        play = desk.game(tag.group(1))
        seats = list(play.seats) if play is not None else []
    own = [seat for seat in seats if (holder := desk.holder(seat)) is not None and holder.id == person.id]
    if len(own) != 1:
        return ""
    return at_seat(desk, row, arrival, own[0]) if proved else _park(desk, row, letter, own[0])


MOST_REFERENCES = 10
# What a bare stop says to an invitation.
UNSUBSCRIBE = "unsubscribe"
# So many readings of an order are offered; a tile lies in six ways.
MOST_CHOICES = 6
_TAG = re.compile(r"(?:[A-Z ]{1,20})?\[([a-z0-9][a-z0-9-]{0,39}) #\d{1,9}\]")


def _writer(desk: Desk, seat: Seat, sender: str) -> Person | None:
    """The person behind the sender's address, if they may write for this seat."""
    person = desk.person_at(sender)
    if person is None:
        return None
    return person if desk.may_write(seat, person) else None


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
    own = own_words(letter.display_name, letter.sender, seat.name if seat is not None else "")
    if any(one.order and not is_signed(one.text, own) for one in statements(edits)) and seat is not None:
        return _show_edits(desk, row, letter, seat, writer, edits)
    if not sure and seat is not None and any(one.order for one in statements(letter.struck)):
        return _show_struck(desk, row, letter, seat, writer)
    if not sure:
        # What orders nothing below a quotation or a footer may take back what stands above it.
        lines = [*lines, *edits, *letter.cut.added]
    play = desk.lock(seat.game_id) if seat is not None else None
    if play is not None and seat is not None:
        seat = next(one for one in play.seats if one.id == seat.id)
    submission = Submission(desk, row.id, writer, letter.sender, letter.subject, play, seat)
    submission.program, submission.hint = row.source == KEY, letter.language_hint
    submission.on_page = row.source == PAGE
    submission.read_in = read_in(row, letter)
    if row.source in (KEY, PAGE):
        submission.seen = letter.headers.get(SEEN)[:80]
        tried = letter.headers.get(TRIED)
        submission.tried_on = int(tried) if tried.isdecimal() and len(tried) < 10 else None
    if submission.program and play is not None and not machines.allowed(play):
        return refuse(desk, row, letter, seat, Message("This game takes no orders from programs."))
    if seat is not None and _sent_twice(submission, letter):
        return reply(desk, row, letter, seat, _taken_for_twice(desk, seat, writer, lines), to=letter.sender)
    said = said_in(letter, lines)
    if seat is not None and seat.status == SeatStatus.INVITED and is_bare_stop(lines):
        said = statements([UNSUBSCRIBE])
    answer = conduct(submission, _unsigned(submission, letter, said))
    if answer.played and submission.program and seat is not None:
        # Everybody at the table may know that a program plays.
        seat.machine = True
    if answer.word == ACCEPTED and submission.played and seat is not None:
        desk.remember("letter", _words_of(submission, letter), desk.now + REMEMBERED)
    if answer.choices and seat is not None and play is not None and not submission.preview:
        _offer_choices(desk, seat, writer, play.turn, answer, row.id)
    return reply(desk, row, letter, seat, answer, to=letter.sender)


def _unsigned(submission: Submission, letter: Letter, said: Sequence[Statement]) -> list[Statement]:
    play, seat = submission.play, submission.seat
    own = own_words(letter.display_name, letter.sender, seat.name if seat is not None else "")
    return unsigned(
        said, own, lambda text: play is not None and play.running and can_be_read(play, text, submission.language)
    )


def _taken_for_twice(desk: Desk, seat: Seat, writer: Person | None, lines: Sequence[str]) -> Answer:
    """Nothing is done again, and one word keeps the orders for the next turn after all."""
    answer, word = Answer(DUPLICATE), confirming.new_word()
    if any(line.lower().startswith("turn ") for line in lines):
        return answer
    kept = {"do": "play", "seat": seat.id, "lines": list(lines), "person": writer.id if writer else None}
    kept["turn"] = _turn(desk, seat)
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    answer.headline = Message(
        "the same orders were accepted before; nothing was done again. "
        "If you mean them for your next turn, reply:  confirm {word}",
        word=word,
    )
    return answer


def _offer_choices(desk: Desk, seat: Seat, writer: Person | None, turn: int, answer: Answer, mail: int) -> None:
    """An order that can mean two things: one word chooses, and plays the whole mail in that sense."""
    offered: list[Said] = []
    for reading, lines in answer.choices[:MOST_CHOICES]:
        word = confirming.new_word()
        guarded = lines if any(line.lower().startswith("turn ") for line in lines) else [f"turn {turn}", *lines]
        kept = {"do": "play", "seat": seat.id, "lines": guarded, "person": writer.id if writer else None}
        kept |= {"turn": turn, "mail": mail}
        desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
        # The word plays the whole mail: "pass: confirm …" would say that it only passes.
        orders = [line for line in lines if not line.lower().startswith("turn ")]
        shown = reading if len(orders) == 1 or isinstance(reading, Message) else _whole(orders)
        offered.append(Message("{reading}:  confirm {word}", reading=shown, word=word))
    one = len(offered) == 1
    which = Message("If you mean this, reply:") if one else Message("Which of these do you mean? Reply with one line:")
    answer.blocks.append(AnswerBlock(which, Listed(offered, "\n")))


def _whole(lines: Sequence[str]) -> Message:
    return Message("all of this email: {orders}", orders=in_short(lines))


def _turn(desk: Desk, seat: Seat) -> int | None:
    play = desk.game(seat.game_id)
    return play.turn if play is not None else None


def _sent_twice(submission: Submission, letter: Letter) -> bool:
    """The very words of the writer's latest move, and their turn is over: send was pressed twice, nothing is queued."""
    play, seat = submission.play, submission.seat
    if play is None or seat is None or play.to_move == seat.name:
        return False
    return submission.desk.is_remembered("letter", _words_of(submission, letter))


def _words_of(submission: Submission, letter: Letter) -> str:
    """These words, as what was said with the seat's latest move."""
    seat = submission.seat
    assert seat is not None
    return f"{seat.id} {submission.game.latest_by(seat.name)} {letter.likeness}"


def _show_edits(desk: Desk, row: Mail, letter: Letter, seat: Seat, writer: Person | None, edits: list[str]) -> str:
    """What was written inside the quotation is never played by itself: it is shown, and one word plays it."""
    answer, word = Answer(CONFIRM), confirming.new_word()
    lines = [*without_blanks(letter.lines), *edits]
    if says_too_much(lines):
        return refuse(desk, row, letter, seat, TOO_MUCH)
    for number, line in enumerate(lines, 1):
        answer.add(IGNORED, number, line, Message("found inside the quoted text") if line in edits else "")
    answer.headline = Message(
        "you wrote inside the quoted text. To play exactly these lines, reply:  confirm {word}", word=word
    )
    kept = {"do": "play", "seat": seat.id, "lines": lines, "person": writer.id if writer else None}
    kept |= {"turn": _turn(desk, seat), "mail": row.id}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    return reply(desk, row, letter, seat, answer, to=letter.sender, word=word)


def _show_struck(desk: Desk, row: Mail, letter: Letter, seat: Seat, writer: Person | None) -> str:
    """Whoever strikes out an order does not mean it, and may have meant less than what is left: one word plays that."""
    answer, word = Answer(CONFIRM), confirming.new_word()
    lines = without_blanks(letter.lines)
    if not any(one.order for one in statements(lines)):
        return refuse(desk, row, letter, seat, Message("The orders of this email are struck out."))
    if says_too_much([*lines, *letter.struck]):
        return refuse(desk, row, letter, seat, TOO_MUCH)
    for number, line in enumerate(lines, 1):
        answer.add(IGNORED, number, line, Message("waiting"))
    for number, line in enumerate(letter.struck, len(lines) + 1):
        answer.add(IGNORED, number, line, Message("struck out, not played"))
    answer.headline = Message(
        "a part of this email is struck out. To play what is left of it, reply:  confirm {word}", word=word
    )
    kept = {"do": "play", "seat": seat.id, "lines": lines, "person": writer.id if writer else None}
    kept |= {"turn": _turn(desk, seat), "mail": row.id}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    return reply(desk, row, letter, seat, answer, to=letter.sender, word=word)


def _park(desk: Desk, row: Mail, letter: Letter, seat: Seat) -> str:
    """The mail proves too little: the registered address is asked, the sender's learns nothing."""
    # An owner whose signature broke is asked themselves, also while a substitute plays.
    owner = _writer(desk, seat, letter.sender) or desk.holder(seat)
    if owner is None:
        return "dropped:no holder"
    left = questions_left(desk, seat)
    if left.left < 1:
        # The mail is kept. Its owner was told that no more questions come for a while, and why.
        return "parked:unasked"
    word = confirming.new_word()
    kept = {"do": "parked", "mail": row.id, "seat": seat.id, "person": owner.id, "turn": _turn_of(desk, seat, letter)}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    answer = Answer(CONFIRM)
    for one in letter.said:
        answer.add(IGNORED, one.number, one.text, Message("waiting"))
    # The word plays these too, so whoever is asked must see them: somebody else may have written the mail.
    for number, line in enumerate(without_blanks((*letter.quoted_edits, *letter.cut.added)), len(letter.said) + 1):
        answer.add(IGNORED, number, line, Message("found inside the quoted text"))
    answer.headline = Message(
        "an email with these orders came from {address}, which does not prove that it is yours. "
        "If it is, reply:  confirm {word}   If it is not, do nothing.",
        address=letter.sender[:80],
        word=word,
    )
    play = desk.game(seat.game_id)
    if desk.settings.trust == "dkim" and play is not None and _writer(desk, seat, letter.sender) is not None:
        answer.blocks.append(
            AnswerBlock(
                Message("Without asking next time"),
                Message(
                    "Some providers do not sign whom an email is for. If yours is one of them, answer the newest email "
                    "of the game, leave its subject as it is, and begin with the line `turn {turn}`: then you are not "
                    "asked.",
                    turn=play.turn,
                ),
            )
        )
    if left.left == 1:
        answer.blocks.append(
            AnswerBlock(
                Message("Too many emails in your name"),
                Message(
                    "Until {until} further emails that don't prove to be yours are kept, and you are not asked about "
                    "them. What you send from your own address, as your provider signs it, is read as always.",
                    until=Moment(left.until),
                ),
            )
        )
    reply(desk, row, letter, seat, answer, to=desk.main_address(owner), word=word)
    return "parked"


def _turn_of(desk: Desk, seat: Seat, letter: Letter) -> int | None:
    """The turn that a mail with orders is meant for though it does not say so: the seat's own, if it is its turn. When
    it is confirmed days later, that turn may be over, and its `pass` was not for the next one."""
    play = desk.game(seat.game_id)
    mover = play.mover if play is not None else None
    if play is None or mover is None or mover.id != seat.id or not any(one.order for one in letter.said):
        return None
    return None if any(one.text.lower().startswith("turn ") for one in letter.said) else play.turn


def _confirm(desk: Desk, row: Mail, letter: Letter, seat: Seat, word: str, *, proved: bool) -> str:
    kept = desk.kept_with("confirm", word)
    if kept is not None and kept.get("seat") is None:
        return confirm_openly(desk, row, letter, word)
    if kept is None or kept.get("seat") != seat.id:
        writer = _writer(desk, seat, letter.sender)
        if writer is None or not proved:
            # A word that nobody was given proves nothing.
            return _park(desk, row, letter, seat)
        return _conduct(desk, row, letter, seat, writer, list(letter.lines), sure=True)
    # Words from before it was written down whom they went to were for whoever plays the seat.
    person = desk.person(kept.get("person")) or desk.holder(seat)
    if person is None or not desk.may_write(seat, person):
        return refuse(desk, row, letter, None, Message("That word was for somebody who no longer has the seat."))
    if kept["do"] not in ("parked", "play"):
        return _conduct(desk, row, letter, seat, person, list(letter.lines), sure=True)
    data = desk.use("confirm", word)
    if data is None:
        return refuse(desk, row, letter, seat, Message("That code has already been used or has expired."))
    if kept["do"] == "play":
        used_up(desk, seat, kept)
        return _conduct(desk, row, letter, seat, person, data["lines"], sure=True)
    parked = desk.mail(int(data["mail"]))
    if parked is None or parked.status != MailStatus.PARKED:
        return refuse(desk, row, letter, seat, Message("That email has already been dealt with."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    original = letters.read(parked.id, parked.raw, envelope_of(parked))
    if original.incomplete:
        return refuse(desk, row, letter, seat, Listed((Message(PROBLEMS[one]) for one in original.problems), " "))
    guard = [f"turn {data['turn']}"] if data.get("turn") is not None else []
    lines = [*guard, *original.lines, *original.quoted_edits, *original.cut.added]
    return _conduct(desk, row, letter, seat, person, lines, sure=True)


def confirm_openly(desk: Desk, row: Mail, letter: Letter, word: str) -> str:
    """A word that came back to the mailbox open to everybody, which is the From of the mail it stood in.

    It does what it stands for wherever it arrives, and is used up by nothing else."""
    kept = desk.kept_with("confirm", word)
    seat = desk.seats.get(int(kept["seat"])) if kept is not None and kept.get("seat") is not None else None
    if kept is not None and seat is not None:
        row.game_id, row.seat_id = seat.game_id, seat.id
        if _writer(desk, seat, letter.sender) is None:
            if confirming.directed(kept) or confirming.own(kept):
                return refuse(desk, row, letter, None, confirming.FOR_ANOTHER)
            # The word proves enough to act, but the seat's own address is told only to those who have it.
            person = desk.person(kept.get("person")) or desk.holder(seat)
            letter = replace(letter, sender=desk.main_address(person) if person is not None else "")
        return _confirm(desk, row, letter, seat, word, proved=True)
    if kept is not None and kept["do"] != "parked":
        play = desk.lock(str(kept["game"])) if kept.get("game") else None
        submission = Submission(desk, row.id, desk.person_at(letter.sender), letter.sender, letter.subject, play)
        submission.hint, submission.read_in = letter.language_hint, read_in(row, letter)
        answer = conduct(submission, letter.said)
        if answer.word == ACCEPTED:
            word_came_back(desk, letter.sender)
        return reply(desk, row, letter, None, answer, to=letter.sender, proved=True)
    parked = desk.mail(int(kept["mail"])) if kept is not None else None
    original = letters.read(parked.id, parked.raw, envelope_of(parked)) if parked is not None else None
    if original is not None and _directs(original) and not _same_writer(desk, original.sender, letter.sender):
        return refuse(desk, row, letter, None, confirming.FOR_ANOTHER)
    data = desk.use("confirm", word)
    if data is None or parked is None or original is None or parked.status != MailStatus.PARKED:
        return refuse(desk, row, letter, None, Message("That code is unknown, already used, or expired."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    person = desk.meet(original.sender, original.display_name, original.language_hint)
    word_came_back(desk, original.sender)
    submission = Submission(desk, row.id, person, original.sender, original.subject, known=True)
    submission.letter_id, submission.agreed = parked.id, data.get("agreed", ())
    said = statements(data["lines"]) if "lines" in data else at_the_desk(original, original.said)
    # What waited for the word may be their answer to a director who has entered them.
    told = consent.answered_in(desk, person, original.language_hint) if consent.asks(desk, person) else []
    return reply(desk, row, letter, None, conduct(submission, said), to=original.sender, proved=True, told=told)


def _directs(letter: Letter) -> bool:
    """Whether a mail says what only somebody who directs an event may say."""
    found = (registry.find(one.text) for one in letter.said if not one.prose)
    return any(one is not None and one[0].of_event for one in found)


def _same_writer(desk: Desk, one: str, other: str) -> bool:
    """Whether two addresses are of one person."""
    person = desk.person_at(one)
    return canonical(one) == canonical(other) or (person is not None and person == desk.person_at(other))


def _wrong_key(desk: Desk, row: Mail, arrival: Arrival, game_id: str) -> str:
    """An old or mistyped key. A player of the game is told the right address; nobody else learns anything."""
    letter = arrival.letter
    person = desk.person_at(letter.sender)
    play = desk.game(game_id)
    mine = [seat for seat in play.seats if person is not None and desk.may_write(seat, person)] if play else []
    if play is None or person is None:
        return "dropped:unknown key"
    if not arrival.proved:
        return _tell_of_key(desk, row, letter, play, mine)
    if not mine:
        return _no_longer_theirs(desk, row, letter, play, person)
    row.game_id, row.seat_id = game_id, mine[0].id
    why = Message("The address you wrote to is no longer yours. This answer comes from the right one: reply to it.")
    return refuse(desk, row, letter, mine[0], why, to=desk.main_address(person))


def _tell_of_key(desk: Desk, row: Mail, letter: Letter, play: Play, mine: Sequence[Seat]) -> str:
    """What proves nothing and has a key that was once its writer's own may well be theirs: they are told, once a day.
    With any other key anybody could have it told them."""
    read = (desk.office.addresses.read(one) for one in letter.recipients)
    written = {one.token for one in read if isinstance(one, SeatAddress)}
    seat = next((one for one in mine if _old_keys(desk, play, one) & written), None)
    person = desk.holder(seat) if seat is not None else None
    if seat is None or person is None or not desk.within("old key", str(seat.id), 1, timedelta(days=1)):
        return "dropped:unknown key"
    row.game_id, row.seat_id = seat.game_id, seat.id
    why = Message("The address you wrote to is no longer yours. This answer comes from the right one: reply to it.")
    return refuse(desk, row, letter, seat, why, to=desk.main_address(person))


def _old_keys(desk: Desk, play: Play, seat: Seat) -> set[str]:
    return {desk.office.token(play.id, seat.name, number) for number in range(1, seat.key_number)}


def _no_longer_theirs(desk: Desk, row: Mail, letter: Letter, play: Play, person: Person) -> str:
    """Who writes with a key that was once a seat's own had that seat: they are told that it is theirs no more."""
    read = (desk.office.addresses.read(one) for one in letter.recipients)
    written = {one.token for one in read if isinstance(one, SeatAddress)}
    for seat in play.seats:
        if _old_keys(desk, play, seat) & written:
            why = Message("Somebody else plays {seat} now; your orders are no longer accepted.", seat=seat.name)
            if seat.person_id is None:
                why = Message(
                    "{seat} is no longer yours, so your orders are not accepted. Whoever moderates the game can give "
                    "it to you again.",
                    seat=seat.name,
                )
            return refuse(desk, row, letter, None, why, to=desk.main_address(person))
    return "dropped:unknown key"
