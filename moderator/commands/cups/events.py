"""Which events there are."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.shown import status_told
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said

MOST = 30


@command("events", "events", "events", asks=True)
def events(statement: Statement, submission: Submission) -> Said:
    """Lists the tournaments: those open for entry, those under way and the latest that are over."""
    desk = submission.desk
    lines: list[Said] = [
        Message("{cup}: {name}, {status}", cup=cup.id, name=cup.name, status=status_told(cup.status))
        for cup in desk.cups.latest(MOST)
    ]
    submission.say(Message("Events"), Listed(lines, "\n") if lines else Message("There are none yet."))
    return Message("see below")
