"""Every order that is legal now."""

from __future__ import annotations

import engine
from engine import Refused
from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("legal", "legal", "asking")
def legal(statement: Statement, submission: Submission) -> Said:
    """Lists every legal order; where an amount is free, you may change the number."""
    play = submission.game
    if not play.running:
        raise Refused("Nothing can be ordered: the game is not running.")
    orders = engine.legal_orders(play.state)
    said = [engine.in_words(play.state, order, submission.language) for order in orders]
    submission.say(Message("Legal orders for {mover}", mover=play.to_move), "\n".join(said))
    return Message("{count} orders", count=len(orders))
