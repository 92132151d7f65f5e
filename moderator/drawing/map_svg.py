"""The map as a drawing: ground, rivers, track as on real tiles, cities, stations, revenues and coordinates."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL, Place
from engine.board.tiles import Stop, Tile
from engine.game import blocked_hexes
from engine.state import State
from moderator.drawing import palette
from moderator.drawing.geometry import Paper, corner, plus, side, stop_places, track_paths
from moderator.drawing.svg import Point, element, polygon, sheet, text

SIZE = 38.0
FOOT = 26.0


@dataclass(frozen=True)
class _Sheet:
    """What every part of the drawing needs to know."""

    state: State
    paper: Paper
    changed: frozenset[str]
    blocked: frozenset[str]
    note: str


def map_width(state: State) -> int:
    """How wide the map is drawn, in points."""
    columns = [state.board.plan.layout.xy(h)[0] for h in state.board.plan.hexes]
    return round(20 + SIZE * (1.5 * (max(columns) - min(columns)) + 2))


def map_svg(state: State, changed: Collection[str] = (), note: str = "") -> str:
    """The whole map; hexes named in ``changed`` are framed, and ``note`` says below what the frame means."""
    plan = state.board.plan
    places = [plan.layout.xy(h) for h in plan.hexes]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    paper = Paper(plan.layout, SIZE, left, top)
    drawn = _Sheet(state, paper, frozenset(changed), blocked_hexes(state), note)
    columns, rows = max(x for x, _ in places) - left, max(y for _, y in places) - top
    width = 2 * paper.margin + SIZE * (1.5 * columns + 2)
    height = 2 * paper.margin + paper.reach * (rows + 2) + FOOT
    parts = [
        part for layer in (_grounds, _rivers, _tracks, _stops, _words, _revenues, _frames) for part in layer(drawn)
    ]
    parts += _legend(drawn, width, height)
    return sheet(width, height, parts, palette.PAPER)


def _each(drawn: _Sheet) -> Iterator[tuple[Hex, Place, Tile, Point]]:
    board = drawn.state.board
    for hex_, place in board.plan.hexes.items():
        yield hex_, place, board.face(hex_), drawn.paper.middle(hex_)


# ---------------------------------------------------------------------- ground and water


def _grounds(drawn: _Sheet) -> Iterator[str]:
    for hex_, place, face, middle in _each(drawn):
        fill = palette.GROUND[face.colour]
        edge = palette.INK if drawn.state.board.tile(hex_) else "#a79f87"
        yield polygon(drawn.paper.outline(hex_), fill=fill, stroke=edge, stroke_width=1.0)
        if place.cost and not drawn.state.board.tile(hex_):
            yield from _terrain(place, middle)
        if hex_ in drawn.blocked and not drawn.state.board.tile(hex_):
            yield from _closed(middle)


def _terrain(place: Place, middle: Point) -> Iterator[str]:
    """What a first tile costs here; a mountain is drawn, other dear ground is a wave of marsh or river."""
    at = plus(middle, (SIZE * 0.62, 0.0) if place.stops else (0.0, SIZE * 0.28))
    if place.terrain == "mountain":
        peak = plus(middle, (SIZE * 0.62, -SIZE * 0.32))
        x, y = peak
        yield polygon(
            [(x - 9, y + 7), (x, y - 8), (x + 9, y + 7)], fill="#8d8371", stroke=palette.INK, stroke_width=0.8
        )
    else:
        x, y = plus(middle, (SIZE * 0.6, -SIZE * 0.3) if place.stops else (0.0, -SIZE * 0.18))
        wave = "".join(f"M{x - 12:.1f} {y + n * 5:.1f}q4 -4 8 0t8 0t8 0" for n in (0, 1))
        yield element("path", d=wave, fill="none", stroke=palette.WATER, stroke_width=1.6)
    yield text(at, str(place.cost), 12.0, fill=palette.INK, font_weight="bold")


def _closed(middle: Point) -> Iterator[str]:
    """Nothing may be built here yet."""
    for way in (1, -1):
        (ax, ay), (bx, by) = plus(middle, (-7.0, -7.0 * way + 8)), plus(middle, (7.0, 7.0 * way + 8))
        yield element("line", x1=ax, y1=ay, x2=bx, y2=by, stroke="#8a2d2d", stroke_width=2.4)


def _rivers(drawn: _Sheet) -> Iterator[str]:
    seen: set[frozenset[str]] = set()
    for hex_, place, _, middle in _each(drawn):
        for edge, price in place.rivers.items():
            beyond = drawn.state.board.plan.neighbour(hex_, edge)
            pair = frozenset((hex_, beyond or ""))
            if pair in seen:
                continue
            seen.add(pair)
            (ax, ay), (bx, by) = (plus(middle, corner(n, SIZE)) for n in (edge, edge + 1))
            yield element(
                "line", x1=ax, y1=ay, x2=bx, y2=by, stroke=palette.WATER, stroke_width=5.0, stroke_linecap="round"
            )
            if not _crossed(drawn, hex_, edge):
                at = plus(middle, side(edge, drawn.paper.reach))
                yield element("circle", cx=at[0], cy=at[1], r=7.5, fill="#e4f1fb", stroke=palette.WATER)
                yield text(at, str(price), 9.0, fill=palette.INK)


def _crossed(drawn: _Sheet, hex_: Hex, edge: int) -> bool:
    board = drawn.state.board
    beyond = board.plan.neighbour(hex_, edge)
    return edge in board.face(hex_).exits or (beyond is not None and (edge + 3) % 6 in board.face(beyond).exits)


# ---------------------------------------------------------------------- track and stops


def _tracks(drawn: _Sheet) -> Iterator[str]:
    for _, _, face, middle in _each(drawn):
        path = "".join(track_paths(face, SIZE, middle))
        if path:
            yield element("path", d=path, fill="none", stroke=palette.PAPER, stroke_width=8.5)
            yield element("path", d=path, fill="none", stroke=palette.INK, stroke_width=5.0)


def _stops(drawn: _Sheet) -> Iterator[str]:
    for hex_, _, face, middle in _each(drawn):
        for number, (stop, offset) in enumerate(zip(face.stops, stop_places(face, SIZE), strict=True)):
            at = plus(middle, offset)
            if stop.kind == "city":
                yield from _city(drawn, hex_, number, at, len(face.stops))
            elif stop.kind == "town":
                yield element("circle", cx=at[0], cy=at[1], r=6.0, fill=palette.INK, stroke=palette.PAPER)


def _slot_places(count: int, radius: float) -> list[Point]:
    apart = radius * 1.02
    return {
        1: [(0.0, 0.0)],
        2: [(-apart, 0.0), (apart, 0.0)],
        3: [(-apart, radius * 0.6), (apart, radius * 0.6), (0.0, -radius * 1.15)],
    }.get(count, [(-apart, -apart), (apart, -apart), (-apart, apart), (apart, apart)][:count])


def _city(drawn: _Sheet, hex_: Hex, number: int, at: Point, beside: int) -> Iterator[str]:
    board = drawn.state.board
    slots = board.slots(hex_, number)
    radius = 12.5 if beside == 1 else 11.0
    kept = list(board.reservations().get((hex_, number), ()))
    for offset, standing in zip(_slot_places(len(slots), radius), slots, strict=False):
        x, y = plus(at, offset)
        if standing:
            back, ink = palette.marker(drawn.state.title, standing)
            yield element("circle", cx=x, cy=y, r=radius, fill=back, stroke=palette.INK, stroke_width=1.6)
            yield _letters((x, y), "neu." if standing == NEUTRAL else standing, radius, ink, "bold")
        else:
            yield element("circle", cx=x, cy=y, r=radius, fill=palette.PAPER, stroke=palette.INK, stroke_width=1.6)
            if kept:
                yield _letters((x, y), kept.pop(0), radius, palette.QUIET, "normal")


def _letters(at: Point, symbol: str, radius: float, ink: str, weight: str) -> str:
    size = radius * {1: 1.45, 2: 1.15, 3: 0.9, 4: 0.72}.get(len(symbol), 0.62)
    return text(at, symbol, size, fill=ink, font_weight=weight)


def _revenues(drawn: _Sheet) -> Iterator[str]:
    for hex_, _, face, middle in _each(drawn):
        yield from _revenue(drawn, hex_, face, middle)


def _revenue(drawn: _Sheet, hex_: Hex, face: Tile, middle: Point) -> Iterator[str]:
    """What the stops are worth: one figure for a hex whose stops are alike, a row of the phases for off-board areas."""
    if not face.stops:
        return
    stop = face.stops[0]
    if not isinstance(stop.revenue, int):
        yield from _by_phase(drawn, hex_, stop, middle)
    elif stop.revenue:
        at = plus(middle, (0.0, 0.0) if len(face.stops) > 1 else _free_corner(face))
        yield element("circle", cx=at[0], cy=at[1], r=8.5, fill=palette.PAPER, stroke=palette.INK, stroke_width=0.8)
        yield text(at, str(stop.revenue), 10.0, fill=palette.INK, font_weight="bold")


def _free_corner(face: Tile) -> Point:
    """East or west of the city: coordinate and number are above, the name is below."""
    slots = face.stops[0].slots
    if slots > 1:
        return corner(5, SIZE * 0.84)
    east = 4 in face.exits or 5 in face.exits
    west = 1 in face.exits or 2 in face.exits
    return corner(2 if east and not west and not face.label else 5, SIZE * 0.68)


def _by_phase(drawn: _Sheet, hex_: Hex, stop: Stop, middle: Point) -> Iterator[str]:
    assert not isinstance(stop.revenue, int)
    now = drawn.state.title.phases[drawn.state.phase].offboard
    x, y = plus(middle, (-(len(stop.revenue) - 1) * 7.5, 6.0))
    for colour, value in stop.revenue.items():
        here = colour == now
        yield element(
            "rect", x=x - 7.5, y=y - 7, width=15.0, height=14.0, fill=palette.GROUND[colour],
            stroke=palette.INK, stroke_width=2.2 if here else 0.6,
        )  # fmt: skip
        yield text((x, y), str(value), 9.5, fill=palette.INK, font_weight="bold" if here else "normal")
        x += 15


# ---------------------------------------------------------------------- words


def _words(drawn: _Sheet) -> Iterator[str]:
    board = drawn.state.board
    for hex_, place, face, middle in _each(drawn):
        # A halo of the ground keeps letters legible where track runs below them.
        halo = {"stroke": palette.GROUND[face.colour], "stroke_width": 2.5, "paint_order": "stroke"}
        dark = face.colour == "brown"
        ink = palette.PAPER if dark else palette.INK
        row = -SIZE * 0.7
        yield text(
            plus(middle, (-SIZE * 0.52, row)), hex_, 10.5, fill=ink, text_anchor="start", font_weight="bold", **halo
        )
        laid = board.tile(hex_)
        if laid:
            yield text(plus(middle, (SIZE * 0.52, row)), f"#{laid[0]}", 8.0, fill=ink, text_anchor="end", **halo)
        if face.label:
            yield text(plus(middle, (-SIZE * 0.78, 0.0)), face.label, 11.0, fill=ink, font_weight="bold", **halo)
        if place.name:
            crowded = sum(stop.slots for stop in face.stops) > 1
            yield from _name(place.name, plus(middle, (0.0, SIZE * (0.73 if crowded else 0.58))))


def _name(name: str, low: Point) -> Iterator[str]:
    """The name low in the hex, on a light band so that track does not cut it."""
    lines = name.split(" & ") if len(name) > 14 and " & " in name else [name]
    for number, words in enumerate(reversed(lines)):
        size = 9.5 if len(words) <= 11 else 8.0
        at = plus(low, (0.0, -number * 9.5))
        wide = len(words) * size * 0.5 + 4
        yield element(
            "rect", x=at[0] - wide / 2, y=at[1] - size * 0.6, width=wide, height=size * 1.2, rx=2.0,
            fill=palette.PAPER, fill_opacity=0.85,
        )  # fmt: skip
        yield text(at, words, size, fill=palette.INK)


def _frames(drawn: _Sheet) -> Iterator[str]:
    for hex_ in sorted(drawn.changed):
        if hex_ in drawn.state.board.plan.hexes:
            yield polygon(
                drawn.paper.outline(Hex(hex_), 0.95), fill="none", stroke=palette.CHANGED, stroke_width=4.0,
                stroke_dasharray="9 4",
            )  # fmt: skip


def _legend(drawn: _Sheet, width: float, height: float) -> list[str]:
    y = height - FOOT / 2 - 2
    parts = []
    if drawn.changed and drawn.note:
        parts.append(element("line", x1=14.0, y1=y, x2=44.0, y2=y, stroke=palette.CHANGED, stroke_width=4.0,
                             stroke_dasharray="9 4"))  # fmt: skip
        parts.append(text((50.0, y), drawn.note, 13.0, text_anchor="start", fill=palette.INK))
    title = drawn.state.title.full_name
    parts.append(text((width - 12, y), title, 13.0, text_anchor="end", fill=palette.QUIET))
    return parts
