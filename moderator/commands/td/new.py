"""Announcing an event by mail."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.events.announcing import announce
from moderator.events.terms import decode
from moderator.events.terms_told import told
from moderator.hearing.directing import writer
from moderator.hearing.reading import UNCLOSED, Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td new", "td new spring-cup … end event", "director", until="end event")
def new(statement: Statement, submission: Submission) -> Said:
    """Announces a tournament; you are its director. The lines up to `end event` are its terms: `titles 1861, 1882`,
    `format swiss 3 then final`, `tables 4 from 3 to 5`, `points rank`, `entry until 2027-01-10`, `round 60 days`,
    `hours 48`, `late default`; `terms` shows them all."""
    parts = statement.text.split()
    if len(parts) < 3:
        raise Refused("Which event?", instead=("td new spring-cup",))
    if statement.body and statement.body[-1] == UNCLOSED:
        raise Refused("The terms have no `end event` line.", instead=("end event",))
    cup = announce(submission.desk, " ".join(parts[2:]), statement.body, writer(submission), submission.person)
    submission.announced.add(cup.id)
    submission.say(Message("Terms of {cup}", cup=cup.name), Listed(told(decode(cup.terms)), "\n"))
    return Message("{cup} is announced; players write: enter {id}", cup=cup.name, id=cup.id)
