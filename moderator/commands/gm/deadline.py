"""The moderator sets the deadline."""

from __future__ import annotations

from engine import Refused
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.moderating import new_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_moment
from moderator.store.mails import Said
from moderator.table import deadlines


@command("gm deadline", "gm deadline 2026-11-20 21:00", "moderator")
def deadline(statement: Statement, submission: Submission) -> Said:
    """Sets the open deadline, in your own time zone."""
    at = of_time(lambda: read_moment(rest(statement, 2), submission.me.zone), "gm deadline 2026-11-20 21:00")
    if submission.game.paused_at is not None:
        raise Refused("The game is paused: no deadline runs.", instead=("gm resume",))
    if at <= submission.desk.now:
        raise Refused("That moment has passed.")
    return new_deadline(submission, lambda: deadlines.fix(submission.desk, submission.game, at))
