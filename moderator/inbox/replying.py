"""The one answer of a mail, and when there is none: floods, and talk that would never end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.message import Message
from moderator.hearing import registry
from moderator.inbox.answer import (
    CONFIRM,
    DONE,
    HEADLINES,
    IGNORED,
    NOT_ACCEPTED,
    NOT_TRIED,
    WRONG,
    Answer,
)
from moderator.inbox.arrival import HANDED_IN, KEY, read_in
from moderator.inbox.for_operator import tell_operator
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.language.catalogues import chosen
from moderator.language.words import Moment, shortened
from moderator.office.addresses import canonical, registrable, split
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.mails import AnswerBlock, AnswerLine, Said
from moderator.store.statuses import SeatStatus
from moderator.store.tables import Mail, Person, Seat
from moderator.table import seating

# Answers to what could not be done, in an hour: whoever gets more is a machine or in a rage. All of their mails are
# read and whatever can be done is done and answered; refusals are answered in short then, and they are told until when.
MOST_REFUSALS = 60
# Mails in a day that hold nothing for us in the same words, or prove nothing. A robot that does not say it is one
# writes such mails, and whatever we answered would make it write the next. In other words each time it is somebody who
# tries to be understood.
MOST_TALK, MOST_OTHER_TALK = 10, 60
# Beyond these a seat's mails are answered in a line: once for the same words in a turn, and so often at most.
SHORTLY = timedelta(minutes=15)
# Answers in an hour to somebody who has no seat here, however their address is spelt, and to everybody at one domain:
# it may be somebody else who writes in their name.
MOST_STRANGERS, MOST_AT_A_DOMAIN = 20, 200
# To all who are not known, in an hour; what is more goes out later.
MOST_IN_ALL = 500
# So many bytes of answers to questions go to an address that is not known.
MOST_TO_STRANGERS = 2_500
# Somebody who is known, and whose mail is proved, is answered as often as whoever directs an event can need it; where
# nothing proves a mail, as often as somebody who writes one a minute. What comes in their name beyond a measure is
# answered later: so many hours ahead, no faster than before.
MOST_PROVED, MOST_KNOWN, MOST_LATER = 200, 60, 12
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TALK = "talk"
# What is counted of answers: to those whose mail proves them, and to whoever a mail claims to be from.
TO_KNOWN, TO_ANYBODY = "answers to known", "answers to"
# So many bytes of somebody's own mail go back to them, and as many of longer ones in short.
MOST_ECHO = 5_000
SHORT = 60
# What a subject says of the orders it answers.
LONGEST_TOPIC = 80
# How a mail ends that was read, and refused without an answer.
UNANSWERED = f"{NOT_ACCEPTED}:unanswered"
# How one ends that was answered in a line.
IN_SHORT = f"{NOT_ACCEPTED}:in short"
# Our own mark at the head of a subject, which the answer carries anyway.
_TAG = re.compile(
    r"^(?:(?:(?:ACCEPTED|NOT ACCEPTED|QUEUED|PREVIEW|CONFIRM|DUPLICATE)(?: \([^()]{1,30}\))?(?=\s|$)|"
    r"\[[\w #.-]{1,60}\])\s*)+"
)


@dataclass(frozen=True)
class Allowance:
    """How many more answers of a kind somebody gets, and when there are more again."""

    left: int
    until: datetime


def refusals_left(desk: Desk, seat: Seat) -> Allowance:
    """Counted are the mails that were proved to be the seat's own: nobody can use up another's answers. What a program
    is refused it reads in its answers, however many, and is not its owner's."""
    return _left(desk, seat, HOUR, MOST_REFUSALS, (NOT_ACCEPTED, f"{NOT_ACCEPTED}:{TALK}"))


def talk_left(desk: Desk, seat: Seat) -> Allowance:
    return _left(desk, seat, DAY, MOST_OTHER_TALK, (f"{NOT_ACCEPTED}:{TALK}",))


def _alike_left(desk: Desk, seat: Seat, letter: Letter) -> Allowance:
    """Counts one more mail of these words, which may be a robot's: they differ in nothing but numbers."""
    count, until = desk.counted(TALK, _words_of(seat, letter), DAY)
    desk.within(TALK, _words_of(seat, letter), MOST_TALK, DAY)
    return Allowance(MOST_TALK - count, until)


def _words_of(seat: Seat, letter: Letter) -> str:
    return f"{seat.id} {_NUMBER.sub('0', ' '.join(' '.join(letter.lines).casefold().split()))}"


_NUMBER = re.compile(r"\d+")


def questions_left(desk: Desk, seat: Seat) -> Allowance:
    """How often a seat's owner is still asked today about mails that do not prove to be theirs."""
    return _left(desk, seat, DAY, MOST_TALK, ("parked",))


def _left(desk: Desk, seat: Seat, within: timedelta, most: int, verdicts: Sequence[str]) -> Allowance:
    came = desk.incoming.ended(seat.id, desk.now - within, verdicts, but=KEY)
    return Allowance(most - len(came), (came[-most] if len(came) >= most else came[0] if came else desk.now) + within)


