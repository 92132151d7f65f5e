"""One's time zone."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import of_time, rest
from moderator.commands.arranging import change_person
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_zone,
)
from moderator.inbox.reading import Statement


@command("zone", "zone Europe/Paris", "arranging", also=("timezone", "time zone"))
def zone(statement: Statement, sitting: Sitting) -> Said:
    """Sets your time zone: deadlines are shown in it and quiet hours counted in it."""
    words = 2 if statement.text.lower().startswith("time zone") else 1
    name = of_time(lambda: read_zone(rest(statement, words)))
    change_person(sitting, zone=name)
    return Message("your zone is {name}", name=name)
