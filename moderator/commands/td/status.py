"""How an event stands, for its director."""

from __future__ import annotations

from engine.message import Message
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.events.shown import status_for_director
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td status", "td status spring-cup", "director", of_event=True, asks=True)
def status(statement: Statement, submission: Submission) -> Said:
    """Shows how the event stands: entries, rounds, tables with the names of their players, what waits for you."""
    cup, _ = named(statement, submission, 2, "td status spring-cup", locked=False)
    overview = Overview.of(submission.desk, cup)
    names = sees_names(overview, submission.person)
    told = status_for_director(submission.desk, overview, names=names)
    submission.say(Message("{cup}", cup=cup.name), told)
    return Message("see below")
