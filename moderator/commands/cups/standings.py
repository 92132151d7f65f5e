"""The standings of an event, with the writer's own line explained."""

from __future__ import annotations

from engine.message import Message
from moderator.events.overview import Overview
from moderator.events.shown import standings_told
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("standings", "standings spring-cup", "events", asks=True)
def standings(statement: Statement, submission: Submission) -> Said:
    """Shows the standings of an event, and how your own line came about."""
    cup, _ = named(statement, submission, 1, "standings spring-cup", locked=False)
    desk, person = submission.desk, submission.person
    entry = desk.cups.entry_of(cup.id, person.id) if person is not None else None
    told = standings_told(desk, Overview.of(desk, cup), entry.key if entry is not None else "")
    submission.say(Message("Standings of {cup}", cup=cup.name), told)
    return Message("see below")
