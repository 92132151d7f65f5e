"""Where the words of a hex go: off stations, off values, off each other, and off the track wherever there is room.

What is drawn in a hex is looked at point by point; every place a label could have costs what it would cover and how far
it is from where eyes look for it, and the cheapest wins. A tile in one position is thought about once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from moderator.drawing.picture import FILES, raster
from moderator.drawing.svg import Point, window

Grid = NDArray[Any]

# What a point costs that a label would cover: a stop or another label hardly ever, track and the neighbours' ground
# only if nothing else is left.
STOP, TRACK, BEYOND, TAKEN = 150.0, 6.0, 5.5, 300.0
# Above and below a hex lie the words of the next ones, and far beyond its corners too; near them there is room.
OVER, NEAR = 14.0, 10.0
# Where the next hexes, below and to the right, have their coordinates (shares of a side, from the middle), and what it
# costs to stand there.
COORDINATES, THEIRS = ((-0.3, 1.03), (1.2, 0.17)), 40.0
# What a point costs by which a label is away from its favourite place.
AWAY = 0.35
NOWHERE = "#01ff01"
# Labels keep this far from what is around them.
AIR = 1


@dataclass(frozen=True)
class Label:
    """Something to be said in a hex: how large it is, and where it would like to be, seen from the middle."""

    name: str
    width: float
    height: float
    wish: tuple[Point, ...]


@lru_cache(maxsize=4096)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """How long words are when written."""
    # A large face is measured and scaled down: small ones are fitted to whole points.
    return float(_face(bold).getlength(words)) * size / 100


@lru_cache(maxsize=2)
def _face(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FILES[bold], 100)


def within(label: Label, at: Point, size: float) -> bool:
    """Whether a label so placed stays inside its hex."""
    reach = size * 3**0.5 / 2
    # Letters are written a little larger than they are measured, for their halo.
    x, y = abs(at[0]) + label.width / 2 + 2, abs(at[1]) + label.height / 2 + 3
    return y <= reach and x * 3**0.5 + y <= 2 * reach


@lru_cache(maxsize=4096)
def placed(stops: str, track: str, labels: tuple[Label, ...], size: float) -> tuple[float, tuple[Point, ...]]:
    """What the best places cost, and the middles of the labels there, seen from the middle of a hex.

    Stops and track are drawn around (0, 0). The first label chooses first; when all have a place each may choose again,
    now that it knows the others.
    """
    ground = _costs(stops, track, size)
    # A value that leans over the corners of its hex would be taken for the neighbour's.
    inside = np.where(ground == BEYOND, OVER, ground)
    boxes: list[tuple[int, int, int, int] | None] = [None] * len(labels)
    for _ in range(2):
        for number, label in enumerate(labels):
            others = [box for other, box in enumerate(boxes) if other != number and box is not None]
            boxes[number] = _best(inside if label.name == "worth" else ground, others, label)
    high, wide = ground.shape
    chosen = [box for box in boxes if box is not None]
    cost = sum(float(ground[y : y + h, x : x + w].sum()) for x, y, w, h in chosen)
    return cost, tuple((x + w / 2 - wide / 2, y + h / 2 - high / 2) for x, y, w, h in chosen)


@lru_cache(maxsize=256)
def _costs(stops: str, track: str, size: float) -> Grid:
    """What each point of the box around a hex costs to be covered."""
    wide, high = 2 * ceil(size * 1.45), 2 * ceil(size * 1.2)
    box = (-wide / 2, -high / 2, float(wide), float(high))
    x, y = np.meshgrid(np.arange(wide) + 0.5 - wide / 2, np.arange(high) + 0.5 - high / 2)
    reach = size * 3**0.5 / 2
    inside = (abs(y) <= reach) & (abs(x) * 3**0.5 + abs(y) <= 2 * reach)
    near = (abs(y) <= reach + 2) & (abs(x) * 3**0.5 + abs(y) <= 2 * (reach + NEAR))
    costs = np.where(inside, 0.0, np.where(near, BEYOND, OVER))
    for across, down in COORDINATES:
        costs[~inside & (abs(x - across * size) <= 0.32 * size) & (abs(y - down * size) <= 0.2 * size)] = THEIRS
    for drawing, price in ((track, TRACK), (stops, STOP)):
        if drawing:
            # On a ground that nothing is drawn in, so that white is seen too.
            covered = (abs(raster(window(box, [drawing], NOWHERE)).astype(int) - (1, 255, 1)) > 40).any(axis=2)
            costs = np.maximum(costs, np.where(covered, price, 0.0))
    # Many share it.
    costs.flags.writeable = False
    return costs


def _best(ground: Grid, taken: Sequence[tuple[int, int, int, int]], label: Label) -> tuple[int, int, int, int]:
    costs = ground.copy()
    for left, top, width, height in taken:
        costs[max(0, top) : top + height, max(0, left) : left + width] = TAKEN
    wide, high = ceil(label.width) + 2 * AIR, ceil(label.height) + 2 * AIR
    sums = np.pad(costs, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    covered = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    rows, columns = covered.shape
    x = np.arange(columns)[None, :] + wide / 2 - ground.shape[1] / 2
    y = np.arange(rows)[:, None] + high / 2 - ground.shape[0] / 2
    away = np.min([np.hypot(x - at[0], y - at[1]) for at in label.wish], axis=0)
    top, left = divmod(int((covered + AWAY * away * away / 4).argmin()), columns)
    return left, top, wide, high
