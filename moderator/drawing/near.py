"""Which parts of the map a phone shows: small enough that every word on them is read, and where it matters most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.board.hexes import Hex
from moderator.drawing.geometry import Paper
from moderator.drawing.map_svg import SMALLEST
from moderator.drawing.mosaic import Box

# A phone's page in points, what a mail's own margins leave of it at the least, and how small letters may be there:
# eleven would do, but a wider part would weigh more than a mail may.
PHONE, LEFT_OF_IT, READABLE = 360, 312, 12.0
# So wide a part of the map may be, then.
WIDE = int(LEFT_OF_IT * SMALLEST / READABLE)
# Three columns of hexes, so that no name that leans over their sides is cut, and at most so many rows of half a hex, so
# that a part is never higher than a screen.
COLUMNS, ROWS, FEWEST = 3, 8, 3
# More parts than these are no help, nor is one that shows less than this share of what matters.
MOST, SHARE = 2, 0.2


def parts(paper: Paper, weights: Mapping[Hex, int], sheet: Box) -> tuple[Box, ...]:
    """The parts to show, the weightiest first, for hexes that matter so much each."""
    left = dict(weights)
    found: list[Box] = []
    whole = sum(weights.values())
    while left and len(found) < MOST:
        covered = max(_windows(paper, left), key=lambda window: (sum(left[h] for h in window), sorted(window)))
        if found and sum(left[hex_] for hex_ in covered) < SHARE * whole:
            break
        found.append(_box(paper, covered, sheet))
        left = {hex_: weight for hex_, weight in left.items() if hex_ not in covered}
    return tuple(found)


def _windows(paper: Paper, weights: Mapping[Hex, int]) -> Iterator[frozenset[Hex]]:
    """What could be seen together: everything from some column and some row on."""
    at = {hex_: paper.layout.xy(hex_) for hex_ in weights}
    for first in {x for x, _ in at.values()}:
        for top in {y for _, y in at.values()}:
            seen = (hex_ for hex_, (x, y) in at.items() if 0 <= x - first < COLUMNS and 0 <= y - top < ROWS)
            if window := frozenset(seen):
                yield window


def _box(paper: Paper, hexes: frozenset[Hex], sheet: Box) -> Box:
    """The part of the sheet around these hexes, not beyond its edges."""
    across, down = zip(*(paper.middle(hex_) for hex_ in hexes), strict=True)
    middle, upper, lower = (min(across) + max(across)) / 2, min(down) - paper.reach, max(down) + paper.reach
    more = max(0.0, (FEWEST + 2) * paper.reach - (lower - upper)) / 2
    upper, lower = max(0.0, upper - more - 8), min(float(sheet[3]), lower + more + 8)
    left = min(max(0.0, middle - WIDE / 2), max(0.0, float(sheet[2] - WIDE)))
    return round(left), round(upper), WIDE, round(lower - upper)
