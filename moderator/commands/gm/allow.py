"""The moderator changes how much calendars may add."""

from __future__ import annotations

from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.pace import allow_said


@command("gm allow", "gm allow 30 days  ·  gm allow any", "moderator")
def allow(statement: Statement, submission: Submission) -> Said:
    """Changes by how many days a player's own hours, weekdays and absences may put deadlines off, all together."""
    changes = term(f"allow {rest(statement, 2)}", submission.game.terms, "gm allow 30 days")
    return change_terms(submission, changes, allow_said, sentences=True)
