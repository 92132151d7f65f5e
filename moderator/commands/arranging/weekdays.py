"""The days on which one's clock runs."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.changing import change_person
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import LEAST_DAYS, read_weekdays, write_weekdays
from moderator.store.mails import Said
from moderator.table.pace import days_said


@command("weekdays", "weekdays Mon-Fri", "arranging", also=("days",))
def weekdays(statement: Statement, submission: Submission) -> Said:
    """Sets the days on which your clock runs, four of them at least."""
    text = rest(statement)
    days = of_time(lambda: read_weekdays("" if text.lower() in ("all", "every day") else text))
    if len(days) < LEAST_DAYS:
        raise Refused("At least {days} days a week must count.", instead=("weekdays Mon-Fri",), days=LEAST_DAYS)
    change_person(submission, weekdays=write_weekdays(days))
    return Message("your clock runs on {days}", days=days_said(write_weekdays(days)))
