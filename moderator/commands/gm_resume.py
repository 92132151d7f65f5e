"""The moderator lets the clock run again."""

from __future__ import annotations

from moderator.commands.moderating import tell
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.inbox.reading import Statement


@command("gm resume", "gm resume", "moderator", gm=True)
def resume(statement: Statement, sitting: Sitting) -> str:
    """Lets the clock run again; nobody loses the time of the pause."""
    deadlines.resume(sitting.desk, sitting.game)
    tell(sitting, "The game goes on", "The clock runs again.")
    return "the clock runs"
