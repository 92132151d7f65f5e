"""Working an event out again."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events import auditing
from moderator.hearing.directing import named
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td audit", "td audit spring-cup", "director", of_event=True)
def audit(statement: Statement, submission: Submission) -> Said:
    """Works out draws, results and standings again from the records and the seed, and says what differs. Play-outs are
    done again only on the command line."""
    cup, _ = named(statement, submission, 2, "td audit spring-cup", locked=False)
    found = auditing.audit(submission.desk, cup, play_outs=False)
    title = Message("Audit of {cup}", cup=cup.name)
    submission.say(title, Listed(found, "\n") if found else Message("Everything comes out as it is written down."))
    return Message("see below")
