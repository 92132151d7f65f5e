"""The moderator changes the grace after a deadline."""

from __future__ import annotations

from engine import Refused
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.noshow import grace_said


@command("gm grace", "gm grace 12", "moderator")
def grace(statement: Statement, submission: Submission) -> Said:
    """Changes the hours of grace after a deadline, also for whoever is late now."""
    text = rest(statement, 2).lower().removesuffix("h").strip()
    if not text.isdecimal() or len(text) > 3:
        raise Refused("I can't read this.", instead=("gm grace 12",))
    return change_terms(submission, {"grace": int(text)}, grace_said)
