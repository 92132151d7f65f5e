"""Taking back what one has on file."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import standing


@command("cancel", "cancel 3  ·  cancel all", "ahead")
def cancel(statement: Statement, submission: Submission) -> Said:
    """Takes back an order you have on file for later, by its number, or all of them."""
    wanted = statement.text.split()[-1].lower()
    if wanted not in ("all", "cancel") and not wanted.isdigit():
        raise Refused("{wanted} is not the number of an order.", instead=("orders", "cancel all"), wanted=wanted)
    rows = standing.cancel(submission.desk, submission.my_seat, int(wanted[:9]) if wanted.isdigit() else None)
    return Message("cancelled: {orders}", orders=Listed((standing.in_a_line(row.text) for row in rows), ";"))
