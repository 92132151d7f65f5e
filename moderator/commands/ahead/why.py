"""Why an order on file acted, stopped or waits."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import filed


@command("why", "why 3", "ahead", asks=True)
def why(statement: Statement, submission: Submission) -> Said:
    """Says what an order of yours on file has done and on which facts, why it stopped, and how it stands now."""
    number = statement.text.split()[-1].lstrip("#")
    if not number.isdecimal() or len(number) > 9:
        raise Refused("Name the order by its number: why 3.", instead=("orders",))
    text = filed.explained(submission.desk, submission.begun, submission.my_seat, int(number))
    submission.say(Message("Order {number} on file", number=int(number)), text)
    return Message("see below")
