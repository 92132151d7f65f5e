"""What one has on file for later."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers, standing
from moderator.inbox.reading import Statement


@command("orders", "orders", "ahead", also=("list orders", "my orders"))
def list_orders(statement: Statement, sitting: Sitting) -> Said:
    """Lists the orders you have on file for later, and the offers that wait for an answer."""
    rows = standing.open_orders(sitting.desk, sitting.my_seat)
    open_offers = offers.offers_for(sitting.desk, sitting.game, sitting.my_seat)
    lines: list[Said] = [f"{row.number}: {row.text}" for row in rows] or [Message("No orders on file.")]
    lines += [
        Message(
            "offer {number} by {by}: {offer} ({status})",
            number=row.number,
            by=row.by,
            offer=offers.describe(row),
            status=offers.status(row),
        )
        for row in open_offers
    ]
    sitting.say(Message("On file"), Listed(lines, "\n"))
    return Message("{count} on file", count=len(rows))
