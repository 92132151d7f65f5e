"""Who plays whom in the present round of an event."""

from __future__ import annotations

from engine.message import Message
from moderator.events.overview import Overview
from moderator.events.shown import pairings_told
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("pairings", "pairings spring-cup", "events", asks=True)
def pairings(statement: Statement, submission: Submission) -> Said:
    """Shows the tables of an event's present round."""
    cup, _ = named(statement, submission, 1, "pairings spring-cup", locked=False)
    told = pairings_told(submission.desk, Overview.of(submission.desk, cup))
    submission.say(Message("Tables of {cup}", cup=cup.name), told)
    return Message("see below")
