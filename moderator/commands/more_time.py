"""Asking the moderator for time."""

from __future__ import annotations

from moderator.commands.arguments import of_time, rest
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_duration,
)
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("more time", "more time 24h", "arranging")
def more_time(statement: Statement, sitting: Sitting) -> str:
    """Asks the game's moderator for more time for the decision you have to make."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    wanted = of_time(lambda: read_duration(rest(statement, 2) or "24h"))
    if play.row.mover != seat.name:
        raise Refusal("It is not your move, so no time of yours is running.")
    gm = next((other for other in play.seats if other.role == "gm"), None)
    if gm is None:
        raise Refusal("This game has no moderator to ask.", instead=("vote pause yes",))
    hours_ = int(wanted.total_seconds() // 3600)
    text = f"{seat.name} asks for {hours_} more hours. Grant it by replying:  gm extend {hours_}h"
    desk.post_to_seat(
        gm, f"more time {sitting.mail_id}", "notice", {"title": f"{seat.name} asks for time", "text": text}
    )
    return "your moderator was asked"
