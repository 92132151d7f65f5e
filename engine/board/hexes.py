"""Where hexes lie: their names, their neighbours across each side, and how far apart they are."""

from __future__ import annotations

from enum import Enum
from typing import NewType

Hex = NewType("Hex", str)

# The six sides of a hex, clockwise from the south; track ends 0 to 5 are indexes into this.
EDGES = ("S", "SW", "NW", "N", "NE", "SE")

# Rows are doubled: a hex and its southern neighbour are two apart, so every step is a whole number.
_STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))


class Layout(Enum):
    """How a map writes its coordinates; both kinds of map are flat-topped."""

    COLUMNS = "letters-are-columns"
    ROWS = "letters-are-rows"

    def xy(self, hex_: Hex) -> tuple[int, int]:
        """Column and doubled row, counted from the north-west."""
        letter, number = ord(hex_[0]) - ord("A"), int(hex_[1:])
        return (letter, number) if self is Layout.COLUMNS else (number, letter)

    def at(self, x: int, y: int) -> Hex | None:
        """The name of the hex at that column and doubled row; None where the names end."""
        letter, number = (x, y) if self is Layout.COLUMNS else (y, x)
        if not 0 <= letter < 26 or number < 0:
            return None
        return Hex(f"{chr(ord('A') + letter)}{number}")

    def neighbour(self, hex_: Hex, edge: int) -> Hex | None:
        """The hex across that side, whether or not a map has it."""
        x, y = self.xy(hex_)
        dx, dy = _STEPS[edge]
        return self.at(x + dx, y + dy)

    def distance(self, a: Hex, b: Hex) -> int:
        """Steps from hex to hex, track ignored."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        dx, dy = abs(ax - bx), abs(ay - by)
        return dx + max(0, (dy - dx) // 2)


def opposite(edge: int) -> int:
    """The same hexside, seen from the neighbour."""
    return (edge + 3) % 6
