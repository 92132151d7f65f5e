"""The moderator changes what happens to the late."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import Terms
from moderator.store.mails import Said
from moderator.table.noshow import DEFAULT, RULES, STANDING


@command("gm late", "gm late default", "moderator")
def late(statement: Statement, submission: Submission) -> Said:
    """Changes what happens after the grace: `wait` for you, `standing` (orders on file speak, else a safe order), or
    `default`."""
    rule = rest(statement, 2).lower()
    if rule not in RULES:
        raise Refused("I can't read this.", instead=tuple(f"gm late {one}" for one in RULES))
    return change_terms(submission, {"noshow": rule}, late_said)


def late_said(terms: Terms) -> Said:
    if terms.noshow == DEFAULT:
        return Message("a safe order is played for the late")
    if terms.noshow == STANDING:
        return Message("orders on file speak for the late, else a safe order is played")
    return Message("the game waits for the late")
