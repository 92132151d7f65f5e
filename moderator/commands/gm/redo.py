"""The moderator brings back what was taken back."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.moderating import orders_of, tell_back
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import taken_back
from moderator.table.playing import refuse_if_closed


@command("gm redo", "gm redo", "moderator")
def redo(statement: Statement, submission: Submission) -> Said:
    """Brings back the moves that were just taken back, as long as nobody has moved since."""
    desk, play = submission.desk, submission.begun
    refuse_if_closed(play)
    undoing = play.seq
    moves = play.bring_back(desk.now)
    if not moves:
        raise Refused("The last thing that happened was no undo.", instead=("history",))
    back = taken_back.go_again(desk, play, undoing, moves)
    submission.changed = True
    count = sum(bool(move.events) for move in moves)
    text = Message("The moderator brought back what was taken back ({count} moves).", count=count)
    tell_back(submission, Message("Moves brought back"), text, back, orders=orders_of(moves))
    return Message("{count} moves brought back", count=count)
