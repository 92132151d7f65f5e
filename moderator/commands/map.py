"""The map, on request."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("map", "map", "asking")
def board(statement: Statement, sitting: Sitting) -> str:
    """Sends you the map as text."""
    sitting.say("Map", "\n".join(sitting.desk.rules.map(sitting.begun.state)))
    return "see below"
