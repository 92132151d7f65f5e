"""From one round to the next. A title's rounds are found by name, so that they need not know each other."""

from __future__ import annotations

from typing import TypeVar

from engine.events import RoundBegan
from engine.game import Book
from engine.names import NO_PLAYER, Player
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.state import Bidding, Cursor, RoundFacts, State

R = TypeVar("R")


def round_of(state: State, name: str, kind: type[R]) -> R:
    """A round of the title that is played."""
    found = state.title.rounds[name]
    assert isinstance(found, kind)
    return found


def to_privates(book: Book) -> None:
    """The privates are sold, beginning with the first."""
    state = book.state
    first = next(iter(state.privates))
    cursor = Cursor("auction", 1, 0, state.players)
    book.enter(RoundBegan(cursor, RoundFacts(Bidding(first, state.title.privates[first].minimum))))


def to_stock(book: Book, number: int, first: Player, last: Player = NO_PLAYER) -> None:
    round_of(book.state, "stock", Stock).begin(book, number, first, last)


def to_operating(book: Book, number: int, sub: int) -> None:
    round_of(book.state, "operating", Operating).begin(book, number, sub)
