"""The map, on request."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("map", "map", "asking")
def board(statement: Statement, sitting: Sitting) -> Said:
    """Sends you the map as text."""
    sitting.say(Message("Map"), "\n".join(sitting.desk.rules.map(sitting.begun.state)))
    return Message("see below")
