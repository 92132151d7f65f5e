"""Where companies start on the market, and which of them only a private can start."""

from __future__ import annotations

from engine.errors import Illegal
from engine.market import Cell
from engine.message import Listed
from engine.names import Company
from engine.state import State


def par_cell(state: State, price: int) -> Cell:
    """The cell of a par price. Raises Illegal for any other figure."""
    grid = state.market.grid
    cell = grid.cell_at("par", price)
    if cell is None:
        prices = Listed((grid.price(c) for c in grid.cells("par")), ",")
        raise Illegal("A company starts at {prices}.", rule=state.title.paragraph("bad-par"), prices=prices)
    return cell


def started_by(state: State, private: str) -> Company:
    """The company that only the owner of this private can start."""
    companies = state.title.companies
    return next(c for c, spec in companies.items() if spec.note.get("start_by") == private)
