"""The moderator changes how long a decision may take."""

from __future__ import annotations

from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.pace import hours_said

FORMS = ("gm hours 24", "gm hours auction 12")


@command("gm hours", "gm hours 24  ·  gm hours auction 12", "moderator")
def hours(statement: Statement, submission: Submission) -> Said:
    """Changes the hours for a decision, from the next one on: for all kinds of round, or for the one you name."""
    changes = term(f"hours {rest(statement, 2)}", submission.game.terms, *FORMS)
    title = submission.game.title
    return change_terms(submission, changes, lambda terms: hours_said(terms, title), at_once=False, sentences=True)
