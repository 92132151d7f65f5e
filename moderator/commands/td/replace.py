"""Replacing somebody at their table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import going
from moderator.events.interests import refuse_own_table, refuse_player
from moderator.events.overview import Overview
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command(
    "td replace", "td replace spring-cup Anna by bot  ·  td replace spring-cup Anna by Boris", "director", of_event=True
)
def replace(statement: Statement, submission: Submission) -> Said:
    """Gives somebody's seat to a player from the waiting list, who is asked first, or to a bot; without `by` as the
    terms say. Whoever had it is told, and their key stops working."""
    cup, more = named(statement, submission, 2, "td replace spring-cup Anna by bot")
    desk = submission.desk
    found = re.fullmatch(r"(.+?)(?:\s+by\s+(.+))?", more, re.IGNORECASE)
    if found is None:
        raise Refused("I can't read this.", instead=("td replace spring-cup Anna by bot",))
    overview = Overview.of(desk, cup)
    old = overview.entry_named(found[1])
    refuse_player(desk, overview, old, submission.person)
    new = overview.entry_named(found[2]) if found[2] and found[2].lower() != "bot" else None
    table = going.may_replace(desk, overview, old, new)
    refuse_own_table(desk, overview, table, submission.person)
    shown = Message(
        "take the seat at table {table} of {cup} from {name}",
        name=old.name,
        table=table.number,
        cup=cup.name,
    )
    by = new.key if new is not None else "bot" if found[2] else ""
    about = [
        Message(
            "{name} forfeits the seat and is not drawn again after this round, unless you write: {line}",
            name=old.name,
            line=f"td enter {cup.id} {old.name}: …",
        )
    ]
    return dangerous(submission, cup, "replace a player", shown, about, entry=old.key, by=by)


@confirmed("replace a player")
def replaced(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup, desk = still_theirs(submission, kept, "td replace"), submission.desk
    overview = Overview.of(desk, cup)
    old = overview.entry_named(str(kept["entry"]))
    if not kept["by"]:
        asked = going.by_rule(desk, cup, old, writer(submission))
    else:
        new = None if kept["by"] == "bot" else overview.entry_named(str(kept["by"]))
        asked = going.replace(desk, cup, old, new, writer(submission))
    if not asked:
        return Message("a bot plays for {name}", name=old.name)
    return Message("{asked} was asked to play for {name}", asked=asked, name=old.name)
