"""The moderator changes what happens to the late."""

from __future__ import annotations

from engine import Refused
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.noshow import RULES, late_said


@command("gm late", "gm late default", "moderator")
def late(statement: Statement, submission: Submission) -> Said:
    """Changes what happens after the grace: `wait` for you, `standing` (orders on file speak, else a safe order), or
    `default`."""
    rule = rest(statement, 2).lower()
    if rule not in RULES:
        raise Refused("I can't read this.", instead=tuple(f"gm late {one}" for one in RULES))
    return change_terms(submission, {"noshow": rule}, late_said)