def refuse(desk: Desk, row: Mail, letter: Letter, seat: Seat | None, why: Said, *, to: str = "") -> str:
    answer = Answer().refuse(Message("nothing of this email was played. {why}", why=why))
    return reply(desk, row, letter, seat, answer, to=to or letter.sender)


def _worded(line: AnswerLine, language: str) -> AnswerLine:
    return replace(line, instead=tuple(registry.in_words(one, language) for one in line.instead))


def reply(
    desk: Desk,
    row: Mail,
    letter: Letter,
    seat: Seat | None,
    answer: Answer,
    *,
    to: str,
    word: str = "",
    proved: bool = False,
    told: Sequence[Said] = (),
) -> str:
    """Queues the one answer of this mail; its key makes sure of the one. ``proved``: by whoever is answered; what they
    are ``told`` beside it stands above it."""
    understood = any(line.mark in (DONE, WRONG, NOT_TRIED) for line in answer.lines)
    talk = answer.word == NOT_ACCEPTED and (answer.talk or not understood)
    notes: list[Said] = [*told]
    handed_in = row.source in HANDED_IN
    person, hours = desk.person_at(to), 0
    if seat is None and not handed_in:
        found = _hours_until_told(desk, row, to, known=person is not None, proved=proved)
        if found is None:
            if person is not None:
                _tell_unanswered(desk, row, to, person, proved=proved)
            return "dropped:flood"
        hours, last = found
        notes += last
    if seat is not None and answer.word == NOT_ACCEPTED and row.source != KEY:
        talks = (talk_left(desk, seat), _alike_left(desk, seat, letter)) if talk else ()
        left = min((refusals_left(desk, seat), *talks), key=lambda one: one.left)
        if left.left < 1:
            return _in_short(desk, row, letter, seat, to)
        if left.left == 1:
            notes.append(_last_answer(left))
    if seat is not None and person is not None and answer.word == NOT_ACCEPTED:
        told = _in_their_language(desk, seat, person, letter)
        if told:
            # What is proposed was worded before anybody knew in which language they write.
            answer.lines = [_worded(line, person.language) for line in answer.lines]
        notes += told
    doubts = [one for one in letter.problems if one in ("look-alike", "unreadable", "several-texts")]
    mail = mails.Answered(
        answer.word,
        answer.headline or HEADLINES[answer.word],
        _topic(letter, answer),
        tuple(_fitting(answer.lines)),
        (*(Message(PROBLEMS[one]) for one in doubts), *notes),
        tuple(_short(desk, answer.blocks) if seat is None and person is None and not handed_in else answer.blocks),
        (f"confirm {word}",) if seat is not None and answer.word == CONFIRM and word else (),
        letter.message_id,
        tried=answer.tried,
        tried_after=answer.tried_after,
        language=read_in(row, letter) or (letter.language_hint if person is None else ""),
    )
    # Whoever hands something in on a page reads the answer there; what they have played is in their mailbox too.
    shown = row.source == KEY or (handed_in and not answer.played)
    posted = desk.post(f"answer {row.id}", to, mail, seat=seat, person=person, mail_id=row.id, shown=shown)
    if posted is not None and hours:
        # When the hour begins in which it was counted: as was said, and before what is written then.
        posted.due_at = desk.counted(TO_ANYBODY, canonical(to), HOUR)[1] + (hours - 1) * HOUR
    return f"{NOT_ACCEPTED}:{TALK}" if talk else answer.word


def _in_their_language(desk: Desk, seat: Seat, person: Person, letter: Letter) -> list[Said]:
    """Who was invited by an address alone and writes what we can't do is told so in their own language: they have never
    chosen one, and may not read ours."""
    hint = letter.language_hint
    play = desk.game(seat.game_id)
    if seat.status != SeatStatus.INVITED or not hint or hint == person.language or play is None:
        return []
    if not seating.in_a_guess(desk, play.row, person):
        return []
    person.language = hint
    return [chosen(hint)]


def _in_short(desk: Desk, row: Mail, letter: Letter, seat: Seat, to: str) -> str:
    """One line to whoever was refused too often: they must never believe that something was played. What comes while a
    line was just sent is answered by the next, so a robot gets few and nobody gets none."""
    play = desk.game(seat.game_id)
    turn = play.turn if play is not None else 0
    if not desk.within("told in short", f"{turn} {_words_of(seat, letter)}", 1, DAY):
        return UNANSWERED
    for later in (0, 1):
        if desk.within("short answers", str(seat.id), 1, SHORTLY, later=later):
            break
    else:
        # The one that waits is sent after this mail, and is about all of them.
        return UNANSWERED
    _, until = desk.counted("short answers", str(seat.id), SHORTLY)
    if play is not None and play.mover is not None and play.mover.id == seat.id:
        said = Message("I could not read your last emails: nothing was played, it is still your move.")
    else:
        said = Message("I could not read your last emails: nothing of them was done.")
    mail = mails.Answered(NOT_ACCEPTED, said, _topic(letter, Answer()), in_reply_to=letter.message_id)
    shown, person = row.source in HANDED_IN, desk.person_at(to)
    posted = desk.post(f"answer {row.id}", to, mail, seat=seat, person=person, mail_id=row.id, shown=shown)
    if posted is not None and later:
        posted.due_at = until
    return IN_SHORT


