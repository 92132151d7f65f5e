"""The routes of trains over the map: a line in the train's own colour along the very track it uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from engine import Hex, State
from engine.board.tiles import Tile
from moderator.drawing import palette
from moderator.drawing.geometry import Paper, curve, curve_length, plus, side, stop_places
from moderator.drawing.svg import Point, element

# Told apart by colour and by the way they are drawn; the first train is the first of the list beside the map.
LINES = (
    ("#c2007a", ""),
    ("#0b5fa5", "14 5"),
    ("#d35400", "4 5"),
    ("#5b2a86", "16 4 3 4"),
    ("#00746b", "9 4"),
    ("#7a4a00", "2 4"),
)
WIDE = 7.0

# A piece of a line: the hex it lies on, and those it comes from and goes to.
Piece = tuple[Hex, Sequence[Hex], str]


def line_of(number: int) -> tuple[str, str]:
    """Colour and dashes of a train by its number in the list."""
    return LINES[number % len(LINES)]


def run_parts(state: State, paths: Sequence[Sequence[str]], paper: Paper) -> list[str]:
    """One drawing for each route, given as the hexes it runs through."""
    found = []
    for number, path in enumerate(paths):
        colour, dashes = line_of(number)
        track = "".join(piece for _, piece, _ in _followed(state, path, paper))
        if not track:
            continue
        for stroke, width, broken in ((palette.PAPER, WIDE + 3, ""), (colour, WIDE, dashes)):
            line = {"stroke": stroke, "stroke_width": width, "stroke_dasharray": broken or None}
            found.append(
                element(
                    "path", d=track, fill="none", stroke_opacity=0.85, stroke_linejoin="round", class_="run", **line
                )
            )
    return found


def run_layers(state: State, paths: Sequence[Sequence[str]], paper: Paper) -> tuple[list[Piece], list[Piece]]:
    """The same hex by hex, for a map put together from hexes: what lies below all lines, and the lines."""
    below: list[Piece] = []
    lines: list[Piece] = []
    for number, path in enumerate(paths):
        colour, dashes = line_of(number)
        far, again = 0.0, sum(map(float, dashes.split()))
        for at, (hex_, track, length) in enumerate(_followed(state, path, paper)):
            line = {"d": track, "fill": "none", "stroke_linejoin": "round"}
            beyond = [Hex(path[next_]) for next_ in (at - 1, at + 1) if 0 <= next_ < len(path)]
            below.append((hex_, beyond, element("path", stroke=palette.PAPER, stroke_width=WIDE + 3, **line)))
            # Each piece takes its dashes up where the one before left off; whole rounds of them are left out, so that
            # pieces that look the same are the same.
            broken = {"stroke_dasharray": dashes, "stroke_dashoffset": far % again} if dashes else {}
            lines.append((hex_, beyond, element("path", stroke=colour, stroke_width=WIDE, **line, **broken)))
            far += length
    return below, lines


def _followed(state: State, run: Sequence[str], paper: Paper) -> Iterator[tuple[Hex, str, float]]:
    """The piece of track on each hex and its length; nothing of a path that is none (a position may have changed)."""
    board, path = state.board, [Hex(hex_) for hex_ in run]
    if len(path) < 2 or any(hex_ not in board.plan.hexes for hex_ in path):
        return
    leaving = [_between(state, a, b) for a, b in pairwise(path)]
    if None in leaving:
        return
    for number, hex_ in enumerate(path):
        face, middle = board.face(hex_), paper.middle(hex_)
        entered = (leaving[number - 1] + 3) % 6 if number else None  # type: ignore[operator]
        left = leaving[number] if number < len(leaving) else None
        yield hex_, *_on(face, middle, paper, entered, left)


def _between(state: State, here: Hex, there: Hex) -> int | None:
    return next((edge for edge, hex_ in state.board.plan.neighbours(here).items() if hex_ == there), None)


def _on(face: Tile, middle: Point, paper: Paper, entered: int | None, left: int | None) -> tuple[str, float]:
    """From side to side, or from a side to the stop where the route begins or ends; and how long that is."""
    ends = [edge for edge in (entered, left) if edge is not None]
    stop = next((n for n in range(len(face.stops)) if set(ends) <= set(face.exits_of(n))), None)
    if len(ends) == 2:
        on_town = stop is not None and face.stops[stop].kind == "town" and len(face.exits_of(stop)) == 2
        if on_town or (min(ends), max(ends)) in face.segments:
            return curve(ends[0], ends[1], paper.size, middle), curve_length(ends[0], ends[1], paper.size)
    place = stop_places(face, paper.size)[stop] if stop is not None else (0.0, 0.0)
    points = [plus(middle, side(edge, paper.reach)) for edge in ends]
    points.insert(1 if entered is not None else 0, plus(middle, place))
    first, *rest = points
    track = f"M{first[0]:.1f} {first[1]:.1f}" + "".join(f"L{x:.1f} {y:.1f}" for x, y in rest)
    return track, sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
