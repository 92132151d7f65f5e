"""Declining an invitation; in a game under way the same word is a pass."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.orders import take_order
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import seating
from moderator.inbox.reading import Statement


@command("decline", "decline", "coming and going")
def decline(statement: Statement, sitting: Sitting) -> Said:
    """Says no to an invitation; the others are told. Once the game has begun it means `pass`."""
    if sitting.game.row.status != "inviting":
        return take_order(statement, sitting)
    seating.decline(sitting.desk, sitting.game, sitting.my_seat)
    return Message("thank you for saying so; the others are told")
