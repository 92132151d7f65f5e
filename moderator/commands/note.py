"""Notes to oneself."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.notes import notes as show
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.store import Note
from moderator.inbox.reading import Statement


@command("note", "note check the 3-trains", "talking")
def note(statement: Statement, sitting: Sitting) -> Said:
    """Keeps a line for yourself; `notes` shows what you kept."""
    text = statement.text.partition(" ")[2].strip()
    if not text:
        return show(statement, sitting)
    sitting.desk.session.add(Note(seat_id=sitting.my_seat.id, text=text[:2000], at=sitting.desk.now))
    return Message("kept")
