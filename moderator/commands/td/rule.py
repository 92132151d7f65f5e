"""Ruling on a table."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import results
from moderator.events.overview import Overview
from moderator.hearing.directing import named, reasoned, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td rule", 'td rule spring-cup 3 Red > Blue = Green "as the play-outs have it"', "director", of_event=True)
def rule(statement: Statement, submission: Submission) -> Said:
    """Decides a table of the present round: its seats from the first place to the last, `=` for a shared one, and why.
    It settles appeals about it, too."""
    form = 'td rule spring-cup 3 Red > Blue = Green "the reason"'
    cup, more = named(statement, submission, 2, form)
    said, reason = reasoned(more)
    found = re.fullmatch(r"(?:table )?(\d{1,4})\s+(.+)", said, re.IGNORECASE)
    if found is None:
        raise Refused("I can't read this ruling.", instead=(form,))
    table = Overview.of(submission.desk, cup).table_numbered(int(found[1]))
    places = [[name.strip() for name in group.split("=")] for group in found[2].split(">")]
    results.rule(submission.desk, cup, table, places, reason, writer(submission))
    return Message("table {table} is ruled on", table=table.number)
