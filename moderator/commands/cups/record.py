"""What somebody has played."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.shown import person_named, record_told
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("record", "record  ·  record Anna", "events", asks=True)
def record(statement: Statement, submission: Submission) -> Said:
    """Shows your finished games and events and your reliability, or those of somebody who is rated."""
    name = rest(statement)
    person = person_named(submission.desk, name) if name else submission.me
    lines = record_told(submission.desk, person, to=submission.person)
    submission.say(Message("Record of {name}", name=person.name), Listed(lines, "\n"))
    return Message("see below")
