"""Map and market as pictures put together from their hexes and spaces: only what was never drawn before is drawn.

Each point of the sheet belongs to the hex it is nearest to, its cell. What is seen in a cell is the parts of its hex
and those of its neighbours that reach over their sides, so a cell is drawn once for each such set of parts and kept.
Cells lie on whole points, so the picture is the one the whole drawing would give, but for a few points in a thousand
where letters touch; and since each is drawn in a few milliseconds, nobody who shares the process waits for a map.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import ceil
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import State
from engine.board.hexes import Hex
from engine.board.plan import Plan
from engine.title import Title
from moderator.drawing import palette
from moderator.drawing.geometry import Paper
from moderator.drawing.map_svg import FOOT, Overlay, Parts, legend, map_parts
from moderator.drawing.market_svg import market_parts
from moderator.drawing.picture import raster
from moderator.drawing.runs import LINES
from moderator.drawing.shelf import Shelf
from moderator.drawing.slim import Inks
from moderator.drawing.svg import element, polygon, text, window

Points = NDArray[Any]
# Left, top, width and height, in points of the sheet.
Box = tuple[int, int, int, int]
# So many cells are kept: those of a few dozen late positions, at about five kilobytes each.
MOST = 4000
# A part that is there to be enlarged has so many points to each of the sheet's, either way.
FINE = 2
# So many maps are remembered as their parts: the whole map and what a phone shows of it are drawn after each other.
MAPS = 4
# So many inks a map is drawn with.
INKS = 80
# The line below the map is a cell of its own.
LEGEND = Hex("")


@dataclass(frozen=True)
class Cell:
    """Where a cell lies: its box on the sheet, which points of the box are its own, and whose parts it may show.

    Its own points are known by how fine they are drawn."""

    box: Box
    inside: Mapping[int, Points]
    around: frozenset[Hex]


@lru_cache(maxsize=16)
def cells(plan: Plan, paper: Paper, width: int, height: int, foot: int) -> Mapping[Hex, Cell]:
    """The sheet cut up: every point above the line below the map goes to the nearest middle of a hex."""
    names = list(plan.hexes)
    middles = np.array([paper.middle(name) for name in names])
    nearest = np.empty((height, width), dtype=np.int32)
    across = np.arange(width) + 0.5
    for y in range(height):
        far = (across[:, None] - middles[None, :, 0]) ** 2 + (y + 0.5 - middles[None, :, 1]) ** 2
        nearest[y] = far.argmin(axis=1)
    nearest[height - foot :] = len(names)
    found = {}
    for number, name in enumerate([*names, LEGEND]):
        mine = nearest == number
        rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
        top, left = int(rows[0]), int(columns[0])
        inside = np.ascontiguousarray(mine[top : rows[-1] + 1, left : columns[-1] + 1])
        box = (left, top, inside.shape[1], inside.shape[0])
        fine = {1: inside, FINE: inside.repeat(FINE, axis=0).repeat(FINE, axis=1)}
        found[name] = Cell(box, fine, _around(plan, paper, name, height, foot))
    return found


def _around(plan: Plan, paper: Paper, name: Hex, height: int, foot: int) -> frozenset[Hex]:
    if name != LEGEND:
        beside = (plan.neighbour(name, edge) for edge in range(6))
        return frozenset((name, *(hex_ for hex_ in beside if hex_ is not None)))
    reached = height - foot - 2 * paper.size
    return frozenset(hex_ for hex_ in plan.hexes if paper.middle(hex_)[1] > reached)


@dataclass(frozen=True)
class Piece:
    """A cell with what is seen in it; all of its box is its own where ``inside`` is None."""

    box: Box
    inside: Mapping[int, Points] | None
    parts: Sequence[str]


class Drawn:
    """The parts of one map, put to the cells they are seen in: once for the whole of it and for what a phone shows."""

    def __init__(self, state: State, parts: Parts) -> None:
        # The position is kept with its parts, so that no other gets its number meanwhile.
        self.state, self.parts = state, parts
        self._by_hex = _by_hex(parts)
        self._seen: dict[Hex, tuple[str, ...]] = {}

    def pieces(self, box: Box, legend: Sequence[str] = ()) -> Iterator[Piece]:
        """The cells that lie in a box, with what is seen in them."""
        sheet, plan = self.parts, self.state.board.plan
        for name, cell in cells(plan, sheet.paper, round(sheet.width), round(sheet.height), round(FOOT)).items():
            if _meet(cell.box, box):
                if name not in self._seen:
                    self._seen[name] = _seen(name, cell, self._by_hex)
                yield Piece(cell.box, cell.inside, (*self._seen[name], *(legend if name == LEGEND else ())))


class Mosaic:
    """The cells this process has drawn lately, of whatever game."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, Lock()
        # Where the processes of a machine share what they draw; a test or a tool needs none.
        self.shelf: Shelf | None = None
        self._kept: OrderedDict[bytes, Points] = OrderedDict()
        self._maps: OrderedDict[tuple[object, ...], Drawn] = OrderedDict()

    def map(
        self, state: State, changed: Collection[str] = (), note: str = "", runs: Sequence[Sequence[str]] = ()
    ) -> bytes:
        """The map of a position as a picture; see ``map_svg``."""
        drawn = self._drawn(state, changed, runs)
        box = (0, 0, round(drawn.parts.width), round(drawn.parts.height))
        return self._laid(box, drawn.pieces(box, legend(state, changed, note)), map_inks(state.title))

    def near(self, state: State, box: Box, changed: Collection[str] = (), runs: Sequence[Sequence[str]] = ()) -> bytes:
        """A part of the map, twice as fine: it is there to be enlarged."""
        drawn = self._drawn(state, changed, runs)
        return self._laid(box, drawn.pieces(box, legend(state, changed, "")), map_inks(state.title), FINE)

    def market(self, state: State) -> bytes:
        """The stock market as a picture; see ``market_svg``. Its spaces lie side by side and none reaches over."""
        drawn = market_parts(state)
        pieces = (Piece(box, None, parts) for box, parts in drawn.spaces)
        return self._laid((0, 0, drawn.width, drawn.height), pieces, market_inks(state.title))

    def _drawn(self, state: State, changed: Collection[str], runs: Sequence[Sequence[str]]) -> Drawn:
        key = (id(state), frozenset(changed), tuple(map(tuple, runs)))
        with self._lock:
            known = self._maps.get(key)
        if known is None:
            known = Drawn(state, map_parts(state, changed, "", runs))
            with self._lock:
                self._maps[key] = known
                while len(self._maps) > MAPS:
                    self._maps.popitem(last=False)
        return known

    def _laid(self, box: Box, pieces: Iterable[Piece], inks: Inks, fine: int = 1) -> bytes:
        """What is seen in a box of the sheet, with so many points to each of the sheet's, either way."""
        paper = inks.of(np.full((1, 1, 3), 255, dtype=np.uint8))[0, 0]
        sheet = np.full((box[3] * fine, box[2] * fine), paper, dtype=np.uint8)
        for piece in pieces:
            # A piece may lie across the edge of the box.
            left, top = (piece.box[0] - box[0]) * fine, (piece.box[1] - box[1]) * fine
            cut = (slice(max(0, -top), None), slice(max(0, -left), None))
            points = self._points(piece, inks, fine)[cut]
            room = sheet[max(0, top) :, max(0, left) :][: points.shape[0], : points.shape[1]]
            points = points[: room.shape[0], : room.shape[1]]
            if piece.inside is None:
                room[:] = points
            else:
                np.copyto(room, points, where=piece.inside[fine][cut][: room.shape[0], : room.shape[1]])
        return inks.written(sheet)

    def _points(self, piece: Piece, inks: Inks, fine: int) -> Points:
        # Parts are thousands of letters a cell; their digest is enough to know them again.
        about = repr((piece.box, inks.name, fine)).encode() + inks.edition
        key = blake2b(about + "".join(piece.parts).encode(), digest_size=16).digest()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        shelf = self.shelf
        made = shelf.find(key, (piece.box[3] * fine, piece.box[2] * fine)) if shelf is not None else None
        if made is None:
            made = inks.of(raster(window(piece.box, list(piece.parts), palette.PAPER), zoom=float(fine)))
            if shelf is not None:
                shelf.keep(key, made)
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._maps.clear()


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _seen(name: Hex, cell: Cell, by_hex: Mapping[Hex, Sequence[tuple[int, str]]]) -> tuple[str, ...]:
    """What is seen in a cell, from the ground up as in the whole drawing."""
    seen = (p for hex_ in cell.around for p in by_hex.get(hex_, ()) if hex_ == name or _reaches(p[1], name, cell))
    return tuple(_of(part, name) for _, part in sorted(seen, key=lambda part: part[0]))


