"""What all of the moderator's commands do: write it down and tell everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import engine
from engine import Refused, State
from engine.message import Listed, Message
from moderator.hearing.submission import Submission
from moderator.language import Moment, Words
from moderator.office.clock import Terms, terms_from
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole
from moderator.store.tables import Decision, MoveRow, Seat
from moderator.table import announce, deadlines, journal, taken_back
from moderator.table.pace import read_term

# Moments as the log has them.
_LOGGED = "%Y-%m-%d %H:%M UTC"


def write_down(submission: Submission, what: Said, **detail: Any) -> None:
    """An entry of the log: who, from which address, what, and what was and is."""
    journal.enter(
        submission.desk,
        submission.person,
        str(what),
        submission.game.id,
        address=submission.sender,
        mail=submission.mail_id,
        **detail,
    )


def _log(submission: Submission, title: Said, text: Said, detail: Mapping[str, Any]) -> None:
    """What it was and what it is says all; where there is no such thing the log keeps the words people were told."""
    said = Words().say(text) if isinstance(text, Message) else str(text)
    write_down(submission, title, **({} if "old" in detail else {"text": said}), **detail)


def _key(submission: Submission, title: Said) -> str:
    """What is told once: a mail may change two terms, and both are told under the same heading."""
    submission.told += 1
    return f"gm {submission.mail_id} {submission.told} {title}"


def tell(submission: Submission, title: Said, text: Said, *, nor: Seat | None = None, **detail: Any) -> None:
    """Everybody is told but the writer, who is answered, and a seat that has a mail of its own about it."""
    key = log_and_key(submission, title, text, **detail)
    announce.notice(submission.desk, submission.game, key, title, text, but=submission.seat, nor=nor)


def log_and_key(submission: Submission, title: Said, text: Said, **detail: Any) -> str:
    """Writes down what everybody is told; the key under which they are."""
    _log(submission, title, text, detail)
    return _key(submission, title)


def tell_deadline(submission: Submission, title: Said, text: Said, **detail: Any) -> None:
    """As ``tell``, in the mail that shows everybody the deadline as it is now."""
    _log(submission, title, text, detail)
    announce.deadline(submission.desk, submission.game, _key(submission, title), title, text, but=submission.seat)


def new_deadline(submission: Submission, change: Callable[[], Decision | None]) -> Said:
    """Lets the change happen; everybody is told the deadline as it was and as it is."""
    before = deadlines.open_decision(submission.desk, submission.game.id)
    old = before.due_at if before is not None else None
    row = change()
    if row is None:
        raise Refused("Nobody has a deadline now.")
    mover = submission.game.to_move
    if row.due_at is None:
        until = Message("{player} has no deadline while the game is paused", player=mover)
    else:
        until = Message("{player} has until {moment}", player=mover, moment=Moment(row.due_at, submission.zone))
    tell_deadline(
        submission,
        Message("Deadline changed"),
        Listed((Message("{sentence}.", sentence=until), *announce.from_to(old, row.due_at)), " "),
        old=f"{old:{_LOGGED}}" if old else "",
        new=f"{row.due_at:{_LOGGED}}" if row.due_at else "",
    )
    return until


def change_terms(
    submission: Submission,
    changes: Mapping[str, Any],
    words: Callable[[Terms], Said],
    *,
    at_once: bool = True,
    kept: bool = False,
    sentences: bool = False,
) -> Said:
    """Changes some of the game's terms; everybody is told what they were and what they are. ``at_once``: the open
    decision is reckoned by them too; ``kept``: it keeps at least the time it has. ``sentences``: so the words are."""
    desk, play = submission.desk, submission.not_over
    old = words(terms_from(play.terms))

    def agree() -> None:
        for name, value in changes.items():
            play.agree_on(name, value)

    row = deadlines.open_decision(desk, play.id)
    before = row.due_at if row is not None else None
    deadlines.resettle(desk, [row] if row is not None and at_once else [], agree)
    if row is not None and at_once:
        deadlines.reckon_grace(desk, play, row)
        if kept and before is not None:
            deadlines.keep_at_least(desk, play, row, before)
    new = words(terms_from(play.terms))
    if str(old) == str(new):
        return Message("that is so already: {value}", value=new)
    title = Message("Terms changed")
    text = Message("It was: {old}. It is now: {new}.", old=old, new=new)
    if sentences:
        text = Message("Until now: {old} From now on: {new}", old=old, new=new)
    # Reckoned anew a deadline may move by less than a second.
    if row is not None and announce.moved(before, row.due_at):
        tell_deadline(
            submission, title, Listed((text, *announce.from_to(before, row.due_at)), " "), old=str(old), new=str(new)
        )
    else:
        tell(submission, title, text, old=str(old), new=str(new))
    return text if sentences else Message("it was: {old}; it is now: {new}", old=old, new=new)


def term(line: str, before: Mapping[str, Any], *instead: str) -> dict[str, Any]:
    """What a line says about time, as in the mail that starts a game."""
    found = read_term(line, before)
    if found is None:
        raise Refused("I can't read this.", instead=instead)
    return found


def seat_named(submission: Submission, name: str, form: str) -> Seat:
    """The player's seat a line names."""
    seat = submission.game.seat(name)
    if seat is None or seat.role != SeatRole.PLAYER:
        known = ", ".join(one.name for one in submission.game.players)
        raise Refused("There is no such seat; the seats are {known}.", instead=(form,), known=known)
    return seat


def orders_of(moves: Sequence[MoveRow]) -> list[str]:
    """Moves as the log keeps them."""
    return [f"{move.seq} {move.by}: {move.order}" for move in moves if move.events]


def where(state: State) -> Message:
    """A position in a few words."""
    mover, up = engine.to_act(state) or "", list(engine.bids(state))
    if engine.round_kind(state) == "auction" and 0 < len(up) < 4:
        return Message("the auction of {items}, {mover} to move", items=Listed(up, ","), mover=mover)
    return Message("{place}, {mover} to move", place=engine.place(state), mover=mover)


def tell_back(
    submission: Submission, title: Message, text: Message, back: taken_back.Back, *, orders: list[str]
) -> None:
    """Everybody is told in one mail, their own orders on file included. A moderator who plays too reads theirs in the
    answer, unless they are asked for a move: then it stands in the mail that asks."""
    play, key = submission.begun, log_and_key(submission, title, text, orders=orders)
    mine = _own_seats(submission)
    if news := back.for_seats([seat for seat in mine if seat.name != play.to_move]):
        submission.say(Message("On file"), Listed(news, "\n"))
    taken_back.announce_it(submission.desk, play, key, title, text, back, but=mine)


def _own_seats(submission: Submission) -> list[Seat]:
    """The seats of whoever wrote, who is answered."""
    person, desk = submission.person, submission.desk
    return [
        seat
        for seat in submission.begun.seats
        if seat is submission.seat or (person is not None and (mine := desk.holder(seat)) and mine.id == person.id)
    ]
