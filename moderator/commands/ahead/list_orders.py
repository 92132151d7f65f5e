"""What one has on file for later."""

from __future__ import annotations

import engine
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import OrderOnFile
from moderator.table import filed, offers, standing


@command("orders", "orders", "ahead", also=("list orders", "my orders"), asks=True)
def list_orders(statement: Statement, submission: Submission) -> Said:
    """Lists the orders you have on file for later, and the offers that wait for an answer."""
    desk, seat = submission.desk, submission.my_seat
    ended = filed.tidy(desk, submission.game, seat, filed.rows_of(desk, seat)) if submission.game.begun else ()
    rows = standing.open_orders(desk, seat)
    open_offers = offers.offers_for(submission.desk, submission.game, submission.my_seat)
    lines: list[Said] = [_shown(submission, row) for row in rows] or [Message("No orders on file.")]
    lines += [standing.has_ended(desk, submission.game, seat, row) for row in ended]
    lines += [
        Message(
            "offer {number} by {by}: {offer} ({status})",
            number=offers.number_for(row, submission.my_seat.name),
            by=row.by,
            offer=offers.describe(row),
            status=offers.status(row),
        )
        for row in open_offers
    ]
    submission.say(Message("On file"), Listed(lines, "\n"))
    return Message("{count} on file", count=len(rows))


def _shown(submission: Submission, row: OrderOnFile) -> Said:
    """An order, and in plain words what it will do."""
    play = submission.game
    order = engine.Planned(row.text, play.state) if play.begun else row.text
    line = Listed((f"{row.number}:", order), " ")
    seat = submission.my_seat
    told = (filed.told_of(play, row), *standing.quiet_told(submission.desk, play, seat, row)) if play.begun else ()
    told = (*told, filed.IS_KNOWN) if filed.KNOWN in row.data else told
    return Listed((line, *(Listed(("  ", one), " ") for one in told)), "\n")
