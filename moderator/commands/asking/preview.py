"""Trying a mail without playing it."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("preview", "preview", "asking", also=("try", "dry run"))
def preview(statement: Statement, submission: Submission) -> Said:
    """Anywhere in an email: everything in it is tried and shown, nothing is played."""
    submission.preview = True
    return Message("nothing in this email is played")
