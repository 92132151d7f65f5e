"""One's waking hours."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.changing import change_person
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import LEAST_HOURS, read_hours, waking
from moderator.store.mails import Said


@command("hours", "hours 08:00-23:00  ·  hours all", "arranging")
def hours(statement: Statement, submission: Submission) -> Said:
    """Sets your waking hours: outside them your clock stands still. At least eight hours a day count."""
    text = rest(statement)
    if text.lower() in ("all", "any", "none", ""):
        change_person(submission, hours="")
        return Message("your clock runs around the clock")
    opens, closes = of_time(lambda: read_hours(text))
    if waking(opens, closes) < LEAST_HOURS * 60:
        raise Refused("At least {hours} hours a day must count.", instead=("hours 08:00-16:00",), hours=LEAST_HOURS)
    change_person(submission, hours=text[:16])
    return Message("your clock runs only during {hours}", hours=text)
