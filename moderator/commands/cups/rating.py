"""A person's ratings."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.shown import person_named
from moderator.events.strength import told
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("rating", "rating  ·  rating Anna", "events", asks=True)
def rating(statement: Statement, submission: Submission) -> Said:
    """Shows your ratings by title and your reliability, or those of somebody who is rated."""
    name = rest(statement)
    person = person_named(submission.desk, name) if name else submission.me
    submission.say(
        Message("Rating of {name}", name=person.name), Listed(told(submission.desk, person, to=submission.person), "\n")
    )
    return Message("see below")
