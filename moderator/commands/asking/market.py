"""The stock market, on request."""

from __future__ import annotations

import engine
from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("market", "market", "asking", also=("stock market",))
def market(statement: Statement, submission: Submission) -> Said:
    """Sends you the stock market with every company's place on it."""
    submission.say(Message("Market"), "\n".join(engine.market_text(submission.begun.state.market, 78)))
    return Message("see below")
