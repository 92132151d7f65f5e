"""Asking the others who must agree to an order."""

from __future__ import annotations

import engine
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers


@command("propose", "propose merge M-K, N into MKN  ·  propose train 2 from M-K for 50", "agreements")
def propose(statement: Statement, submission: Submission) -> Said:
    """Asks the others who must agree to an order of yours. When all have, it is played if it is still your turn."""
    play, seat = submission.in_play, submission.my_seat
    text = statement.text.partition(" ")[2].strip()
    move, needed = offers.proposed(play, seat, play.state, text)
    order = engine.write_order(move)
    # Nobody is asked about what could not be played even if they agreed.
    engine.apply(play.state, move, seat.player, needed)
    row, earlier = offers.make(submission.desk, play, seat, engine.company_on_turn(play.state), order, needed)
    # It is for this very turn: agreed to later, it is not kept for another.
    row.come = bool(row.company)
    # A bot has answered already.
    submission.changed = True
    number = offers.number_for(row, seat.name)
    goes = Message("offer {number} goes to {names}", number=number, names=Listed(row.parties, ","))
    return offers.sent(goes, earlier, seat)
