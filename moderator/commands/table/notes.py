"""Showing one's notes."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("notes", "notes", "talking", asks=True)
def notes(statement: Statement, submission: Submission) -> Said:
    """Shows the notes you kept."""
    rows = submission.desk.seats.notes(submission.my_seat.id)
    submission.say(
        Message("Your notes"), "\n".join(f"{row.at:%Y-%m-%d}  {row.text}" for row in rows) or Message("None.")
    )
    return Message("see below")
