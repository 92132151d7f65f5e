"""How prices move."""

from __future__ import annotations

from engine.market import Cell
from engine.names import Company
from engine.state import State


def after_dividend(state: State, company: Company, revenue: int, paid: int) -> Cell:
    """Right for a dividend, left for none."""
    grid, cell = state.market.grid, state.market.cells[company]
    return grid.right(cell) if paid else grid.left(cell)