def _short(desk: Desk, blocks: Sequence[AnswerBlock]) -> Iterator[AnswerBlock]:
    """Answers for somebody in whose name anybody may have asked."""
    room = MOST_TO_STRANGERS
    for block in blocks:
        room -= len(str(block.text).encode())
        if room < 0:
            link = desk.settings.base_url
            longer = Message(
                "That is long, and this address is not known here yet. It can be read at {link}", link=link
            )
            yield AnswerBlock(block.title, longer)
            return
        yield block


def _hours_until_told(desk: Desk, row: Mail, to: str, *, known: bool, proved: bool) -> tuple[int, list[Said]] | None:
    """In how many hours somebody without a seat is answered, and what they are told with the last answer before a
    pause; None if they are not. Nothing of somebody who is known is lost: what is too much comes later."""
    whose = canonical(to)
    what, most = TO_ANYBODY, MOST_KNOWN if known else MOST_STRANGERS
    if known and proved:
        what, most = TO_KNOWN, MOST_PROVED
    for later in range(MOST_LATER if known else 1):
        if not desk.within(what, whose, most, HOUR, later=later):
            continue
        if not known and not desk.within("answers at", registrable(split(to)[1]), MOST_AT_A_DOMAIN, HOUR):
            return None
        hours = later if known else _hours_for_strangers(desk, row)
        if hours is None:
            return None
        count, until = desk.counted(what, whose, HOUR)
        return hours, [_pause(until, known=known)] if later == 0 and count == most else []
    return None


def word_came_back(desk: Desk, to: str) -> None:
    """Whoever sends back a word that was mailed to them has shown that they write here: where nothing else proves a
    mail, as many more are answered. Somebody who only uses their name has no word to send."""
    desk.count_anew(TO_ANYBODY, canonical(to), HOUR)


def _tell_unanswered(desk: Desk, row: Mail, to: str, person: Person, *, proved: bool) -> None:
    """Nothing of somebody known goes unanswered without a word: that answers for half a day wait already is told them,
    once a day, whoever wrote in their name."""
    if not desk.within("told of unanswered", canonical(to), 1, DAY):
        return
    text = Message(
        "Answers for {hours} hours wait for you, so further emails that come in your name to this mailbox go "
        "unanswered before {until}, and what waits for a confirmation is not done: send it again then.",
        hours=MOST_LATER,
        until=Moment(desk.counted(TO_KNOWN if proved else TO_ANYBODY, canonical(to), HOUR)[1]),
    )
    if not proved:
        text = Message("{text} If you did not write them, somebody else uses your name; it opens nothing.", text=text)
    notice = mails.Notice(Message("Too many emails in your name"), text)
    desk.post(f"unanswered {row.id}", desk.main_address(person), notice, person=person)


def _hours_for_strangers(desk: Desk, row: Mail) -> int | None:
    """When one more of those who are not known is answered: all of them together get so many answers an hour."""
    for later in range(MOST_LATER):
        if desk.within("answers in all", "", MOST_IN_ALL, HOUR, later=later):
            return later
        if later == 0 and desk.within("strangers told", "", 1, DAY):
            text = (
                f"More than {MOST_IN_ALL} mails of people who are not known here came within an hour; what is more is"
            )
            tell_operator(
                desk, row, "Many strangers", f"{text} answered later. Somebody may be writing in others' names."
            )
    return None


def _pause(until: datetime, *, known: bool) -> Message:
    if known:
        return Message(
            "That was the last answer for now: what you send is read, and answered from {until} on. Nothing is lost.",
            until=Moment(until),
        )
    return Message("That was the last answer for now: until {until} this address is not answered.", until=Moment(until))


def _fitting(lines: Sequence[AnswerLine]) -> Iterator[AnswerLine]:
    """The transcript as long as an answer should be: what is wrong always, the rest shortened and then only counted."""
    room, left = MOST_ECHO, 0
    for line in lines:
        room -= len(line.text.encode()) + len(str(line.said).encode())
        if room >= 0 or line.mark == WRONG:
            yield line
        elif room >= -MOST_ECHO:
            yield replace(line, text=line.text[:SHORT] + " …" if len(line.text) > SHORT else line.text)
        else:
            left += 1
    if left:
        yield AnswerLine(IGNORED, len(lines), "…", Message("and {count} more lines", count=left))


def _last_answer(left: Allowance) -> Message:
    """Whoever is limited is told once, and until when."""
    return Message(
        "That was the last answer of this kind for now: until {until} I read everything you send and do what can be "
        "done; what I can't do is answered in one line. `status` is always answered.",
        until=Moment(left.until),
    )


def _topic(letter: Letter, answer: Answer) -> str:
    """What the answer's subject names: the orders themselves where there are any."""
    orders = [line.text for line in answer.lines if line.mark in (DONE, WRONG) and line.text[:5] != "turn "]
    return shortened("; ".join(orders) or _TAG.sub("", letter.topic), LONGEST_TOPIC)
