"""Taking back what one has on file."""

from __future__ import annotations

import engine
from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import standing


@command("cancel", "cancel 3  ·  cancel 3, 4  ·  cancel all", "ahead")
def cancel(statement: Statement, submission: Submission) -> Said:
    """Takes back an order you have on file for later, by its number, several of them, or all."""
    desk, seat = submission.desk, submission.my_seat
    named = [word.strip(",;#.") for word in statement.text.replace(",", " ").split()[1:]]
    numbers = [int(word[:9]) for word in named if word.isdecimal()]
    if not numbers and named and not engine.means_all(engine.title_named(submission.game.title), named[-1]):
        raise Refused("{wanted} is not the number of an order.", instead=("orders", "cancel all"), wanted=named[-1])
    if not named and len(on_file := standing.open_orders(desk, seat)) > 1:
        # Whoever forgot the number did not mean all of them.
        raise Refused("Which? Name its number.", instead=(*(f"cancel {row.number}" for row in on_file), "cancel all"))
    rows = [row for number in numbers or (None,) for row in standing.cancel(desk, seat, number)]
    return Message("cancelled: {orders}", orders=Listed((standing.planned(submission.begun, row) for row in rows), ";"))
