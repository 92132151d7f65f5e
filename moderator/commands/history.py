"""The last moves."""

from __future__ import annotations

from moderator.commands.arguments import number
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("history", "history 20", "asking")
def history(statement: Statement, sitting: Sitting) -> str:
    """Lists the last moves (20 unless you say how many), also those that were taken back."""
    play, count = sitting.game, number(statement, 20)
    rows = play.moves(since=max(-1, play.row.seq - count), undone=True)
    lines = [f"{row.seq:>4}  {row.by or '-'}: {row.order}{'  (taken back)' if row.undone else ''}" for row in rows]
    sitting.say("History", "\n".join(lines))
    return f"{len(rows)} moves"
