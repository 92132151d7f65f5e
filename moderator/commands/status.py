"""The position, on request."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement
from moderator.outbox import views


@command("status", "status", "asking", also=("report",))
def status(statement: Statement, sitting: Sitting) -> Said:
    """Sends you the position: players, companies, market, map, and whose move it is."""
    play = sitting.game
    if play.row.status == "inviting":
        names = [one.name for one in play.players if one.status == "invited"]
        waiting = Listed(names or (Message("nobody"),), ",")
        sitting.say(
            Message("Position"),
            Message("The game has not begun. Invited and not yet answered: {seats}.", seats=waiting),
        )
    else:
        sitting.say(Message("Position"), views.report(sitting.desk, play, play.state, sitting.language).text)
    return Message("see below")
