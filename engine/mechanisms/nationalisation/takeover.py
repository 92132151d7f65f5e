"""A company that ends its train step without a train goes to the state."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Book
from engine.mechanisms.nationalisation.national import nationalise
from engine.steps.automatic import Automatic


@dataclass(frozen=True)
class TakeOverTrainless(Automatic):
    """The state takes over a company that has no train."""

    name: str = "takeover"

    def enter(self, book: Book) -> None:
        company = book.state.operating
        if not book.state.trains_of(company):
            nationalise(book, company, "no train")
