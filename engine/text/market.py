"""The stock market as rows of prices; letters mark the cells in which markers lie, signs what kind of space it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from engine.market import Cell, Market


def market(table: Market, width: int, signs: Mapping[Cell, str] | None = None) -> Iterator[str]:
    """The grid, cut where it is too wide, then who lies where; the marker on top comes first. ``signs`` stand before
    the prices of spaces that are not like others."""
    prices = table.grid.prices
    letters = dict(zip(sorted(table.stacks, key=lambda cell: -prices[cell]), _letters(), strict=False))
    room = max(len(str(price)) for price in prices.values()) + 1
    columns = max(column for _, column in prices) + 1
    each = width // room
    for first in range(0, columns, each):
        for row in range(max(row for row, _ in prices) + 1):
            line = ""
            for column in range(first, min(columns, first + each)):
                cell, begins = (row, column), (column - first) * room
                sign = (signs.get(cell, "") or " ") if signs else ""
                # A letter behind a long price takes the place of the gap.
                sign = "" if sign == " " and len(line) > begins else sign
                line = line.ljust(begins) + (f"{sign}{prices[cell]}{letters.get(cell, '')}" if cell in prices else "")
            if line.strip():
                yield line.rstrip()
    for cell, letter in letters.items():
        yield f"  {letter} {prices[cell]}: {', '.join(table.stacks[cell])}"


def _letters() -> Iterator[str]:
    yield from ascii_lowercase
    yield from ascii_lowercase.upper()
