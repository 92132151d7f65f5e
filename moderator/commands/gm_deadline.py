"""The moderator sets the deadline."""

from __future__ import annotations

from moderator.commands.arguments import of_time, rest
from moderator.commands.moderating import new_deadline
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.clock import read_moment
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm deadline", "gm deadline 2026-11-20 21:00", "moderator", gm=True)
def deadline(statement: Statement, sitting: Sitting) -> Said:
    """Sets the open deadline, in your own time zone."""
    at = of_time(lambda: read_moment(rest(statement, 2), sitting.me.zone), "gm deadline 2026-11-20 21:00")
    if sitting.game.row.paused_at is not None:
        raise Refusal("The game is paused: no deadline runs.", instead=("gm resume",))
    if at <= sitting.desk.now:
        raise Refusal("That moment has passed.")
    return new_deadline(sitting, deadlines.fix(sitting.desk, sitting.game, at))
