"""Agreeing to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.answering import only_offer, refuse_other_words
from moderator.hearing.arguments import number as number_said
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import OfferStatus
from moderator.table import offers
from moderator.table.playing import refuse_if_closed, when_agreed


@command("accept", "accept 7", "agreements", also=("agree",))
def accept(statement: Statement, submission: Submission) -> Said:
    """Agrees to an offer made to you."""
    play, seat = submission.begun, submission.my_seat
    refuse_if_closed(play)
    refuse_other_words(statement, submission, "accept")
    number = number_said(statement, -1)
    row = offers.accept(
        submission.desk, play, seat, number if number >= 0 else only_offer(statement, submission, "accept")
    )
    submission.changed = True
    if row.status == OfferStatus.AGREED and play.running and when_agreed(play.state, row) is None:
        return Message("agreed: {offer}; it is played when its turn has come", offer=offers.describe(row))
    return Message("agreed: {offer}", offer=offers.describe(row))
