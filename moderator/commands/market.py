"""The stock market, on request."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("market", "market", "asking", also=("stock market",))
def market(statement: Statement, sitting: Sitting) -> Said:
    """Sends you the stock market with every company's place on it."""
    sitting.say(Message("Market"), "\n".join(sitting.desk.rules.market(sitting.begun.state)))
    return Message("see below")
