"""How a company pays: out of its treasury, unless a title lends it more."""

from __future__ import annotations

from typing import Protocol

from engine.game import Book
from engine.names import Company
from engine.state import State


class Finance(Protocol):
    """What a company can raise for a purpose (track, train), and how it does."""

    def most(self, state: State, company: Company) -> int: ...

    def provide(self, book: Book, company: Company, amount: int) -> None:
        """Sees to it that the treasury holds the amount."""


class Treasury:
    """Cash only."""

    def most(self, state: State, company: Company) -> int:
        return state.cash_of(company)

    def provide(self, book: Book, company: Company, amount: int) -> None:
        return None
