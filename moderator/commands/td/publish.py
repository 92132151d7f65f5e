"""Publishing a draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import rounds
from moderator.events.announcing import still_going
from moderator.events.overview import Overview
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup, CupRound
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus


@command("td publish", "td publish spring-cup", "director", of_event=True)
def publish(statement: Statement, submission: Submission) -> Said:
    """Publishes the draw, after you confirm: all games are made and begin."""
    cup, _ = named(statement, submission, 2, "td publish spring-cup")
    overview, row = _drawn(submission, cup)
    shown = Message(
        "publish the draw of round {round} of {cup}; games that begin: {count}",
        round=overview.name_of(row),
        cup=cup.name,
        count=len(overview.tables_of(row)),
    )
    return dangerous(submission, cup, "publish a draw", shown, drawn=row.drawn_at.isoformat())


@confirmed("publish a draw")
def published(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td publish")
    overview, row = _drawn(submission, cup)
    if row.drawn_at.isoformat() != kept["drawn"]:
        raise Refused("It was drawn again since you asked.", instead=(f"td publish {cup.id}",))
    rounds.publish(submission.desk, cup, row, writer(submission))
    return Message("round {round} is being published", round=overview.name_of(row))


def _drawn(submission: Submission, cup: Cup) -> tuple[Overview, CupRound]:
    still_going(cup)
    overview = Overview.of(submission.desk, cup)
    row = overview.last
    if row is None or row.status != RoundStatus.DRAWN:
        raise Refused("No round of {cup} waits to be published.", cup=cup.name, instead=(f"td draw {cup.id}",))
    return overview, row
