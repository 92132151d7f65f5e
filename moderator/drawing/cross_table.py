"""The cross-table of a tournament: a line for each player, a column for each round, the best place set off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.drawing import palette
from moderator.drawing.picture import has_letters
from moderator.drawing.svg import element, sheet, text

ROW, HEAD, NAME, CELL, POINTS = 26.0, 34.0, 210.0, 96.0, 80.0
# A picture in a mail shows no more players; the page shows all.
MOST = 40
WINNER = "#f6e7b4"


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One player: rank, name, what was reached in each round (a place and a wealth), points."""

    rank: str
    name: str
    cells: tuple[str, ...]
    # Rounds in which they won their table.
    won: frozenset[int]
    points: str


def cross_table_svg(heads: Sequence[str], lines: Sequence[CrossLine]) -> str:
    """``heads``: what each round is called; the last column is for the points."""
    shown = lines[:MOST]
    wide = NAME + CELL * len(heads) + POINTS + 20
    high = HEAD + ROW * len(shown) + 14
    parts = []
    for at, head in enumerate(heads):
        parts.append(text((NAME + CELL * (at + 0.5), HEAD / 2), head, 13.0, font_weight="bold", fill=palette.QUIET))
    for row, line in enumerate(shown):
        middle = HEAD + ROW * (row + 0.5)
        if row % 2 == 0:
            parts.append(element("rect", x=6.0, y=HEAD + ROW * row, width=wide - 12, height=ROW, fill="#f4f4f0"))
        parts.append(text((30.0, middle), line.rank, 13.0, text_anchor="end", fill=palette.QUIET))
        # Names in letters our fonts lack are found by their rank in the text below.
        name = line.name if has_letters(line.name) else "…"
        parts.append(text((38.0, middle), name[:24], 13.0, text_anchor="start", font_weight="bold"))
        for at, cell in enumerate(line.cells):
            left = NAME + CELL * at
            if at in line.won:
                box = element("rect", x=left + 3, y=middle - ROW / 2 + 2, width=CELL - 6, height=ROW - 4, fill=WINNER)
                parts.append(box)
            parts.append(text((left + CELL / 2, middle), cell, 12.0))
        parts.append(text((wide - 16, middle), line.points, 13.0, text_anchor="end", font_weight="bold"))
    return sheet(wide, high, parts, palette.PAPER)
