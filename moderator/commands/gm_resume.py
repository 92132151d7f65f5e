"""The moderator lets the clock run again."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.moderating import tell_deadline
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.inbox.reading import Statement


@command("gm resume", "gm resume", "moderator", gm=True)
def resume(statement: Statement, sitting: Sitting) -> Said:
    """Lets the clock run again; nobody loses the time of the pause."""
    deadlines.resume(sitting.desk, sitting.game)
    tell_deadline(sitting, Message("The game goes on"), Message("The clock runs again."))
    return Message("the clock runs")
