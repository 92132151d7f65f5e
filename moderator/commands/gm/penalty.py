"""The moderator changes what lateness costs."""

from __future__ import annotations

from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.pace import penalty_said


@command("gm penalty", "gm penalty cash 5  ·  gm penalty points 1  ·  gm penalty none", "moderator")
def penalty(statement: Statement, submission: Submission) -> Said:
    """Changes what each hour begun after a deadline costs: cash at the end, points of a tournament, or nothing."""
    changes = term(f"penalty {rest(statement, 2)}", submission.game.terms, "gm penalty none")
    return change_terms(submission, changes, penalty_said, sentences=True)
