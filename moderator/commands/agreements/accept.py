"""Agreeing to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import offer_number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers


@command("accept", "accept 7", "agreements", also=("agree",))
def accept(statement: Statement, submission: Submission) -> Said:
    """Agrees to an offer made to you."""
    row = offers.accept(submission.desk, submission.game, submission.my_seat, offer_number(statement))
    submission.changed = True
    return Message("agreed: {offer}", offer=offers.describe(row))
