"""Mails without HTML and pictures."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("text only", "text only  ·  text and html", "arranging", also=("text and html", "html"))
def text_only(statement: Statement, sitting: Sitting) -> Said:
    """Mails without HTML and pictures; `text and html` brings them back."""
    sitting.me.text_only = "html" not in statement.text.lower()
    return Message("your mails are plain text") if sitting.me.text_only else Message("your mails have text and HTML")
