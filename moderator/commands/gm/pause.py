"""The moderator stops the clock."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.moderating import tell_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import deadlines


@command("gm pause", "gm pause", "moderator")
def pause(statement: Statement, submission: Submission) -> Said:
    """Stops the game's clock. Players may still move."""
    deadlines.pause(submission.desk, submission.not_over)
    tell_deadline(submission, Message("The game is paused"), Message("The moderator stopped the clock."))
    return Message("the clock is stopped")
