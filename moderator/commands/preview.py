"""Trying a mail without playing it."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("preview", "preview", "asking", also=("try", "dry run"))
def preview(statement: Statement, sitting: Sitting) -> str:
    """Anywhere in a mail: everything in it is tried and shown, nothing is played."""
    sitting.preview = True
    return "nothing of this mail is played"
