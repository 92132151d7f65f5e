"""Ending a round before its time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events.announcing import still_going, write_down
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.events.shown import tables_told
from moderator.events.terms_told import unfinished_told
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.cup_tables import Cup, CupRound
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus


@command("td end round", "td end round spring-cup", "director", of_event=True)
def end_round(statement: Statement, submission: Submission) -> Said:
    """Ends the present round now, after you confirm; tables that are not over are dealt with as the terms say."""
    cup, _ = named(statement, submission, 3, "td end round spring-cup")
    overview, row = _running(submission, cup)
    shown = Message(
        "end round {round} of {cup}; tables that are not over: {count}",
        round=overview.name_of(row),
        cup=cup.name,
        count=len(overview.undecided(row)),
    )
    open_tables = overview.undecided(row)
    about = tables_told(overview, open_tables, names=sees_names(overview, submission.person))
    about += [unfinished_told(overview.terms)] if open_tables else []
    return dangerous(submission, cup, "end a round", shown, about, round=row.id)


@confirmed("end a round")
def ended(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td end round")
    overview, row = _running(submission, cup)
    if row.id != kept["round"]:
        raise Refused("The event has moved on since you asked.", instead=(f"td end round {cup.id}",))
    row.status, cup.due_at = RoundStatus.CLOSING, submission.desk.now
    write_down(submission.desk, cup, writer(submission), "ended the round", RoundStatus.RUNNING, RoundStatus.CLOSING)
    submission.desk.ring("cup", cup.id)
    return Message("round {round} ends", round=overview.name_of(row))


def _running(submission: Submission, cup: Cup) -> tuple[Overview, CupRound]:
    still_going(cup)
    overview = Overview.of(submission.desk, cup)
    row = overview.last
    if row is None or row.status != RoundStatus.RUNNING:
        raise Refused("No round of {cup} is under way.", cup=cup.name, instead=(f"td status {cup.id}",))
    return overview, row
