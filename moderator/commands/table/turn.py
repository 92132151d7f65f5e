"""Guarding a mail against being played on another turn."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("turn", "turn 41", "orders", asks=True)
def turn(statement: Statement, submission: Submission) -> Said:
    """Guards your orders: if turn 41 is over when your email arrives, nothing of it is played."""
    play, named = submission.live, number(statement, -1)
    if not play.turn <= named <= play.seq + 1:
        now = Message("It is now turn {turn}, {mover} to move.", turn=play.turn, mover=play.to_move)
        if not play.running:
            now = Message("The game is not running.")
        gone = Message("Turn {turn} has not come yet. {now}", turn=named, now=now)
        if named < play.turn:
            gone = Message("Turn {turn} is over. {now}", turn=named, now=now)
        raise Refused(gone, instead=(f"turn {play.turn}",))
    return Message("yes, that is the current turn")
