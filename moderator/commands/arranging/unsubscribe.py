"""No more reports."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.changing import in_their_language
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus
from moderator.table import announce, seating


@command("unsubscribe", "unsubscribe", "arranging")
def unsubscribe(statement: Statement, submission: Submission) -> Said:
    """Stops the reports of this game; you are still asked when it is your move. `reports each` brings them back."""
    if submission.my_seat.status == SeatStatus.INVITED:
        # Who wants no email of a game does not want to play it, and nobody waits for them.
        in_their_language(submission)
        seating.decline(submission.desk, submission.live, submission.my_seat)
        submission.changed = submission.game.running
        return Message("the invitation is declined, and whoever invited you knows; no more emails of this game")
    announce.hush(submission.desk, submission.game, submission.my_seat)
    return Message("no more reports of this game; you are still asked when it is your move")
