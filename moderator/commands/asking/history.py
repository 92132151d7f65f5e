"""The last moves."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.hearing.arguments import number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("history", "history 20", "asking")
def history(statement: Statement, submission: Submission) -> Said:
    """Lists the last moves (20 unless you say how many), also those that were taken back."""
    play, count = submission.game, number(statement, 20)
    rows = play.moves(since=max(-1, play.seq - count), undone=True)
    lines: list[Said] = []
    for row in rows:
        line: Said = f"{row.seq:>4}  {row.by or '-'}: {row.order}"
        if row.how == "gm":
            line = Message("{line}  (by the moderator)", line=line)
        lines.append(Message("{line}  (taken back)", line=line) if row.undone else line)
    submission.say(Message("History"), Listed(lines, "\n"))
    return Message("{count} moves", count=len(rows))
