"""Whether one wants to be rated."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("rated", "rated yes  ·  rated no", "events")
def rated(statement: Statement, submission: Submission) -> Said:
    """Has your finished games rated, or no longer. Who is rated has a public page with rating and reliability."""
    said = rest(statement).lower()
    if said not in ("yes", "no"):
        raise Refused("Write yes or no.", instead=("rated yes", "rated no"))
    submission.me.rated = said == "yes"
    submission.desk.note(submission.me.name, "rated", value=said)
    if said == "yes":
        return Message("your games are rated from now on")
    return Message("your games are no longer rated")
