"""Appealing to the director of an event."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import rulings
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("appeal", 'appeal spring-cup "the last turn was played for me by mistake"', "events")
def appeal(statement: Statement, submission: Submission) -> Said:
    """Asks the director for a ruling on your table; until then its result does not count."""
    cup, more = named(statement, submission, 1, 'appeal spring-cup "…"')
    mine = submission.desk.cups.entry_of(cup.id, submission.person.id) if submission.person is not None else None
    if mine is None:
        raise Refused("You are not in {cup}.", cup=cup.name, instead=("events",))
    found = re.fullmatch(r"(?:table (\d{1,4})\s+)?[\"“«]?(.*?)[\"”»]?", more, re.DOTALL | re.IGNORECASE)
    assert found is not None
    table = rulings.appeal(submission.desk, cup, mine, found[2], int(found[1]) if found[1] else None)
    if table.result is None:
        return Message("the director is asked about table {table}; its game goes on", table=table.number)
    return Message("the director is asked about table {table}; its result waits", table=table.number)
