"""Every order that is legal now."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("legal", "legal", "asking")
def legal(statement: Statement, sitting: Sitting) -> str:
    """Lists every order that is legal now, with numbers you may change where a range is free."""
    play = sitting.game
    if not play.running:
        raise Refusal("Nothing can be ordered: the game is not running.")
    orders = sitting.desk.rules.legal_orders(play.state)
    sitting.say(f"Legal orders for {play.row.mover}", "\n".join(orders))
    return f"{len(orders)} orders"
