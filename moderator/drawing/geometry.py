"""Where hexes, their sides and the things on them lie on paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin, sqrt

from engine.board.hexes import Hex, Layout
from engine.board.tiles import STOP, Tile
from moderator.drawing.svg import Point

ROOT3 = sqrt(3)
# Towards each side and each corner, one far.
SIDES = tuple((cos(radians(90 + 60 * edge)), sin(radians(90 + 60 * edge))) for edge in range(6))
CORNERS = tuple((cos(radians(60 + 60 * number)), sin(radians(60 + 60 * number))) for number in range(6))


def side(edge: int, far: float) -> Point:
    """The point so far from the middle of a hex towards one of its sides, clockwise from the south."""
    x, y = SIDES[edge % 6]
    return far * x, far * y


def corner(number: int, far: float) -> Point:
    """A corner; side e lies between corners e and e + 1, corner 0 being the south-eastern one."""
    x, y = CORNERS[number % 6]
    return far * x, far * y


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


@dataclass(frozen=True)
class Paper:
    """A sheet of flat-topped hexes of one size; the first column and row are those of the map's outermost hexes."""

    layout: Layout
    size: float
    left: int
    top: int
    margin: float = 10.0

    @property
    def reach(self) -> float:
        """From the middle of a hex to a side."""
        return self.size * ROOT3 / 2

    def middle(self, hex_: Hex) -> Point:
        x, y = self.layout.xy(hex_)
        across = self.margin + self.size + (x - self.left) * 1.5 * self.size
        return across, self.margin + self.reach + (y - self.top) * self.reach

    def outline(self, hex_: Hex, scale: float = 1.0) -> list[Point]:
        middle = self.middle(hex_)
        return [plus(middle, corner(n, self.size * scale)) for n in range(6)]


def stop_places(face: Tile, size: float) -> list[Point]:
    """Where the stops of a drawing lie, seen from the middle of its hex."""
    if len(face.stops) == 1:
        exits = face.exits_of(0)
        if face.stops[0].kind != "town" or len(exits) != 2:
            return [(0.0, 0.0)]
        passing = {edge for piece in face.track if max(piece) < STOP for edge in piece}
        if passing and (exits[0] - exits[1]) % 6 == 3:
            # Track that only crosses its line would run through a dot in the middle: it goes where that is far.
            return [side(max(exits, key=lambda edge: min(_turn(edge, other) for other in passing)), size * 0.42)]
        return [_on_curve(exits, size)]
    used = [edge for number in range(len(face.stops)) for edge in face.exits_of(number)]
    places = []
    for number, stop in enumerate(face.stops):
        exits = face.exits_of(number)
        if stop.kind == "town" and len(exits) == 2:
            places.append(_beside(exits, size))
        elif exits:
            places.append(_towards(exits, size))
        elif used:
            # One that has no track yet lies where the others leave most room.
            free = max(range(6), key=lambda edge: min(_turn(edge, other) for other in used))
            used.append(free)
            places.append(side(free, size * 0.5))
        else:
            # Separate cities without track lie side by side.
            places.append((size * 0.42 * (2 * number - len(face.stops) + 1), 0.0))
    return places


def _turn(a: int, b: int) -> int:
    """By how many sides two sides are apart."""
    return min((a - b) % 6, (b - a) % 6)


def _towards(exits: tuple[int, ...], size: float) -> Point:
    """Halfway to the sides it has track to; on a straight line halfway to its first end."""
    x = sum(side(e, 1.0)[0] for e in exits) / len(exits)
    y = sum(side(e, 1.0)[1] for e in exits) / len(exits)
    far = (x * x + y * y) ** 0.5
    return (x / far * size * 0.5, y / far * size * 0.5) if far > 0.1 else side(exits[0], size * 0.45)


def _on_curve(exits: tuple[int, ...], size: float) -> Point:
    """The middle of the curve between two sides."""
    a, b = exits
    apart = _turn(a, b)
    far = {1: 0.5, 2: 0.23, 3: 0.0}[apart] * size
    x, y = plus(side(a, 1.0), side(b, 1.0))
    length = (x * x + y * y) ** 0.5
    return (x / length * far, y / length * far) if length > 1e-6 else (0.0, 0.0)


def _beside(exits: tuple[int, ...], size: float) -> Point:
    """A place on the curve where two of them do not meet in the middle."""
    a, b = exits
    if (a - b) % 6 == 3:
        return side(a, size * 0.4)
    return _on_curve(exits, size)


def curve(a: int, b: int, size: float, middle: Point) -> str:
    """The path of a piece of track from side to side, as it lies on real tiles."""
    reach = size * ROOT3 / 2
    begin, end = plus(middle, side(a, reach)), plus(middle, side(b, reach))
    apart = _turn(a, b)
    start = f"M{begin[0]:.1f} {begin[1]:.1f}"
    if apart == 3:
        return f"{start}L{end[0]:.1f} {end[1]:.1f}"
    radius = size * (0.5 if apart == 1 else 1.5)
    # Going round clockwise to the next side bends the other way than going back.
    bends = 0 if (b - a) % 6 <= 2 else 1
    return f"{start}A{radius:.1f} {radius:.1f} 0 0 {bends} {end[0]:.1f} {end[1]:.1f}"


def curve_length(a: int, b: int, size: float) -> float:
    """How long that piece is."""
    return size * {1: pi / 3, 2: pi / 2, 3: ROOT3}[_turn(a, b)]


def track_paths(face: Tile, size: float, middle: Point) -> list[str]:
    """All track of a drawing as paths."""
    places = stop_places(face, size)
    reach = size * ROOT3 / 2
    paths = [curve(a, b, size, middle) for a, b in face.track if a < STOP and b < STOP]
    for number, stop in enumerate(face.stops):
        exits = face.exits_of(number)
        if stop.kind == "town" and len(exits) == 2:
            paths.append(curve(exits[0], exits[1], size, middle))
            continue
        place = plus(middle, places[number])
        for edge in exits:
            edge_at = plus(middle, side(edge, reach))
            paths.append(f"M{edge_at[0]:.1f} {edge_at[1]:.1f}L{place[0]:.1f} {place[1]:.1f}")
    return paths
