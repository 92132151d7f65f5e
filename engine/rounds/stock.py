"""The stock round: turn after turn until all have passed in succession.

trade ▶ trade ▶ … ▶ (auction ▶ trade …) ▶ all passed ▶ rise, priority ▶ after
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.events import PriceMoved, PriorityPassed, RoundBegan, Turned
from engine.game import Book
from engine.names import NO_PLAYER, Company, Player
from engine.state import Cursor, RoundFacts, State, Turn
from engine.steps.trade_shares import Holding, TradeShares
from engine.title import OneStep, Step


@dataclass(frozen=True)
class Stock(OneStep):
    """Players trade in turn; a step of its own may auction something off in between."""

    trade: Step
    after: Callable[[Book], None]
    rises: Callable[[State], Iterable[Company]]
    auction: Step | None = None

    def begin(self, book: Book, number: int, first: Player, last: Player = NO_PLAYER) -> None:
        cursor = Cursor("stock", number, 0, book.state.clockwise(first))
        book.enter(RoundBegan(cursor, RoundFacts(last=last)))

    def step(self, state: State) -> Step:
        if self.auction is not None and state.facts.bidding is not None:
            return self.auction
        return self.trade

    def next(self, book: Book) -> None:
        """The turn is over: a turn without a sale or purchase was a pass."""
        state = book.state
        player = state.actor_on_turn
        acted = state.turn.sold or state.turn.bought
        facts = state.facts
        if acted:
            facts = replace(facts, passes=0, last=player)
        else:
            facts = replace(facts, passes=facts.passes + 1)
        self.turn_to(book, state.after(player), facts)

    def turn_to(self, book: Book, player: Player, facts: RoundFacts) -> None:
        """The next turn is this player's, unless all have passed in succession."""
        state = book.state
        if facts.passes >= len(state.players):
            self._end(book)
            return
        cursor = replace(state.cursor, at=state.cursor.order.index(player), step="")
        book.enter(Turned(cursor, facts, Turn()))

    def _end(self, book: Book) -> None:
        state = book.state
        risen = [(company, state.market.grid.up(state.market.cells[company])) for company in self.rises(state)]
        for company, cell in risen:
            if cell != book.state.market.cells[company]:
                book.enter(PriceMoved(company, cell, "sold out"))
        if state.facts.last:
            book.enter(PriorityPassed(state.after(state.facts.last)))
        self.after(book)


def holding(state: State) -> Holding:
    """What this title says about who may hold what."""
    for each in state.title.rounds.values():
        if isinstance(each, Stock) and isinstance(each.trade, TradeShares):
            return each.trade.holding
    return Holding()
