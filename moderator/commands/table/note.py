"""Notes to oneself."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.noted import show_notes
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import Note


@command("note", "note check the 3-trains", "talking")
def note(statement: Statement, submission: Submission) -> Said:
    """Keeps a line for yourself; `notes` shows what you kept."""
    text = statement.text.partition(" ")[2].strip()
    if not text:
        return show_notes(submission)
    submission.desk.add(Note(seat_id=submission.my_seat.id, text=text[:2000], at=submission.desk.now))
    return Message("kept")
