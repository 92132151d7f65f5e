"""Showing one's notes."""

from __future__ import annotations

from moderator.hearing.noted import show_notes
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("notes", "notes", "talking", asks=True)
def notes(statement: Statement, submission: Submission) -> Said:
    """Shows the notes you kept."""
    return show_notes(submission)
