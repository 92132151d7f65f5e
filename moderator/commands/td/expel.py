"""Excluding somebody from an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.message import Message
from moderator.events import announcing, going
from moderator.events.interests import refuse_own_table, refuse_player
from moderator.events.overview import Overview
from moderator.hearing.confirming import confirmed
from moderator.hearing.directing import dangerous, named, reasoned, still_theirs, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td expel", 'td expel spring-cup Anna "the reason"', "director", of_event=True)
def expel(statement: Statement, submission: Submission) -> Said:
    """Excludes somebody, after you confirm: their seat goes on as the terms say, they are not drawn again, and the
    points they have won are lost."""
    cup, more = named(statement, submission, 2, 'td expel spring-cup Anna "the reason"')
    announcing.still_going(cup)
    name, reason = reasoned(more)
    overview = Overview.of(submission.desk, cup)
    entry = overview.entry_named(name)
    refuse_player(submission.desk, overview, entry, submission.person)
    if (table := going.table_under_way(overview, entry)) is not None:
        refuse_own_table(submission.desk, overview, table, submission.person)
    going.may_expel(cup, entry, reason)
    shown = Message(
        "exclude {name} from {cup} for good; all points they have won are lost", name=entry.name, cup=cup.name
    )
    return dangerous(submission, cup, "exclude a player", shown, entry=entry.key, reason=reason)


@confirmed("exclude a player")
def expelled(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    cup = still_theirs(submission, kept, "td expel")
    entry = Overview.of(submission.desk, cup).entry_named(str(kept["entry"]))
    going.expel(submission.desk, cup, entry, str(kept["reason"]), writer(submission))
    return Message("{name} is excluded", name=entry.name)
