"""Saying no to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import offer_number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.inbox.reading import Statement


@command("refuse", "refuse 7", "agreements")
def refuse(statement: Statement, sitting: Sitting) -> Said:
    """Says no to an offer made to you."""
    row = offers.refuse(sitting.desk, sitting.game, sitting.my_seat, offer_number(statement))
    return Message("{status}: {offer}", status=offers.status(row), offer=offers.describe(row))
