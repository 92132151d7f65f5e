"""What an event is played under."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.terms import decode
from moderator.events.terms_told import told
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("terms", "terms spring-cup", "events", asks=True)
def terms(statement: Statement, submission: Submission) -> Said:
    """Shows all terms of an event."""
    cup, _ = named(statement, submission, 1, "terms spring-cup", locked=False)
    submission.say(Message("Terms of {cup}", cup=cup.name), Listed(told(decode(cup.terms)), "\n"))
    return Message("see below")
