"""The moderator excuses a miss."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import seat_named, tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import ladder


@command("gm excuse", "gm excuse Red", "moderator")
def excuse(statement: Statement, submission: Submission) -> Said:
    """Excuses a player's latest miss: it no longer counts for the ladder, for what lateness costs, or for their
    reliability."""
    seat = seat_named(submission, rest(statement, 2), "gm excuse Red")
    if not ladder.excuse(submission.desk, submission.game, seat):
        raise Refused("{seat} has missed nothing that could be excused.", instead=("gm status",), seat=seat.name)
    text = Message("{seat}'s latest miss is excused; {count} in a row are left.", seat=seat.name, count=seat.in_row)
    tell(submission, Message("A miss is excused"), text, seat=seat.name)
    return text
