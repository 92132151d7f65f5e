"""Leaving an event between rounds: what can't be had back is shown, and left when one word has come back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import entry
from moderator.events.announcing import find
from moderator.hearing.confirming import OWN, ask, confirmed
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup, CupEntry
from moderator.store.mails import Said
from moderator.store.tables import Person


@command("withdraw from", "withdraw from spring-cup", "events")
def withdraw_from(statement: Statement, submission: Submission) -> Said:
    """Takes you out of a tournament, as long as no table waits for you; after you confirm, where you could not come
    back as if you had never left. Results you have stay."""
    cup, _ = named(statement, submission, 2, "withdraw from spring-cup")
    mine, person = _mine(submission, cup)
    if mine.status in entry.HERE and entry.waiting_at(submission.desk, cup, mine) is not None:
        return _left(submission, cup, mine)
    entry.may_leave(cup, mine)
    lost = entry.lost_by_leaving(submission.desk, cup, mine, person)
    if lost is None:
        return _left(submission, cup, mine)
    shown = Message("leave {cup}: {lost}", cup=cup.name, lost=lost)
    return ask(submission, "leave an event", {OWN: True, "cup": cup.id}, shown=shown)


@confirmed("leave an event")
def left(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back; meanwhile they may have been drawn, or have left."""
    cup = find(submission.desk, str(kept["cup"]), locked=True)
    mine, _ = _mine(submission, cup)
    return _left(submission, cup, mine)


def _mine(submission: Submission, cup: Cup) -> tuple[CupEntry, Person]:
    """The writer's own entry. Raises Refused."""
    person = submission.person
    mine = submission.desk.cups.entry_of(cup.id, person.id) if person is not None else None
    if mine is None or person is None:
        raise Refused("You are not in {cup}.", cup=cup.name, instead=("events",))
    return mine, person


def _left(submission: Submission, cup: Cup, mine: CupEntry) -> Said:
    table = entry.waiting_at(submission.desk, cup, mine) if mine.status in entry.HERE else None
    if table is not None:
        return entry.cannot_play(submission.desk, cup, mine, table, writer(submission))
    entry.withdraw(submission.desk, cup, mine, writer(submission))
    return Message("you have left {cup}", cup=cup.name)
