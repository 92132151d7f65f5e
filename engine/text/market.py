"""The stock market as rows of prices; letters mark the cells in which markers lie."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from engine.market import Market


def market(table: Market, width: int) -> Iterator[str]:
    """The grid, cut where it is too wide, then who lies where; the marker on top comes first."""
    prices = table.grid.prices
    letters = dict(zip(sorted(table.stacks, key=lambda cell: -prices[cell]), _letters(), strict=False))
    room = max(len(str(price)) for price in prices.values()) + 1
    columns = max(column for _, column in prices) + 1
    each = width // room
    for first in range(0, columns, each):
        for row in range(max(row for row, _ in prices) + 1):
            cells = [
                f"{prices.get((row, column), '')}{letters.get((row, column), '')}".ljust(room)
                for column in range(first, min(columns, first + each))
            ]
            line = "".join(cells).rstrip()
            if line:
                yield line
    for cell, letter in letters.items():
        yield f"  {letter} {prices[cell]}: {', '.join(table.stacks[cell])}"


def _letters() -> Iterator[str]:
    yield from ascii_lowercase
    yield from ascii_lowercase.upper()
