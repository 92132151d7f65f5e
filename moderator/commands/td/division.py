"""In which division of a league somebody plays."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Listed, Message
from moderator.events.announcing import still_going, write_down
from moderator.events.overview import Overview
from moderator.events.shown import divisions_told
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td division", "td division spring-cup Anna: 2", "director", of_event=True)
def division(statement: Statement, submission: Submission) -> Said:
    """Puts somebody into a division of a league, before its first round."""
    cup, more = named(statement, submission, 2, "td division spring-cup Anna: 2")
    still_going(cup)
    found = re.fullmatch(r"(.+?)\s*[:= ]\s*(\d)", more)
    overview = Overview.of(submission.desk, cup)
    most = overview.terms.stages[0].divisions
    if overview.rounds:
        raise Refused("The first round is drawn.")
    if most == 1:
        raise Refused("{cup} has no divisions.", cup=cup.name, instead=(f"terms {cup.id}",))
    if found is None or not 1 <= int(found[2]) <= most:
        raise Refused("Write a number from 1 to {most}.", most=most, instead=("td division spring-cup Anna: 1",))
    entry = overview.entry_named(found[1])
    old, entry.division = entry.division, int(found[2])
    write_down(submission.desk, cup, writer(submission), "division", f"{entry.name}: {old}", str(entry.division))
    told = Listed(divisions_told(overview), ";")
    return Message(
        "{name} plays in division {division}. {divisions}", name=entry.name, division=entry.division, divisions=told
    )
