"""The moderator gives time."""

from __future__ import annotations

from moderator.hearing.arguments import of_time, rest
from moderator.hearing.moderating import new_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_duration
from moderator.store.mails import Said
from moderator.table import deadlines


@command("gm extend", "gm extend 24h", "moderator")
def extend(statement: Statement, submission: Submission) -> Said:
    """Gives the player to move more time."""
    more = of_time(lambda: read_duration(rest(statement, 2)), "gm extend 24h")
    return new_deadline(submission, lambda: deadlines.extend(submission.desk, submission.game, more))
