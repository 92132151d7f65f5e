"""What a bot would order here, shown before it is played."""

from __future__ import annotations

from engine import Ambiguous, Refused
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.outbox.report.choices import template
from moderator.store.mails import Said


@command("advice", "advice", "asking")
def advice(statement: Statement, submission: Submission) -> Said:
    """Shows the orders that a bot advises for your turn, with the one word that plays them. Nothing is played by it."""
    play, seat = submission.begun, submission.my_seat
    if not play.running or play.to_move != seat.name:
        raise Refused("There is no advice, for it is not your move.", instead=("status",))
    orders = template(play.state)
    if not orders:
        raise Refused("There is nothing to advise here.", instead=("legal",))
    # As with an order that can mean several things, one word plays what is shown.
    raise Ambiguous("A bot advises these orders; nothing was played.", instead=("; ".join(orders),))
