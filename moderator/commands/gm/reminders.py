"""The moderator changes when players are reminded."""

from __future__ import annotations

from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.pace import reminders_said


@command("gm reminders", "gm reminders 50% 90%  ·  gm reminders none", "moderator")
def reminders(statement: Statement, submission: Submission) -> Said:
    """Changes at which parts of their time players are reminded who have no wish of their own."""
    changes = term(f"reminders {rest(statement, 2)}", submission.game.terms, "gm reminders 50% 90%")
    return change_terms(submission, changes, reminders_said, sentences=True)
