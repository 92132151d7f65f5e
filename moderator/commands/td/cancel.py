"""Calling an event off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import announcing
from moderator.events.overview import Overview
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, reasoned, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import TableStatus


@command("td cancel", 'td cancel spring-cup "the reason"', "director", of_event=True)
def cancel(statement: Statement, submission: Submission) -> Said:
    """Calls the event off, after you confirm. Games under way go on as games of their own."""
    cup, more = named(statement, submission, 2, 'td cancel spring-cup "the reason"')
    _, reason = reasoned(more)
    if not reason:
        raise Refused("Say why.", instead=(f'td cancel {cup.id} "the reason"',))
    shown = Message("call {cup} off for good", cup=cup.name)
    overview = Overview.of(submission.desk, cup)
    playing = [table for table in overview.tables if table.status == TableStatus.PLAYING]
    about = [Message("Games under way that go on without the event: {count}", count=len(playing))] if playing else []
    return dangerous(submission, cup, "call an event off", shown, about, reason=reason)


@confirmed("call an event off")
def cancelled(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td cancel")
    announcing.cancel(submission.desk, cup, str(kept["reason"]), writer(submission), submission.person)
    return Message("{cup} is called off", cup=cup.name)
