"""Whose club mate somebody is."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events.announcing import still_going, write_down
from moderator.events.entry import MOST_CLUB
from moderator.events.overview import Overview
from moderator.events.wishes import minded
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td club", "td club spring-cup Anna: Lyon", "director", of_event=True)
def club(statement: Statement, submission: Submission) -> Said:
    """Says to which club somebody belongs; club mates are kept apart where it can be."""
    cup, more = named(statement, submission, 2, "td club spring-cup Anna: Lyon")
    still_going(cup)
    found = re.fullmatch(r"(.+?)\s*[:=]\s*(.*)", more)
    if found is None or len(found[2]) > MOST_CLUB:
        raise Refused("I can't read this.", instead=("td club spring-cup Anna: Lyon",))
    entry = Overview.of(submission.desk, cup).entry_named(found[1])
    write_down(submission.desk, cup, writer(submission), "club", f"{entry.name}: {entry.club}", found[2])
    entry.club = found[2]
    submission.desk.write()
    said = Message("{name} belongs to {club}", name=entry.name, club=found[2] or Message("no club"))
    return minded(submission.desk, cup, writer(submission), said)
