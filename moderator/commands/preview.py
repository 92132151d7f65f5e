"""Trying a mail without playing it."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("preview", "preview", "asking", anywhere=True, also=("try", "dry run"))
def preview(statement: Statement, sitting: Sitting) -> Said:
    """Anywhere in a mail: everything in it is tried and shown, nothing is played."""
    sitting.preview = True
    return Message("nothing of this mail is played")
