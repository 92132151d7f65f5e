"""The days on which one's clock runs."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import of_time, rest
from moderator.commands.arranging import change_person
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_weekdays,
)
from moderator.inbox.reading import Statement


@command("weekdays", "weekdays Mon-Fri", "arranging", also=("days",))
def weekdays(statement: Statement, sitting: Sitting) -> Said:
    """Sets the days on which your clock runs."""
    text = rest(statement)
    of_time(lambda: read_weekdays(text))
    change_person(sitting, weekdays=text[:16])
    return Message("your clock runs on {days}", days=text or Message("every day"))
