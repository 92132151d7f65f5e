"""What was done in an event."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.interests import refuse_names
from moderator.events.overview import Overview
from moderator.events.shown import deeds_told
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said

MOST = 200


@command("td log", "td log spring-cup", "director", of_event=True, asks=True)
def log(statement: Statement, submission: Submission) -> Said:
    """Shows who did what in the event, what it was before and is now, and why."""
    cup, _ = named(statement, submission, 2, "td log spring-cup", locked=False)
    refuse_names(submission.desk, Overview.of(submission.desk, cup), None, submission.person)
    lines = deeds_told(submission.desk.cups.deeds(cup.id, MOST))
    submission.say(Message("Log of {cup}", cup=cup.name), Listed(lines, "\n"))
    return Message("see below")
