"""What things cost: at the open step of a game, and the service itself."""

from __future__ import annotations

import engine
from engine import State
from engine.message import Listed, Message, Money
from engine.moves import Bid, Buy, BuyPrivate, BuyTrain, Start
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said

# More than can be bought at any step is a list of prices at which one thing may start.
MOST = 40


@command("prices", "prices", "asking")
def prices(statement: Statement, submission: Submission) -> Said:
    """Says what can be bought now and for how much; without a game, what the service costs."""
    play = submission.play
    if play is not None and play.running:
        lines = _for_sale(play.state, submission.language)
        nothing = Message("Nothing is for sale at this step; `trains` has the prices of all trains.")
        submission.say(
            Message("What can be bought now, by {mover}", mover=play.to_move), Listed(lines, "\n") if lines else nothing
        )
    free = Message("Waybill takes no money from those who play. What you pay with in a game is the money of the game.")
    submission.say(Message("What it costs"), free)
    return Message("see below")


def _for_sale(state: State, language: str) -> list[Said]:
    found: list[Said] = []
    for order in engine.legal_orders(state):
        move = engine.parse_order(state, order)
        match move:
            case Buy():
                price = state.price(move.company) * move.count
            case Bid():
                price = move.amount
            case Start() | BuyTrain() | BuyPrivate():
                price = move.price
            case _:
                continue
        said = engine.in_words(state, order, language)
        found.append(Message("{order}: {price}", order=said, price=Money(price, state.title.currency)))
    return found[:MOST]
