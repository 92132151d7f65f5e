"""The moderator has the safe orders played for who is late."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import noshow
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm process turn", "gm process turn 41", "moderator", gm=True)
def process(statement: Statement, sitting: Sitting) -> Said:
    """Plays a safe order for a player who is late, if it is still that turn."""
    play = sitting.game
    digits = statement.text.split()[-1]
    if not digits.isdigit() or int(digits[:9]) != play.row.turn:
        raise Refusal("It is turn {turn} now.", instead=(f"gm process turn {play.row.turn}",), turn=play.row.turn)
    mover = play.mover
    if mover is None:
        raise Refusal("Nobody has to move.")
    orders = noshow.play_default(sitting.desk, play, mover)
    sitting.changed = True
    tell(sitting, Message("A default was played for {mover}", mover=mover.name), "; ".join(orders))
    return "; ".join(orders)
