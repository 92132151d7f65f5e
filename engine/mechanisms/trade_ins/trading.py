"""When trains are taken in part payment, and where they go."""

from __future__ import annotations

from engine.game import Book
from engine.mechanisms.trade_ins.events import TrainHandedIn
from engine.mechanisms.trade_ins.figures import TradeInFigures
from engine.names import Company
from engine.state import State


def trading(state: State) -> bool:
    """Once the phase has begun: the train that begins it is paid in full."""
    return state.title.since(state.phase, state.title.figures(TradeInFigures).phase)


def take_in(book: Book, company: Company, train: str) -> str:
    """The train goes to the pool, or out of the game; nothing is left to go with the purchase."""
    book.enter(TrainHandedIn(company, train, book.state.option("traded_trains") == "pool"))
    return ""
