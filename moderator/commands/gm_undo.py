"""The moderator takes the game back."""

from __future__ import annotations

from moderator.commands.moderating import tell
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm undo to", "gm undo to 41", "moderator", gm=True, also=("gm rollback", "gm undo"))
def undo_to(statement: Statement, sitting: Sitting) -> str:
    """Takes the game back to the position after the move you name; history keeps what was undone."""
    digits = statement.text.split()[-1]
    play = sitting.game
    if not digits.isdigit() or int(digits[:9]) >= play.row.seq:
        raise Refusal(
            f"Name an earlier move than {play.row.seq}.", instead=("history", f"gm undo to {max(play.row.seq - 1, 0)}")
        )
    undone = play.take_back(int(digits), "", "gm", sitting.mail_id, sitting.desk.now)
    sitting.changed = True
    tell(sitting, "Moves taken back", f"The moderator took the game back to move {digits} ({len(undone)} moves).")
    return f"{len(undone)} moves taken back"
