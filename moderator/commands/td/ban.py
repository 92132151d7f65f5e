"""Who is to sit apart in the next draws."""

from __future__ import annotations

from moderator.events.wishes import wished
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td ban", "td ban spring-cup Anna, Boris", "director", of_event=True)
def ban(statement: Statement, submission: Submission) -> Said:
    """Keeps players apart in the draws to come; said again, no longer."""
    cup, more = named(statement, submission, 2, "td ban spring-cup Anna, Boris")
    return wished(submission.desk, cup, "bans", more, writer(submission))
