"""Guarding a mail against being played on another turn."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("turn", "turn 41", "orders")
def turn(statement: Statement, sitting: Sitting) -> Said:
    """Guards your orders: if turn 41 is over when your mail arrives, nothing of it is played."""
    play, named = sitting.game, number(statement, -1)
    if not play.row.turn <= named <= play.row.seq + 1:
        now = Message("It is now turn {turn}, {mover} to move.", turn=play.row.turn, mover=play.row.mover or "")
        if not play.running:
            now = Message("The game is not running.")
        gone = Message("Turn {turn} has not come yet. {now}", turn=named, now=now)
        if named < play.row.turn:
            gone = Message("Turn {turn} is over. {now}", turn=named, now=now)
        raise Refusal(gone, instead=(f"turn {play.row.turn}",))
    return Message("that is the present turn")
