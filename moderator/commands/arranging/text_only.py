"""Mails without HTML and pictures."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("text only", "text only  ·  text and html", "arranging", also=("text and html", "html"))
def text_only(statement: Statement, submission: Submission) -> Said:
    """Mails without HTML and pictures; `text and html` brings them back."""
    submission.me.text_only = "html" not in statement.text.lower()
    return (
        Message("your emails are plain text") if submission.me.text_only else Message("your emails have text and HTML")
    )
