"""Accepting an invitation."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import seating
from moderator.inbox.reading import Statement


@command("join", "join", "coming and going")
def join(statement: Statement, sitting: Sitting) -> str:
    """Accepts an invitation. The game begins when everybody has joined."""
    if sitting.my_seat.status == "joined" and sitting.game.row.status == "inviting":
        return "you have joined already"
    seating.join(sitting.desk, sitting.game, sitting.my_seat)
    return "welcome; the game begins when all have joined" if not sitting.game.running else "welcome; the game begins"
