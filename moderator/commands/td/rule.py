"""Ruling on a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.events import finishing, rulings
from moderator.events.announcing import still_going
from moderator.events.interests import refuse_own_table, sees_names
from moderator.events.overview import Overview
from moderator.events.shown import appeals_told
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, reasoned, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td rule", 'td rule spring-cup 3 Red > Blue = Green "as the play-outs have it"', "director", of_event=True)
def rule(statement: Statement, submission: Submission) -> Said:
    """Decides a table of the present round: its seats from the first place to the last, `=` for a shared one, and why.
    It settles appeals about it, too."""
    form = 'td rule spring-cup 3 Red > Blue = Green "the reason"'
    cup, more = named(statement, submission, 2, form)
    still_going(cup)
    said, reason = reasoned(more)
    found = re.fullmatch(r"(?:table )?(\d{1,4})(?:\s+(.+))?", said, re.IGNORECASE)
    if found is None:
        raise Refused("I can't read this ruling.", instead=(form,))
    overview = Overview.of(submission.desk, cup)
    table = overview.table_numbered(int(found[1]))
    refuse_own_table(submission.desk, overview, table, submission.person)
    places = [[name.strip() for name in group.split("=")] for group in (found[2] or "").split(">")]
    rulings.ruled(cup, table, places, reason)
    shown = Message("rule on table {table} of {cup}: {order}", table=table.number, cup=cup.name, order=found[2])
    play = submission.desk.game(table.game_id or "")
    if play is not None and play.running:
        shown = Message("{ruling}; its game is under way, and this ends it for good", ruling=shown)
    about = appeals_told(submission.desk, overview, table, names=sees_names(overview, submission.person))
    return dangerous(submission, cup, "rule on a table", shown, about, table=table.id, places=places, reason=reason)


@confirmed("rule on a table")
def ruled(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td rule")
    table = submission.desk.cups.table_locked(int(kept["table"]))
    if table is None:
        raise Refused("The event has moved on since you asked.", instead=(f"td status {cup.id}",))
    play = rulings.rule(submission.desk, cup, table, kept["places"], str(kept["reason"]), writer(submission))
    finishing.end_with(submission.desk, cup, play)
    return Message("table {table} is ruled on", table=table.number)
