"""The moderator gives time."""

from __future__ import annotations

from moderator.commands.arguments import of_time, rest
from moderator.commands.moderating import new_deadline
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.clock import read_duration
from moderator.inbox.reading import Statement


@command("gm extend", "gm extend 24h", "moderator", gm=True)
def extend(statement: Statement, sitting: Sitting) -> Said:
    """Gives the player to move more time."""
    more = of_time(lambda: read_duration(rest(statement, 2)), "gm extend 24h")
    return new_deadline(sitting, deadlines.extend(sitting.desk, sitting.game, more))
