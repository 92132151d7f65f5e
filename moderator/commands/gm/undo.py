"""The moderator takes the game back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Refused, State
from engine.message import Message
from moderator.hearing.confirming import ask, confirmed
from moderator.hearing.moderating import orders_of, tell_back, where
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import MoveRow
from moderator.table import taken_back
from moderator.table.playing import refuse_if_closed


@command("gm undo to", "gm undo to 41", "moderator", also=("gm rollback", "gm undo"))
def undo_to(statement: Statement, submission: Submission) -> Said:
    """Takes the game back to the position after the move you name, after you confirm; history keeps what was
    undone, and `gm redo` brings it back as long as nobody has moved."""
    digits = statement.text.split()[-1]
    play = submission.begun
    refuse_if_closed(play)
    if not digits.isdecimal() or int(digits[:9]) >= play.seq:
        raise Refused(
            "Name a move earlier than {number}.",
            instead=("history", f"gm undo to {max(play.seq - 1, 0)}"),
            number=play.seq,
        )
    to = int(digits[:9])
    moves = [move for move in play.moves(since=to) if move.events]
    if not moves:
        raise Refused("No move that stands comes after that.", instead=("history",))
    return ask(submission, "take the game back", {"to": to, "seq": play.seq}, shown=_shown(play.state_at(to), moves))


def _shown(there: State, moves: Sequence[MoveRow]) -> Message:
    """What it would do: how many moves, which was the first of them, and where the game would stand."""
    return Message(
        "take back {count} moves, from {first} on, to {where}",
        count=len(moves),
        first=f"{moves[0].seq} {moves[0].by}: {moves[0].order}",
        where=where(there),
    )


@confirmed("take the game back")
def take_back(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back, if it still means what was shown."""
    play, to = submission.live, int(kept["to"])
    if play.seq != int(kept["seq"]):
        raise Refused("The game has moved on since you asked.", instead=(f"gm undo to {to}",))
    undone = play.take_back(to, "", "gm", submission.mail_id, submission.desk.now)
    back = taken_back.come_back(submission.desk, play, to)
    submission.changed = True
    count = sum(bool(move.events) for move in undone)
    text = Message("The moderator took the game back to move {number} ({count} moves).", number=to, count=count)
    tell_back(submission, Message("Moves taken back"), text, back, orders=orders_of(undone))
    return Message("{count} moves taken back", count=count)
