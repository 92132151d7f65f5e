"""How prices move where minors climb a column of their own."""

from __future__ import annotations

from engine.market import Cell, LineMarket
from engine.names import Company, Player
from engine.state import State


def after_dividend(state: State, company: Company, revenue: int, paid: int) -> Cell:
    """Left when nothing is paid; right when a minor earns, or when a public pays at least its price."""
    market = state.market
    cell = market.cells[company]
    if state.title.companies[company].kind.whole:
        return minor_right(state, cell) if revenue else market.grid.left(cell)
    if not paid:
        return market.grid.left(cell)
    return market.grid.right(cell) if paid >= market.price(company) else cell


def minor_right(state: State, cell: Cell) -> Cell:
    """A minor that has come to the cells in which it may convert climbs there, as far as they go."""
    grid = state.market.grid
    onward = grid.right(cell)
    if not grid.in_zone(cell, "convert"):
        return onward
    if isinstance(grid, LineMarket):
        return onward if grid.in_zone(onward, "convert") else cell
    return cell if cell[0] == 0 else grid.up(cell)


def drop(state: State, player: Player, company: Company, count: int) -> int:
    """Only a director's sale lowers the price, and by one row whatever its size."""
    return 1 if state.directors.get(company) == player else 0
