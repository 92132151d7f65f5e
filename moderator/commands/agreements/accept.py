"""Agreeing to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.answering import only_offer, refuse_other_words
from moderator.hearing.arguments import number as number_said
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers
from moderator.table.playing import refuse_if_closed


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
    return Message("agreed: {offer}", offer=offers.describe(row))
