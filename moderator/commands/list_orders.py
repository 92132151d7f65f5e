"""What one has on file for later."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import offers, standing
from moderator.inbox.reading import Statement


@command("orders", "orders", "ahead", also=("list orders", "my orders"))
def list_orders(statement: Statement, sitting: Sitting) -> str:
    """Lists the orders you have on file for later, and the offers that wait for an answer."""
    rows = standing.open_orders(sitting.desk, sitting.my_seat)
    open_offers = offers.offers_for(sitting.desk, sitting.game, sitting.my_seat)
    lines = [f"{row.number}: {row.text}" for row in rows] or ["No orders on file."]
    lines += [f"offer {row.number} by {row.by}: {offers.describe(row)} ({row.status})" for row in open_offers]
    sitting.say("On file", "\n".join(lines))
    return f"{len(rows)} on file"
