"""Dismissing an appeal."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import results
from moderator.events.announcing import still_going
from moderator.events.interests import refuse_own_table
from moderator.events.overview import Overview
from moderator.hearing.directing import named, reasoned, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td dismiss", 'td dismiss spring-cup 3 "the reason"', "director", of_event=True)
def dismiss(statement: Statement, submission: Submission) -> Said:
    """Lets the result of a table stand that somebody appealed against."""
    cup, more = named(statement, submission, 2, 'td dismiss spring-cup 3 "the reason"')
    still_going(cup)
    said, reason = reasoned(more)
    found = re.fullmatch(r"(?:table )?(\d{1,4})", said, re.IGNORECASE)
    if found is None:
        raise Refused("I can't read this ruling.", instead=('td dismiss spring-cup 3 "the reason"',))
    overview = Overview.of(submission.desk, cup)
    table = overview.table_numbered(int(found[1]))
    refuse_own_table(submission.desk, overview, table, submission.person)
    results.dismiss(submission.desk, cup, table, reason, writer(submission))
    return Message("the result of table {table} stands", table=table.number)
