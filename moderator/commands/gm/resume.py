"""The moderator lets the clock run again."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.moderating import tell_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import deadlines


@command("gm resume", "gm resume", "moderator")
def resume(statement: Statement, submission: Submission) -> Said:
    """Lets the clock run again; nobody loses the time of the pause."""
    deadlines.resume(submission.desk, submission.not_over)
    tell_deadline(submission, Message("The game goes on"), Message("The clock runs again."))
    return Message("the clock runs")
