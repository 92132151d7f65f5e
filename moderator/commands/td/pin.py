"""Who is to sit together in the next draws."""

from __future__ import annotations

from moderator.events.wishes import wished
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td pin", "td pin spring-cup Anna, Boris", "director", of_event=True)
def pin(statement: Statement, submission: Submission) -> Said:
    """Seats players together in the draws to come; said again, no longer."""
    cup, more = named(statement, submission, 2, "td pin spring-cup Anna, Boris")
    return wished(submission.desk, cup, "pins", more, writer(submission))
