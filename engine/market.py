"""The stock market: a printed grid (or a single row), and the stacks of markers on it.

A marker that moves goes under the markers already in its new cell; one that stays keeps its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.errors import Inconsistent, TitleError
from engine.names import Company

Cell = tuple[int, int]  # row from the top, column from the left


@dataclass(frozen=True)
class Grid:
    """The printed market: prices, zones, and where each move leads from each cell."""

    prices: Mapping[Cell, int]
    zones: Mapping[Cell, frozenset[str]]
    # A sold-out company in the top row goes one right and one down where this is printed, else it stays.
    diagonal: bool = False

    def price(self, cell: Cell) -> int:
        return self.prices[cell]

    def in_zone(self, cell: Cell, zone: str) -> bool:
        return zone in self.zones.get(cell, frozenset())

    def _step(self, cell: Cell, row: int, column: int) -> Cell | None:
        there = (cell[0] + row, cell[1] + column)
        return there if there in self.prices else None

    def left(self, cell: Cell) -> Cell:
        return self._step(cell, 0, -1) or self._step(cell, 1, 0) or cell

    def right(self, cell: Cell) -> Cell:
        return self._step(cell, 0, 1) or self._step(cell, -1, 0) or cell

    def down(self, cell: Cell) -> Cell:
        return self._step(cell, 1, 0) or cell

    def up(self, cell: Cell) -> Cell:
        if cell[0] == 0 and self.diagonal:
            return self._step(cell, 1, 1) or cell
        return self._step(cell, -1, 0) or cell

    def cells(self, zone: str) -> tuple[Cell, ...]:
        """The cells of a zone, cheapest first."""
        return tuple(sorted((c for c, zones in self.zones.items() if zone in zones), key=lambda c: (self.prices[c], c)))

    @cached_property
    def _zone_by_price(self) -> dict[str, dict[int, Cell]]:
        found: dict[str, dict[int, Cell]] = {}
        for cell, zones in self.zones.items():
            for zone in zones:
                found.setdefault(zone, {})[self.prices[cell]] = cell
        return found

    def cell_at(self, zone: str, price: int) -> Cell | None:
        """The cell of a zone that shows a price."""
        return self._zone_by_price.get(zone, {}).get(price)

    def cell_at_most(self, zone: str, price: int) -> Cell:
        """The dearest cell of a zone that does not exceed a price."""
        by_price = self._zone_by_price[zone]
        return by_price[max(p for p in by_price if p <= price)]


@dataclass(frozen=True)
class LineMarket(Grid):
    """A market of one row: up and right are one step on, down and left one step back."""

    def left(self, cell: Cell) -> Cell:
        return self._step(cell, 0, -1) or cell

    def right(self, cell: Cell) -> Cell:
        return self._step(cell, 0, 1) or cell

    down = left
    up = right


def read_grid(text: str, zones: Mapping[str, str], diagonal: bool = False, row: bool = False) -> Grid:
    """Reads a market as printed: one line a row, cells in columns, zone letters after the price, ``.`` for no cell."""
    prices: dict[Cell, int] = {}
    marks: dict[Cell, frozenset[str]] = {}
    for r, line in enumerate(line for line in text.splitlines() if line.strip() and not line.startswith("#")):
        for c, word in enumerate(line.split()):
            if word == ".":
                continue
            digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
            letters = word[len(digits) :]
            if not digits.isdigit() or any(letter not in zones for letter in letters):
                raise TitleError(f"market: can't read the cell {word!r}")
            prices[r, c] = int(digits)
            marks[r, c] = frozenset(zones[letter] for letter in letters)
    return (LineMarket if row else Grid)(prices, marks, diagonal)


@dataclass(frozen=True)
class Market:
    """Where each company's marker lies, and who lies on top of whom."""

    grid: Grid
    cells: Mapping[Company, Cell] = field(default_factory=dict)
    stacks: Mapping[Cell, tuple[Company, ...]] = field(default_factory=dict)

    def price(self, company: Company) -> int:
        return self.grid.prices[self.cells[company]]

    def __contains__(self, company: Company) -> bool:
        return company in self.cells

    def put(self, company: Company, cell: Cell) -> Market:
        """Puts a marker under those already in the cell; a marker that is there keeps its place."""
        if self.cells.get(company) == cell:
            return self
        market = self.take(company) if company in self.cells else self
        stacks = dict(market.stacks)
        stacks[cell] = (*stacks.get(cell, ()), company)
        return Market(self.grid, {**market.cells, company: cell}, stacks)

    def take(self, company: Company) -> Market:
        """Takes a marker off the market."""
        cell = self.cells.get(company)
        if cell is None:
            raise Inconsistent(f"{company} has no price to take away")
        stacks = dict(self.stacks)
        left = tuple(c for c in stacks[cell] if c != company)
        if left:
            stacks[cell] = left
        else:
            del stacks[cell]
        return Market(self.grid, {c: x for c, x in self.cells.items() if c != company}, stacks)

    def place(self, company: Company) -> int:
        """How many markers lie on top of this one."""
        return self.stacks[self.cells[company]].index(company)

    def rank(self, company: Company) -> tuple[int, int, int, int]:
        """The sort key of operating order: dearest, then furthest right, then furthest up, then on top."""
        row, column = self.cells[company]
        return (-self.grid.prices[row, column], -column, row, self.place(company))
