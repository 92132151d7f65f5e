"""Saying no to an offer."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.answering import only_offer, refuse_other_words
from moderator.hearing.arguments import number as number_said
from moderator.hearing.orders import keep_ahead
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers


@command("refuse", "refuse 7  ·  refuse offers from Blue", "agreements")
def refuse(statement: Statement, submission: Submission) -> Said:
    """Says no to an offer made to you, or to whatever somebody will offer you."""
    kept = None if statement.text.split()[-1].isdecimal() else keep_ahead(statement, submission)
    if kept is not None:
        return kept
    refuse_other_words(statement, submission, "refuse")
    number = number_said(statement, -1)
    number = number if number >= 0 else only_offer(statement, submission, "refuse")
    row = offers.refuse(submission.desk, submission.game, submission.my_seat, number)
    return Message("{status}: {offer}", status=offers.status(row), offer=offers.describe(row))
