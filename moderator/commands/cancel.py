"""Taking back what one has on file."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import standing
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("cancel", "cancel 3  ·  cancel all", "ahead")
def cancel(statement: Statement, sitting: Sitting) -> Said:
    """Takes back an order you have on file for later, by its number, or all of them."""
    wanted = statement.text.split()[-1].lower()
    if wanted not in ("all", "cancel") and not wanted.isdigit():
        raise Refusal("{wanted} is no number of an order.", instead=("orders", "cancel all"), wanted=wanted)
    rows = standing.cancel(sitting.desk, sitting.my_seat, int(wanted[:9]) if wanted.isdigit() else None)
    return Message("cancelled: {orders}", orders=Listed((row.text for row in rows), ";"))
