"""The moderator changes the days that count."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.moderating import change_terms
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_weekdays
from moderator.store.mails import Said
from moderator.table.pace import days_said


@command("gm weekdays", "gm weekdays Mon-Fri  ·  gm weekdays all", "moderator")
def weekdays(statement: Statement, submission: Submission) -> Said:
    """Changes the days on which the game's clock runs."""
    text = rest(statement, 2)
    text = "" if text.lower() in ("all", "every day") else text
    of_time(lambda: read_weekdays(text), "gm weekdays Mon-Fri")
    return change_terms(
        submission,
        {"weekdays": text},
        lambda terms: Message("the clock runs on {days}", days=days_said(terms.weekdays)),
    )
