"""The stock market, on request."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("market", "market", "asking", also=("stock market",))
def market(statement: Statement, sitting: Sitting) -> str:
    """Sends you the stock market with every company's place on it."""
    sitting.say("Market", "\n".join(sitting.desk.rules.market(sitting.begun.state)))
    return "see below"
