"""Dismissing an appeal."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import rulings
from moderator.events.announcing import still_going
from moderator.events.interests import refuse_own_table
from moderator.events.overview import Overview
from moderator.hearing.directing import named, reasoned, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import TableStatus


@command("td dismiss", 'td dismiss spring-cup 3 "the reason"', "director", of_event=True)
def dismiss(statement: Statement, submission: Submission) -> Said:
    """Dismisses an appeal: the result of the table stands, if it has one."""
    cup, more = named(statement, submission, 2, 'td dismiss spring-cup 3 "the reason"')
    still_going(cup)
    said, reason = reasoned(more)
    found = re.fullmatch(r"(?:table )?(\d{1,4})", said, re.IGNORECASE)
    if found is None:
        raise Refused("I can't read this ruling.", instead=('td dismiss spring-cup 3 "the reason"',))
    overview = Overview.of(submission.desk, cup)
    table = overview.table_numbered(int(found[1]))
    refuse_own_table(submission.desk, overview, table, submission.person)
    rulings.dismiss(submission.desk, cup, table, reason, writer(submission))
    if table.status == TableStatus.DECIDED:
        return Message("the result of table {table} stands", table=table.number)
    return Message("the appeal about table {table} is dismissed; it has no result yet", table=table.number)
