"""Changing the terms of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import announcing, entry
from moderator.events.terms import decode
from moderator.events.terms_told import change_told
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, reasoned, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus


@command("td change", "td change spring-cup round 90 days because two tables need longer", "director", of_event=True)
def change(statement: Statement, submission: Submission) -> Said:
    """Changes one line of an event's terms. Everybody in it is told; once entry is closed it needs your reason, and you
    confirm it."""
    cup, more = named(statement, submission, 2, "td change spring-cup round 90 days")
    line, reason = reasoned(more)
    if not line:
        raise Refused("What is to change?", instead=("td change spring-cup round 90 days",))
    if cup.status == CupStatus.OPEN:
        return _change(submission, cup, line, reason)
    new, _, _ = announcing.changed(submission.desk, cup, [line], reason, submission.zone)
    told = change_told(decode(cup.terms), new)
    shown = Message("change the terms of {cup}. {change}", cup=cup.name, change=told)
    return dangerous(submission, cup, "change frozen terms", shown, line=line, reason=reason)


@confirmed("change frozen terms")
def change_frozen(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td change")
    return _change(submission, cup, str(kept["line"]), str(kept["reason"]))


def _change(submission: Submission, cup: Cup, line: str, reason: str) -> Said:
    before = decode(cup.terms).places
    said = announcing.change(submission.desk, cup, [line], reason, writer(submission), submission.zone)[0]
    up = entry.move_up(submission.desk, cup, decode(cup.terms).places - before)
    return Listed((said, *up), "\n") if up else said
