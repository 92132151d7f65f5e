"""Taking back an offer one made."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import offer_number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers


@command("withdraw", "withdraw 7", "agreements")
def withdraw(statement: Statement, submission: Submission) -> Said:
    """Takes back an offer you made."""
    row = offers.refuse(submission.desk, submission.game, submission.my_seat, offer_number(statement))
    return Message("{status}: {offer}", status=offers.status(row), offer=offers.describe(row))
