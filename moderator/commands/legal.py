"""Every order that is legal now."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("legal", "legal", "asking")
def legal(statement: Statement, sitting: Sitting) -> Said:
    """Lists every order that is legal now, with numbers you may change where a range is free."""
    play = sitting.game
    if not play.running:
        raise Refusal("Nothing can be ordered: the game is not running.")
    orders = sitting.desk.rules.legal_orders(play.state)
    sitting.say(Message("Legal orders for {mover}", mover=play.row.mover or ""), "\n".join(orders))
    return Message("{count} orders", count=len(orders))
