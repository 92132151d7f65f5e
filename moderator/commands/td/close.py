"""Closing the entry of an event."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events import announcing
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus


@command("td close", "td close spring-cup", "director", of_event=True)
def close(statement: Statement, submission: Submission) -> Said:
    """Closes entry: the terms are frozen, and the seed of all draws is published."""
    cup, _ = named(statement, submission, 2, "td close spring-cup")
    if cup.status != CupStatus.OPEN:
        raise Refused("Entry to {cup} is closed.", cup=cup.name)
    announcing.close(submission.desk, cup, writer(submission))
    return Message("entry to {cup} is closed; the seed is {seed}", cup=cup.name, seed=cup.seed)
