"""Changing the terms of an event."""

from __future__ import annotations

from engine import Refused
from moderator.events.announcing import change as change_terms
from moderator.hearing.directing import named, reasoned, writer, zone
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td change", "td change spring-cup round 90 days because two tables need longer", "director", of_event=True)
def change(statement: Statement, submission: Submission) -> Said:
    """Changes one line of an event's terms. Everybody in it is told; once entry is closed it needs your reason."""
    cup, more = named(statement, submission, 2, "td change spring-cup round 90 days")
    line, reason = reasoned(more)
    if not line:
        raise Refused("What is to change?", instead=("td change spring-cup round 90 days",))
    return change_terms(submission.desk, cup, [line], reason, writer(submission), zone(submission))[0]
