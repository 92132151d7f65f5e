"""Accepting an invitation."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import seating
from moderator.inbox.reading import Statement


@command("join", "join", "coming and going")
def join(statement: Statement, sitting: Sitting) -> Said:
    """Accepts an invitation. The game begins when everybody has joined."""
    if sitting.my_seat.status == "joined" and sitting.game.row.status == "inviting":
        return Message("you have joined already")
    seating.join(sitting.desk, sitting.game, sitting.my_seat)
    return (
        Message("welcome; the game begins when all have joined")
        if not sitting.game.running
        else Message("welcome; the game begins")
    )
