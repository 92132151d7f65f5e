"""Minors and publics side by side."""

from __future__ import annotations

from engine.names import Company
from engine.state import State


def operating_order(state: State, kinds: tuple[str, ...] = ("minor", "public")) -> tuple[Company, ...]:
    """Minors before publics, each by the market."""
    return tuple(
        company
        for kind in kinds
        for company in sorted(
            (c for c in state.market.cells if state.title.companies[c].kind.name == kind), key=state.market.rank
        )
    )


def operates(state: State, company: Company) -> bool:
    """Who has a price operates."""
    return company in state.market


def rises(state: State) -> tuple[Company, ...]:
    """Publics of which players hold everything."""
    return tuple(c for c in operating_order(state, ("public",)) if state.sold_out(c))


def splits(state: State, company: Company) -> bool:
    """A company owned in one piece halves its earnings with its owner."""
    return bool(state.title.companies[company].kind.whole)
