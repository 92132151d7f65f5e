"""Declining an invitation; in a game under way the same word is a pass."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.changing import in_their_language
from moderator.hearing.orders import take_order
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.table import seating


@command("decline", "decline", "coming and going")
def decline(statement: Statement, submission: Submission) -> Said:
    """Says no to an invitation; the others are told. Once the game has begun it means `pass`."""
    asked = submission.my_seat.status == SeatStatus.INVITED
    if submission.live.status != GameStatus.INVITING and not asked:
        return take_order(statement, submission)
    in_their_language(submission)
    seating.decline(submission.desk, submission.game, submission.my_seat)
    submission.changed = submission.game.running
    return Message("thanks for letting us know; the others have been told")
