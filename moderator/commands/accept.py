"""Agreeing to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import offer_number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.inbox.reading import Statement


@command("accept", "accept 7", "agreements", also=("agree",))
def accept(statement: Statement, sitting: Sitting) -> Said:
    """Agrees to an offer made to you."""
    row = offers.accept(sitting.desk, sitting.game, sitting.my_seat, offer_number(statement))
    sitting.changed = True
    return Message("agreed: {offer}", offer=offers.describe(row))
