"""One's waking hours."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import of_time, rest
from moderator.commands.arranging import change_person
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_hours,
)
from moderator.inbox.reading import Statement


@command("hours", "hours 08:00-23:00  ·  hours all", "arranging")
def hours(statement: Statement, sitting: Sitting) -> Said:
    """Sets your waking hours: outside them your clock stands still."""
    text = rest(statement)
    if text.lower() in ("all", "any", "none", ""):
        change_person(sitting, hours="")
        return Message("all hours count for you")
    of_time(lambda: read_hours(text))
    change_person(sitting, hours=text[:16])
    return Message("only {hours} counts for you", hours=text)
