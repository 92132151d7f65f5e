"""The stock market, on request."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Words
from moderator.outbox.report.tables import market_lines
from moderator.store.mails import Said


@command("market", "market", "asking", also=("stock market",))
def market(statement: Statement, submission: Submission) -> Said:
    """Sends you the stock market with every company's place on it."""
    state = submission.begun.state
    words = Words(submission.language, state.title.currency)
    submission.say(Message("Market"), "\n".join(market_lines(state, words)))
    return Message("see below")
