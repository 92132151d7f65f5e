"""The last moves."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.arguments import number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("history", "history 20", "asking")
def history(statement: Statement, sitting: Sitting) -> Said:
    """Lists the last moves (20 unless you say how many), also those that were taken back."""
    play, count = sitting.game, number(statement, 20)
    rows = play.moves(since=max(-1, play.row.seq - count), undone=True)
    lines: list[Said] = []
    for row in rows:
        line = f"{row.seq:>4}  {row.by or '-'}: {row.order}"
        lines.append(Message("{line}  (taken back)", line=line) if row.undone else line)
    sitting.say(Message("History"), Listed(lines, "\n"))
    return Message("{count} moves", count=len(rows))