def _of(part: str, name: Hex) -> str:
    """What of a part is to be drawn for a cell."""
    return part.cells.get(name, part) if isinstance(part, Overlay) and part.cells is not None else part


def _reaches(part: str, name: Hex, cell: Cell) -> bool:
    """Whether a part of a neighbour may be seen in a cell."""
    if not isinstance(part, Overlay):
        return False
    if part.to is not None:
        return name in part.to
    if part.box is None:
        return True
    left, top, wide, high = cell.box
    # A few points more than measured, for halos and rounding.
    return (
        part.box[0] - 3 < left + wide
        and part.box[2] + 3 > left
        and part.box[1] - 3 < top + high
        and part.box[3] + 3 > top
    )


def _by_hex(drawn: Parts) -> Mapping[Hex, Sequence[tuple[int, str]]]:
    """The parts of each hex, numbered as they lie on each other in the whole drawing."""
    found: dict[Hex, list[tuple[int, str]]] = {}
    number = 0
    for layer in drawn.layers:
        for hex_, part in layer:
            found.setdefault(hex_, []).append((number, part))
            number += 1
    return found


@lru_cache(maxsize=16)
def map_inks(title: Title) -> Inks:
    return _inks(title, "map", tuple(palette.GROUND.values()))


@lru_cache(maxsize=16)
def market_inks(title: Title) -> Inks:
    return _inks(title, "market", tuple(palette.ZONES.values()))


