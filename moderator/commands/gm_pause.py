"""The moderator stops the clock."""

from __future__ import annotations

from moderator.commands.moderating import tell
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.inbox.reading import Statement


@command("gm pause", "gm pause", "moderator", gm=True)
def pause(statement: Statement, sitting: Sitting) -> str:
    """Stops the game's clock. Players may still move."""
    deadlines.pause(sitting.desk, sitting.game)
    tell(sitting, "The game is paused", "The moderator stopped the clock.")
    return "the clock stands still"
