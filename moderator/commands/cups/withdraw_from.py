"""Leaving an event between rounds."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events import entry
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("withdraw from", "withdraw from spring-cup", "events")
def withdraw_from(statement: Statement, submission: Submission) -> Said:
    """Takes you out of a tournament, as long as no table waits for you. Results you have stay."""
    cup, _ = named(statement, submission, 2, "withdraw from spring-cup")
    mine = submission.desk.cups.entry_of(cup.id, submission.person.id) if submission.person is not None else None
    if mine is None:
        raise Refused("You are not in {cup}.", cup=cup.name, instead=("events",))
    table = entry.waiting_at(submission.desk, cup, mine) if mine.status in entry.HERE else None
    if table is not None:
        return entry.cannot_play(submission.desk, cup, mine, table, writer(submission))
    entry.withdraw(submission.desk, cup, mine, writer(submission))
    return Message("you have left {cup}", cup=cup.name)
