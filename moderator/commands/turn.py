"""Guarding a mail against being played on another turn."""

from __future__ import annotations

from moderator.commands.arguments import number
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("turn", "turn 41", "orders")
def turn(statement: Statement, sitting: Sitting) -> str:
    """Guards your orders: if turn 41 is over when your mail arrives, nothing of it is played."""
    play, named = sitting.game, number(statement, -1)
    if not play.row.turn <= named <= play.row.seq + 1:
        now = f"It is now turn {play.row.turn}, {play.row.mover} to move."
        if not play.running:
            now = "The game is not running."
        gone = "is over" if named < play.row.turn else "has not come yet"
        raise Refusal(f"Turn {named} {gone}. {now}", instead=(f"turn {play.row.turn}",))
    return "that is the present turn"
