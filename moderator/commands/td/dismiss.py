"""Dismissing an appeal."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Listed, Message
from moderator.events import rulings
from moderator.events.announcing import still_going
from moderator.events.differences import differences, facts
from moderator.events.interests import refuse_own_table, sees_names
from moderator.events.overview import Overview
from moderator.events.shown import appeals_told
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
    desk, names = submission.desk, sees_names(overview, submission.person)
    refuse_own_table(desk, overview, table, submission.person)
    about, before = appeals_told(desk, overview, table, names=names), facts(desk, overview, names=names)
    rulings.dismiss(desk, cup, table, reason, writer(submission))
    if submission.unproved:
        # The whole mail waits for a word: what the word does stands beside it.
        changed = differences(before, facts(desk, Overview.of(desk, cup), names=names))
        submission.say(Message("Before you confirm"), Listed((*about, *(one.told for one in changed)), "\n"))
    if table.status == TableStatus.DECIDED:
        return Message("the result of table {table} stands", table=table.number)
    return Message("the appeal about table {table} is dismissed; it has no result yet", table=table.number)
