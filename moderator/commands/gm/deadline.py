"""The moderator sets the deadline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.confirming import ask, confirmed
from moderator.hearing.moderating import new_deadline
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.office.clock import read_moment
from moderator.store.mails import Said
from moderator.table import deadlines

# Less than this is left to nobody by a slip of the pen.
LITTLE = timedelta(hours=1)


@command("gm deadline", "gm deadline 2026-11-20 21:00", "moderator")
def deadline(statement: Statement, submission: Submission) -> Said:
    """Sets the open deadline, in your own time zone. What takes more than half of somebody's time, or leaves them less
    than an hour, waits until you confirm it."""
    at = of_time(lambda: read_moment(rest(statement, 2), submission.zone), "gm deadline 2026-11-20 21:00")
    _refuse_if_idle(submission, at)
    row, now = deadlines.open_decision(submission.desk, submission.game.id), submission.desk.now
    due = row.due_at if row is not None else None
    if due is not None and at < due and (at - now < LITTLE or at - now < (due - now) / 2):
        zone = submission.zone
        shown = Message(
            "{player} has until {old} and would have until {new}",
            player=submission.game.to_move,
            old=Moment(due, zone),
            new=Moment(at, zone),
        )
        kept = {"at": at.isoformat(), "due": due.isoformat(), "seq": submission.game.seq}
        return ask(submission, "set a much earlier deadline", kept, shown=shown)
    return _set(submission, at)


@confirmed("set a much earlier deadline")
def set_earlier(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back, if it still means what was shown."""
    at, row = datetime.fromisoformat(kept["at"]), deadlines.open_decision(submission.desk, submission.game.id)
    _refuse_if_idle(submission, at)
    due = row.due_at if row is not None else None
    if due is None or submission.game.seq != int(kept["seq"]) or due != datetime.fromisoformat(kept["due"]):
        raise Refused("The game has moved on since you asked.", instead=("gm status",))
    return _set(submission, at)


def _refuse_if_idle(submission: Submission, at: datetime) -> None:
    if submission.game.paused_at is not None:
        raise Refused("The game is paused: no deadline runs.", instead=("gm resume",))
    if at <= submission.desk.now:
        raise Refused("That moment has passed.")


def _set(submission: Submission, at: datetime) -> Said:
    return new_deadline(submission, lambda: deadlines.fix(submission.desk, submission.game, at))
