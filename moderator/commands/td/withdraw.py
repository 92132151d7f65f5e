"""Taking somebody out of an event."""

from __future__ import annotations

from engine.message import Message
from moderator.events import entry, telling
from moderator.events.announcing import still_going
from moderator.events.interests import refuse_player
from moderator.events.overview import Overview
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td withdraw", "td withdraw spring-cup Anna", "director", of_event=True)
def withdraw(statement: Statement, submission: Submission) -> Said:
    """Takes out somebody who asked for it, as long as no table waits for them."""
    cup, more = named(statement, submission, 2, "td withdraw spring-cup Anna")
    desk = submission.desk
    still_going(cup)
    overview = Overview.of(desk, cup)
    found = overview.entry_named(more)
    refuse_player(desk, overview, found, submission.person)
    entry.withdraw(desk, cup, found, writer(submission), directed=True)
    person = desk.person(found.person_id)
    if person is not None:
        text = Message("The director has taken you out of the event.")
        telling.one(
            desk,
            person,
            f"{cup.id} withdrawn {found.number} {desk.now}",
            Message("{cup}: you are out", cup=cup.name),
            text,
        )
    return Message("{name} is out of {cup}", name=found.name, cup=cup.name)
