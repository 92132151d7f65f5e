"""Ending an absence early."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.changing import move_deadlines
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import Seat
from moderator.table import ladder


@command("back", "back", "arranging")
def back(statement: Statement, submission: Submission) -> Said:
    """Ends your absence: your clock runs again from now. A bot that played for you stops."""
    desk, person = submission.desk, submission.me

    def end() -> None:
        for row in desk.people.absences(person.id):
            if row.begins >= desk.now:
                desk.drop(row)
            elif row.ends > desk.now:
                row.ends = desk.now

    def news(seat: Seat) -> tuple[Message, Message]:
        return Message("{seat} is back", seat=seat.name), Message("The clock of {seat} runs again.", seat=seat.name)

    move_deadlines(submission, end, f"back {submission.mail_id}", news)
    play, seat = submission.play, submission.seat
    # Only the owner: whoever stands in for somebody is not away.
    if play is not None and seat is not None and seat.person_id == person.id and ladder.come_back(desk, play, seat):
        submission.changed = True
        return Message("welcome back; the seat is yours again")
    return Message("welcome back")
