"""The moderator plays for a seat."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import rest
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm as", "gm as Red … end as", "moderator", gm=True)
def act_as(statement: Statement, sitting: Sitting) -> Said:
    """Plays the lines up to `end as` for another seat; everybody is told."""
    seat = sitting.game.seat(rest(statement, 2))
    if seat is None or seat.role != "player":
        known = ", ".join(one.name for one in sitting.game.players)
        raise Refusal(
            "There is no such seat; there are {known}.", instead=(f"gm as {sitting.game.row.mover}",), known=known
        )
    sitting.acting, sitting.how = seat, "gm"
    tell(
        sitting,
        Message("The moderator plays for {seat}", seat=seat.name),
        Message("The orders are in the next report."),
    )
    return Message("the lines below are played for {seat}", seat=seat.name)


@command("end as", "end as", "moderator", gm=True)
def end_as(statement: Statement, sitting: Sitting) -> Said:
    """Ends the lines played for another seat."""
    sitting.acting, sitting.how = None, "mail"
    return Message("done")
