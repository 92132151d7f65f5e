"""Moderating one table of an event from the director's desk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events.announcing import write_down
from moderator.events.interests import refuse_names, refuse_own_table
from moderator.events.overview import Overview
from moderator.hearing import permissions, registry
from moderator.hearing.confirming import DIRECTED, DOING, MAILED, agreed, confirmed
from moderator.hearing.directing import named, still_theirs, writer
from moderator.hearing.permissions import Role
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.onward import go_on
from moderator.table.seating import GM

# What tells whose a seat is.
NAMING = ("gm status", "gm log")


@command("td at", "td at spring-cup 3 gm extend 24h", "director", of_event=True)
def at(statement: Statement, submission: Submission) -> Said:
    """Has a moderator's command done at one table of the present round, as if you had written to that game."""
    form = "td at spring-cup 3 gm extend 24h"
    cup, more = named(statement, submission, 2, form)
    found = re.fullmatch(r"(?:table )?(\d{1,4})[:,]?\s+(gm .+)", more, re.IGNORECASE)
    command_found = registry.find(found[2]) if found is not None else None
    if found is None or command_found is None:
        raise Refused("Which table, and which of the moderator's commands?", instead=(form, "help gm"))
    overview = Overview.of(submission.desk, cup)
    table = overview.table_numbered(int(found[1]))
    refuse_own_table(submission.desk, overview, table, submission.person)
    if command_found[0].words in NAMING:
        refuse_names(submission.desk, overview, table, submission.person)
    play = submission.desk.lock(table.game_id) if table.game_id is not None else None
    if play is None:
        raise Refused("Table {table} has no game yet.", table=table.number)
    permissions.check(command_found[0].words, frozenset({Role.MODERATOR}))
    seat = play.seat(GM)
    mine = seat is not None and submission.person is not None and seat.person_id == submission.person.id
    # A word for somebody who has no seat there, a deputy, comes back to the mailbox for everybody.
    inner = replace(submission, play=play, seat=seat if mine else None, blocks=submission.blocks, changed=False)
    before, done = len(submission.asked), f"table {table.number}: {found[2]}"
    said = command_found[0].run(replace(statement, text=found[2]), inner)
    waiting, submission.asked[before:] = submission.asked[before:], []
    # Who is asked to moderate answers for themselves, and what was done here is that they are asked.
    submission.asked += [one for one in waiting if not one.proved]
    waiting = [one for one in waiting if one.proved]
    for one in waiting:
        # It is written down when the word has come back, and only if it was done.
        whose = {name: one.kept[name] for name in ("seat", "game", "person", MAILED)}
        kept = {"do": "at a table of an event", **whose, "cup": cup.id, DIRECTED: cup.id}
        kept |= {"line": done, "asked": dict(one.kept)}
        if agreed(submission, kept):
            said = DOING[str(kept["do"])](inner, kept)
        else:
            submission.asked.append(replace(one, kept=kept))
    submission.confirming |= inner.confirming and len(submission.asked) > before
    if not waiting:
        write_down(submission.desk, cup, writer(submission), "at a table", "", done)
    if inner.changed:
        go_on(submission.desk, play)
    return Message("table {table}: {said}", table=table.number, said=said)


@confirmed("at a table of an event")
def done_there(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back: what was asked for at the table, and the event's log says so."""
    cup = still_theirs(submission, kept, "td at")
    said = DOING[str(kept["asked"]["do"])](submission, kept["asked"])
    write_down(submission.desk, cup, writer(submission), "at a table", "", str(kept["line"]))
    return said
