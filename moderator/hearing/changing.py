"""Changing something about a person that clocks depend on."""

from __future__ import annotations

from collections.abc import Callable

from engine.message import Listed, Message
from moderator.hearing.submission import Submission
from moderator.language.catalogues import chosen
from moderator.store.tables import Seat
from moderator.table import announce, deadlines, seating


def change_person(submission: Submission, **fields: object) -> None:
    """Every clock that depends on the person is settled under the old calendar first; every table whose deadline moves
    by it is told."""
    person = submission.me

    def change() -> None:
        for name, value in fields.items():
            setattr(person, name, value)

    def news(seat: Seat) -> tuple[Message, Message]:
        title = Message("The clock of {seat}", seat=seat.name)
        return title, Message("{seat} has changed their hours, days or zone.", seat=seat.name)

    move_deadlines(submission, change, f"calendar {submission.mail_id} {'-'.join(fields)}", news)


def move_deadlines(
    submission: Submission, change: Callable[[], None], key: str, news: Callable[[Seat], tuple[Message, Message]]
) -> set[str]:
    """Lets the change happen; every table whose deadline moves by it is told. Gives the games told."""
    desk, told = submission.desk, set()
    rows = deadlines.decisions_of(desk, submission.me)
    before = {row.id: row.due_at for row in rows}
    deadlines.resettle(desk, rows, change)
    for row in rows:
        play, seat = desk.game(row.game_id), desk.seats.get(row.seat_id)
        if announce.moved(before[row.id], row.due_at) and play is not None and seat is not None:
            title, text = news(seat)
            said = Listed((text, *announce.from_to(before[row.id], row.due_at)), " ")
            # The answer tells the writer; a substitute, or the owner behind one, is told as the table is.
            mine = seat if desk.holder(seat) is submission.me else None
            announce.deadline(desk, play, key, title, said, but=mine)
            told.add(play.id)
    return told


def in_their_language(submission: Submission) -> Message | None:
    """Who was invited by an address alone and answers in one of our languages is written to in it, and told."""
    me, hint = submission.me, submission.hint
    if not hint or hint == me.language or not seating.in_a_guess(submission.desk, submission.game.row, me):
        return None
    me.language = hint
    return chosen(hint)
