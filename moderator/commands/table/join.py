"""Accepting an invitation."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.table import seating


@command("join", "join", "coming and going")
def join(statement: Statement, submission: Submission) -> Said:
    """Accepts an invitation. The game begins when everybody has joined; one under way goes on with you."""
    if submission.my_seat.status == SeatStatus.JOINED and submission.game.status == GameStatus.INVITING:
        return Message("you have joined already")
    under_way = submission.game.running
    seating.join(submission.desk, submission.game, submission.my_seat)
    if under_way:
        submission.changed = True
        return Message("welcome; the seat is yours")
    return (
        Message("welcome; the game begins when all have joined")
        if not submission.game.running
        else Message("welcome; the game begins")
    )
