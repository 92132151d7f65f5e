"""One's time zone."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.changing import change_person
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_zone
from moderator.store.mails import Said


@command("zone", "zone Europe/Paris", "arranging", also=("timezone", "time zone"))
def zone(statement: Statement, submission: Submission) -> Said:
    """Sets your time zone: deadlines are shown in it and quiet hours counted in it."""
    words = 2 if statement.text.lower().startswith("time zone") else 1
    name = of_time(lambda: read_zone(rest(statement, words)))
    change_person(submission, zone=name)
    return Message("your zone is {name}", name=name)
