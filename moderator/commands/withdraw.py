"""Taking back an offer one made."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import offer_number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.inbox.reading import Statement


@command("withdraw", "withdraw 7", "agreements")
def withdraw(statement: Statement, sitting: Sitting) -> Said:
    """Takes back an offer you made."""
    row = offers.refuse(sitting.desk, sitting.game, sitting.my_seat, offer_number(statement))
    return Message("{status}: {offer}", status=offers.status(row), offer=offers.describe(row))
