"""Publishing a draw."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events import rounds
from moderator.events.overview import Overview
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus


@command("td publish", "td publish spring-cup", "director", of_event=True)
def publish(statement: Statement, submission: Submission) -> Said:
    """Publishes the draw: all games are made and begin."""
    cup, _ = named(statement, submission, 2, "td publish spring-cup")
    row = Overview.of(submission.desk, cup).last
    if row is None or row.status != RoundStatus.DRAWN:
        raise Refused("No round of {cup} waits to be published.", cup=cup.name, instead=(f"td draw {cup.id}",))
    rounds.publish(submission.desk, cup, row, writer(submission))
    return Message("round {round} is being published", round=row.number)
