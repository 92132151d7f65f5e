"""Giving a round more time."""

from __future__ import annotations

from datetime import datetime

from engine import Refused
from engine.message import Message
from moderator.events import telling
from moderator.events.announcing import still_going, write_down
from moderator.events.overview import Overview
from moderator.hearing.arguments import of_time
from moderator.hearing.directing import named, reasoned, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.office.clock import read_duration
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus


@command("td extend", 'td extend spring-cup 7 days "two tables need longer"', "director", of_event=True)
def extend(statement: Statement, submission: Submission) -> Said:
    """Lets the present round last longer; everybody is told why."""
    cup, more = named(statement, submission, 2, 'td extend spring-cup 7 days "the reason"')
    still_going(cup)
    length, reason = reasoned(more)
    desk = submission.desk
    more_time = of_time(lambda: read_duration(length), f'td extend {cup.id} 7 days "the reason"')
    if not more_time:
        raise Refused("Say how much longer.", instead=(f'td extend {cup.id} 7 days "the reason"',))
    overview = Overview.of(desk, cup)
    row = overview.last
    if row is None or row.status != RoundStatus.RUNNING or row.ends_at is None:
        raise Refused("No round of {cup} is under way.", cup=cup.name, instead=(f"td status {cup.id}",))
    if not reason:
        raise Refused("Say why.", instead=(f'td extend {cup.id} {length} "the reason"',))
    old, row.ends_at = row.ends_at, row.ends_at + more_time
    # The event looks again at what comes first: its end, or an answer that it waits for.
    cup.due_at = desk.now
    write_down(desk, cup, writer(submission), "extended", _at(old), _at(row.ends_at), reason)
    text = Message("The round now ends {moment}. The reason: {reason}", moment=Moment(row.ends_at), reason=reason)
    title = Message("{cup}: more time for round {round}", cup=cup.name, round=overview.name_of(row))
    telling.everybody(desk, cup, f"extend {row.id} {row.ends_at}", title, text)
    return Message("round {round} ends {moment}", round=overview.name_of(row), moment=Moment(row.ends_at))


def _at(moment: datetime) -> str:
    """A moment in the log, for people."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"
