"""Accepting an invitation."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.hearing.changing import in_their_language
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.table import seating


@command("join", "join", "coming and going")
def join(statement: Statement, submission: Submission) -> Said:
    """Accepts an invitation. The game begins when everybody has joined; one under way goes on with you."""
    # "I'm in!" and `join` in one mail are said twice and meant once, also by whoever comes last.
    inviting = submission.live.status == GameStatus.INVITING
    if submission.my_seat.status == SeatStatus.JOINED and (inviting or submission.joined):
        return Message("you have joined already")
    under_way = submission.game.running
    changed = in_their_language(submission)
    seating.join(submission.desk, submission.game, submission.my_seat)
    submission.joined = True
    if under_way:
        submission.changed = True
        said = Message("welcome; you have joined, and the seat is yours")
    elif submission.game.running:
        said = Message("welcome; the game begins")
    else:
        said = Message("welcome; the game begins when all have joined")
    return Listed((said, changed), ";") if changed is not None else said
