"""When a company floats."""

from __future__ import annotations

from engine.events import SharesBought
from engine.game import Book
from engine.mechanisms.floating.events import CompanyFloated
from engine.mechanisms.floating.figures import FloatFigures
from engine.names import IPO


def float_company(book: Book, event: SharesBought) -> None:
    """A company floats when enough of it has left the initial offering."""
    state = book.state
    figures, kind = state.title.figures(FloatFigures), state.title.companies[event.company].kind
    sold = kind.shares - state.held(IPO, event.company)
    if event.company not in state.floated and sold >= figures.shares:
        book.enter(CompanyFloated(event.company, figures.capital * state.par[event.company]))
