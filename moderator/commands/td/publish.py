"""Publishing a draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import rounds
from moderator.events.announcing import still_going
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.events.shown import draw_told
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
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
    until = _appeals_until(submission, overview, row)
    if until is not None:
        shown = Message("{publish}; {until}", publish=shown, until=until)
    about = draw_told(overview, row, names=sees_names(overview, submission.person))
    # A job makes the games and tells of them: trying it here would not show whom.
    about.append(Message("People who would get an email: {count}", count=_told_of(submission, overview, row)))
    return dangerous(submission, cup, "publish a draw", shown, about, drawn=row.drawn_at.isoformat())


@confirmed("publish a draw")
def published(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td publish")
    overview, row = _drawn(submission, cup)
    if row.drawn_at.isoformat() != kept["drawn"]:
        raise Refused("It was drawn again since you asked.", instead=(f"td publish {cup.id}",))
    until = _appeals_until(submission, overview, row)
    rounds.publish(submission.desk, cup, row, writer(submission))
    done = Message("round {round} is being published", round=overview.name_of(row))
    return Message("{publish}; {until}", publish=done, until=until) if until is not None else done


def _appeals_until(submission: Submission, overview: Overview, row: CupRound) -> Message | None:
    """That people lose time to appeal about the round before, if they do: by itself the next one would wait."""
    index = overview.rounds.index(row)
    before = overview.rounds[index - 1] if index else None
    until = overview.goes_on_at(before) if before is not None else None
    if before is None or until is None or until <= submission.desk.now:
        return None
    return Message(
        "results of round {round}, about which people could appeal until {moment}, stand from now on",
        round=overview.name_of(before),
        moment=Moment(until),
    )


def _told_of(submission: Submission, overview: Overview, row: CupRound) -> int:
    """How many people hear that the round begins: who plays or sits out in it, and who directs."""
    drawings = [drawing for _, drawing in overview.drawings(row)]
    keys = {who for drawing in drawings for table in drawing.tables for who in table.seats}
    keys |= {who for drawing in drawings for who in drawing.byes}
    people = {overview.by_key[who].person_id for who in keys} - {None}
    return len(people | {person.id for _, person in submission.desk.cups.staff(overview.cup.id)})


def _drawn(submission: Submission, cup: Cup) -> tuple[Overview, CupRound]:
    still_going(cup)
    overview = Overview.of(submission.desk, cup)
    row = overview.last
    waiting = overview.undecided(row) if row is not None and row.status == RoundStatus.OVER else []
    if waiting:
        raise Refused(
            "The next round of {cup} is drawn when this is ruled on: table {tables}",
            cup=cup.name,
            tables=Listed((str(table.number) for table in waiting), ","),
            instead=tuple(f'td dismiss {cup.id} {table.number} "…"' for table in waiting[:2]),
        )
    if cup.wishes.get("draw") and cup.trouble:
        raise Refused("It can't go on by itself: {why}", why=cup.trouble, instead=(f"td status {cup.id}",))
    if cup.wishes.get("draw"):
        raise Refused("The round is being drawn; write this again in a minute.", instead=(f"td status {cup.id}",))
    if row is None or row.status != RoundStatus.DRAWN:
        raise Refused("No round of {cup} waits to be published.", cup=cup.name, instead=(f"td draw {cup.id}",))
    return overview, row
