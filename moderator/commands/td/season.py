"""The next season of a league."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events.announcing import next_season
from moderator.events.finishing import moving_up
from moderator.events.overview import Overview
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td season", "td season spring-league as autumn-league", "director", of_event=True)
def season(statement: Statement, submission: Submission) -> Said:
    """Begins the next season: the same terms and players, with who goes up and who goes down."""
    cup, more = named(statement, submission, 2, "td season spring-league as autumn-league")
    name = more.removeprefix("as ").strip()
    if not name:
        raise Refused("What is the next season called?", instead=(f"td season {cup.id} as {cup.id}-2",))
    made = next_season(submission.desk, cup, name, moving_up(Overview.of(submission.desk, cup)), writer(submission))
    return Message("{cup} is open for entry, with everybody of the last season entered", cup=made.name)
