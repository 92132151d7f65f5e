"""One tile by itself, as it would lie, and the compass that says which way a facing points.

A mail that lists lays shows each of them as such a picture: small, and the same bytes for every mail of every game.
"""

from __future__ import annotations

from functools import lru_cache

from engine.board.tiles import Tile, rotated
from moderator.drawing import palette
from moderator.drawing.geometry import ROOT3, corner, plus, side, stop_places, track_paths
from moderator.drawing.picture import png
from moderator.drawing.svg import Point, element, polygon, sheet, text

SIZE = 30.0
MARGIN = 3.0
WIDTH = round(2 * SIZE + 2 * MARGIN)
HEIGHT = round(ROOT3 * SIZE + 2 * MARGIN)
COMPASS_WIDTH = 220
# The pictures are shown as large as they are drawn, on a phone too: smaller letters nobody reads there.
LETTERS = 11.0


def tile_svg(tile: Tile, facing: int, paper: str = palette.PAPER) -> str:
    """The tile at this facing: ground, track, stops and what they are worth; on this paper, or on ``none``."""
    face, middle = rotated(tile, facing), (WIDTH / 2, HEIGHT / 2)
    outline = [plus(middle, corner(n, SIZE)) for n in range(6)]
    parts = [polygon(outline, fill=palette.GROUND[face.colour], stroke=palette.INK, stroke_width=1.2)]
    path = "".join(track_paths(face, SIZE, middle))
    if path:
        parts.append(element("path", d=path, fill="none", stroke=palette.PAPER, stroke_width=7.0))
        parts.append(element("path", d=path, fill="none", stroke=palette.INK, stroke_width=4.0))
    for stop, offset in zip(face.stops, stop_places(face, SIZE), strict=True):
        at = plus(middle, offset)
        if stop.kind == "town":
            parts.append(element("circle", cx=at[0], cy=at[1], r=5.0, fill=palette.INK, stroke=palette.PAPER))
        elif stop.kind == "city":
            parts += _city(at, max(1, stop.slots), stop.revenue if isinstance(stop.revenue, int) else 0)
    return sheet(WIDTH, HEIGHT, parts, paper)


def _city(at: Point, slots: int, worth: int) -> list[str]:
    """Its circles side by side, four in two rows, with the value in the first: nobody stands on a tile not laid yet."""
    radius = 7.0 if slots == 3 else 8.5
    # Four in a row are wider than the tile.
    across = slots if slots < 4 else 2
    left, top = at[0] - (across - 1) * radius, at[1] - (slots // across - 1) * radius
    found = []
    for number in range(slots):
        down, along = divmod(number, across)
        x, y = left + 2 * along * radius, top + 2 * down * radius
        found.append(element("circle", cx=x, cy=y, r=radius, fill=palette.PAPER, stroke=palette.INK))
        if number == 0 and worth:
            found.append(text((x, y), str(worth), LETTERS, fill=palette.INK, font_weight="bold"))
    return found


def compass_svg(sides: tuple[str, ...]) -> str:
    """A hex with the number and the name of each side, clockwise from the south."""
    size, middle = 62.0, (110.0, 92.0)
    outline = [plus(middle, corner(n, size)) for n in range(6)]
    parts = [polygon(outline, fill=palette.GROUND["blank"], stroke=palette.INK, stroke_width=1.6)]
    for edge, name in enumerate(sides):
        inside, outside = plus(middle, side(edge, size * 0.62)), plus(middle, side(edge, size * 1.14))
        parts.append(text(inside, str(edge), 16.0, fill=palette.INK, font_weight="bold"))
        parts.append(text(outside, name, 14.0, fill=palette.QUIET))
    return sheet(COMPASS_WIDTH, 184.0, parts, palette.PAPER)


@lru_cache(maxsize=2048)
def tile_png(tile: Tile, facing: int) -> bytes:
    return png(tile_svg(tile, facing))


@lru_cache(maxsize=8)
def compass_png(sides: tuple[str, ...]) -> bytes:
    return png(compass_svg(sides))
