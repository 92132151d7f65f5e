"""Mails without HTML and pictures."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("text only", "text only  ·  text and html", "arranging", also=("text and html", "html"))
def text_only(statement: Statement, sitting: Sitting) -> str:
    """Mails without HTML and pictures; `text and html` brings them back."""
    sitting.me.text_only = "html" not in statement.text.lower()
    return "your mails are plain text" if sitting.me.text_only else "your mails have text and HTML"
