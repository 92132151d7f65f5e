"""Ending an absence early."""

from __future__ import annotations

from sqlalchemy import select

from engine.message import Message
from moderator.commands.arranging import move_deadlines
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.store import Absence, Seat
from moderator.inbox.reading import Statement


@command("back", "back", "arranging")
def back(statement: Statement, sitting: Sitting) -> Said:
    """Ends your absence: your clock runs again from now."""
    desk, person = sitting.desk, sitting.me

    def end() -> None:
        for row in desk.session.scalars(select(Absence).where(Absence.person_id == person.id, Absence.ends > desk.now)):
            if row.begins >= desk.now:
                desk.session.delete(row)
            else:
                row.ends = desk.now

    def news(seat: Seat) -> tuple[Message, Message]:
        return Message("{seat} is back", seat=seat.name), Message("The clock of {seat} runs again.", seat=seat.name)

    move_deadlines(sitting, end, f"back {sitting.mail_id}", news)
    return Message("welcome back")
