"""The position, on request."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement
from moderator.outbox import views


@command("status", "status", "asking", also=("report",))
def status(statement: Statement, sitting: Sitting) -> str:
    """Sends you the position: players, companies, market, map, and whose move it is."""
    play = sitting.game
    if play.row.status == "inviting":
        waiting = ", ".join(seat.name for seat in play.players if seat.status == "invited")
        sitting.say("Position", f"The game has not begun. Invited and not yet answered: {waiting or 'nobody'}.")
    else:
        sitting.say("Position", views.position(sitting.desk, play, sitting.seat).parts.text)
    return "see below"
