"""The moderator changes what becomes of those who miss again and again."""

from __future__ import annotations

from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.pace import ladder_said


@command("gm ladder", "gm ladder 2  ·  gm ladder none", "moderator")
def ladder(statement: Statement, submission: Submission) -> Said:
    """Changes after how many misses in a row the next rung comes: half the hours, then a bot, then the seat is open."""
    changes = term(f"ladder {rest(statement, 2)}", submission.game.terms, "gm ladder 2")
    return change_terms(submission, changes, ladder_said, sentences=True)