def _inks(title: Title, name: str, grounds: Sequence[str]) -> Inks:
    """The inks of a title's pictures: every ground with all that is drawn on it, and every company's marker.

    They are chosen from a card and not from a position, so that every process of the service chooses the same.
    """
    card = [part for number, ground in enumerate(grounds) for part in _swatch(60.0 * number, ground)]
    for number, (back, ink) in enumerate([palette.marker(title, company) for company in title.companies]):
        at = (14.0 + 28 * (number % 15), 75.0 + 28 * (number // 15))
        card.append(element("circle", cx=at[0], cy=at[1], r=12.5, fill=back, stroke=palette.INK, stroke_width=1.6))
        card.append(text(at, "MKN", 11.0, fill=ink, font_weight="bold"))
    width, height = 60 * len(grounds), 62 + 28 * ceil(len(title.companies) / 15)
    return Inks(f"{title.name} {name}", raster(window((0, 0, width, height), card, palette.PAPER)), INKS)


def _swatch(x: float, ground: str) -> Iterator[str]:
    """One ground with edge, track, water, a frame, a name on its band, and letters."""
    box = [(x, 0.0), (x + 60, 0.0), (x + 60, 60.0), (x, 60.0)]
    yield polygon(box, fill=ground, stroke=palette.EDGE, stroke_width=1.0)
    for colour, wide in ((palette.PAPER, 8.5), (palette.INK, 5.0)):
        yield element("path", d=f"M{x} 20q30 30 60 -15", fill="none", stroke=colour, stroke_width=wide)
    for n, (colour, _) in enumerate(LINES):
        # Routes, between their white borders.
        yield element("line", x1=x + 8 * n, y1=26.0, x2=x + 8 * n + 5, y2=32.0, stroke=colour, stroke_width=3.0)
    for y, colour in ((3.0, palette.WATER), (56.0, palette.CHANGED)):
        yield element("line", x1=x, y1=y, x2=x + 60, y2=y, stroke=colour, stroke_width=3.0)
    yield element("rect", x=x + 5, y=36.0, width=50.0, height=10.0, fill=palette.PAPER, fill_opacity=0.85)
    yield text((x + 30, 41.0), "Moscow", 9.0, fill=palette.INK)
    yield text((x + 30, 51.0), "H8 618", 10.0, fill=palette.INK, font_weight="bold")
    yield element("circle", cx=x + 10, cy=12.0, r=6.0, fill=palette.SHALLOWS, stroke=palette.WATER)
    yield element("circle", cx=x + 50, cy=28.0, r=5.0, fill=palette.ROCK, stroke=palette.CLOSED)


MOSAIC = Mosaic()
