"""Closing the entry of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import announcing
from moderator.events.overview import Overview
from moderator.events.shown import entered_told
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus


@command("td close", "td close spring-cup", "director", of_event=True)
def close(statement: Statement, submission: Submission) -> Said:
    """Closes entry, after you confirm: the terms are frozen, and the seed of all draws is published."""
    cup, _ = named(statement, submission, 2, "td close spring-cup")
    _open(cup)
    shown = Message(
        "close entry to {cup}: {count} have entered, the terms are frozen and the seed of all draws is published",
        cup=cup.name,
        count=announcing.may_close(submission.desk, cup),
    )
    overview = Overview.of(submission.desk, cup)
    about = [*entered_told(submission.desk, overview), *_first_round(submission, overview)]
    return dangerous(submission, cup, "close an entry", shown, about)


def _first_round(submission: Submission, overview: Overview) -> list[Said]:
    """What closing entry sets going by itself: whoever wants to see the draw first must know before."""
    if not overview.terms.by_itself:
        return []
    starts, line = overview.terms.starts, f"td change {overview.cup.id} next round on my word"
    if starts is not None and starts > submission.desk.now:
        return [
            Message(
                "The first round is drawn and published by itself {moment}. To see the draw before, write first: "
                "{line}",
                moment=Moment(starts),
                line=line,
            )
        ]
    return [
        Message(
            "The first round is drawn and published at once, with everybody who has entered, and its games begin. To "
            "see the draw before, write first: {line}",
            line=line,
        )
    ]


@confirmed("close an entry")
def closed(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td close")
    _open(cup)
    announcing.close(submission.desk, cup, writer(submission))
    return Message("entry to {cup} is closed; the seed is {seed}", cup=cup.name, seed=cup.seed)


def _open(cup: Cup) -> None:
    if cup.status != CupStatus.OPEN:
        raise Refused("Entry to {cup} is closed.", cup=cup.name)
