"""The moderator stops the clock."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.moderating import tell_deadline
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.inbox.reading import Statement


@command("gm pause", "gm pause", "moderator", gm=True)
def pause(statement: Statement, sitting: Sitting) -> Said:
    """Stops the game's clock. Players may still move."""
    deadlines.pause(sitting.desk, sitting.game)
    tell_deadline(sitting, Message("The game is paused"), Message("The moderator stopped the clock."))
    return Message("the clock stands still")
