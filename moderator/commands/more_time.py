"""Asking the moderator for time."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import of_time, rest
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_duration,
)
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("more time", "more time 24h", "arranging")
def more_time(statement: Statement, sitting: Sitting) -> Said:
    """Asks the game's moderator for more time for the decision you have to make."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    wanted = of_time(lambda: read_duration(rest(statement, 2) or "24h"))
    if play.row.mover != seat.name:
        raise Refusal("It is not your move, so no time of yours is running.")
    gm = next((other for other in play.seats if other.role == "gm"), None)
    if gm is None:
        raise Refusal("This game has no moderator to ask.", instead=("vote pause yes",))
    hours_ = int(wanted.total_seconds() // 3600)
    text = Message(
        "{seat} asks for {hours} more hours. Grant it by replying:  gm extend {hours}h", seat=seat.name, hours=hours_
    )
    desk.post_to_seat(
        gm,
        f"more time {sitting.mail_id}",
        "notice",
        {"title": Message("{seat} asks for time", seat=seat.name), "text": text},
    )
    return Message("your moderator was asked")
