"""Showing one's notes."""

from __future__ import annotations

from sqlalchemy import select

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.store import Note
from moderator.inbox.reading import Statement


@command("notes", "notes", "talking")
def notes(statement: Statement, sitting: Sitting) -> Said:
    """Shows the notes you kept."""
    rows = sitting.desk.session.scalars(select(Note).where(Note.seat_id == sitting.my_seat.id).order_by(Note.id))
    sitting.say(Message("Your notes"), "\n".join(f"{row.at:%Y-%m-%d}  {row.text}" for row in rows) or Message("None."))
    return Message("see below")
