"""The moderator takes the game back."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import standing
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm undo to", "gm undo to 41", "moderator", gm=True, also=("gm rollback", "gm undo"))
def undo_to(statement: Statement, sitting: Sitting) -> Said:
    """Takes the game back to the position after the move you name; history keeps what was undone."""
    digits = statement.text.split()[-1]
    play = sitting.game
    if not digits.isdigit() or int(digits[:9]) >= play.row.seq:
        raise Refusal(
            "Name an earlier move than {number}.",
            instead=("history", f"gm undo to {max(play.row.seq - 1, 0)}"),
            number=play.row.seq,
        )
    undone = play.take_back(int(digits), "", "gm", sitting.mail_id, sitting.desk.now)
    standing.suspend_proxies(sitting.desk, play, undone)
    sitting.changed = True
    tell(
        sitting,
        Message("Moves taken back"),
        Message("The moderator took the game back to move {number} ({count} moves).", number=digits, count=len(undone)),
    )
    return Message("{count} moves taken back", count=len(undone))
