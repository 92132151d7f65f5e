"""No more reports."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import announce


@command("unsubscribe", "unsubscribe", "arranging")
def unsubscribe(statement: Statement, submission: Submission) -> Said:
    """Stops the reports of this game; you are still asked when it is your move. `reports each` brings them back."""
    announce.hush(submission.desk, submission.game, submission.my_seat)
    return Message("no more reports of this game; you are still asked when it is your move")
