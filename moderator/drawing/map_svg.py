"""The map as a drawing: ground, rivers, track as on real tiles, cities, stations, revenues and coordinates.

Every part belongs to a hex, so that a picture can be put together from hexes drawn before (see ``mosaic``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import ceil, floor

from engine import State, blocked_hexes
from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL, Place, Plan
from engine.board.tiles import Stop, Tile
from moderator.drawing import palette
from moderator.drawing.geometry import Paper, corner, plus, side, stop_places, track_paths
from moderator.drawing.labels import Label, placed, width_of, within
from moderator.drawing.runs import run_layers
from moderator.drawing.svg import Point, element, polygon, sheet, text

SIZE = 38.0
FOOT = 26.0
# No letter on the map is smaller, so that it is known how far a part of it must be enlarged to be read on a phone; but
# for names in three lines all are of the second size.
SMALLEST, SMALL = 9.5, 10.5


@dataclass(frozen=True)
class Sheet:
    """What every part of the drawing needs to know."""

    state: State
    paper: Paper
    changed: frozenset[str]
    blocked: frozenset[str]
    note: str

    @cached_property
    def marks(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for each in self.state.title.mechanisms:
            for hex_, mark in (each.marks(self.state) if each.marks is not None else {}).items():
                found.setdefault(hex_, []).append(mark)
        return found


def map_width(state: State) -> int:
    """How wide the map is drawn, in points."""
    columns = [state.board.plan.layout.xy(h)[0] for h in state.board.plan.hexes]
    return round(20 + SIZE * (1.5 * (max(columns) - min(columns)) + 2))


# A part of the drawing and the hex it lies on.
Part = tuple[Hex, str]


class Overlay(str):
    """A part that may reach over the sides of its hex.

    Of words and discs it is known where, by their box; of track, to which neighbours; of the ground, what of it is
    seen in each cell."""

    box: tuple[float, float, float, float] | None = None
    to: frozenset[Hex] | None = None
    cells: Mapping[Hex, str] | None = None

    @classmethod
    def track(cls, written: str, beyond: Iterable[Hex | None]) -> Overlay:
        """Its ends lie on a side and may be seen beyond that; nothing else of it comes near one."""
        made = cls(written)
        made.to = frozenset(hex_ for hex_ in beyond if hex_ is not None)
        return made

    @classmethod
    def disc(cls, written: str, at: Point, radius: float) -> Overlay:
        made = cls(written)
        made.box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        return made

    @classmethod
    def words(cls, written: str, at: Point, label: Label) -> Overlay:
        made = cls(written)
        made.box = (
            at[0] - label.width / 2,
            at[1] - label.height / 2,
            at[0] + label.width / 2,
            at[1] + label.height / 2,
        )
        return made


@dataclass(frozen=True)
class Parts:
    """A drawing before it is written: its layers from the ground up, and the line below the map."""

    paper: Paper
    width: float
    height: float
    layers: Sequence[Sequence[Part]]
    legend: Sequence[str]


def map_sheet(state: State) -> tuple[Paper, tuple[int, int, int, int]]:
    """The paper the map is drawn on, and its box."""
    return _sheet_for(state.board.plan)


@lru_cache(maxsize=16)
def _sheet_for(plan: Plan) -> tuple[Paper, tuple[int, int, int, int]]:
    places = [plan.layout.xy(h) for h in plan.hexes]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    paper = Paper(plan.layout, SIZE, left, top)
    columns, rows = max(x for x, _ in places) - left, max(y for _, y in places) - top
    width = 2 * paper.margin + SIZE * (1.5 * columns + 2)
    height = 2 * paper.margin + paper.reach * (rows + 2) + FOOT
    return paper, (0, 0, round(width), round(height))


def map_parts(state: State, changed: Collection[str] = (), note: str = "", runs: Sequence[Sequence[str]] = ()) -> Parts:
    """The parts of the map; hexes named in ``changed`` are framed, and ``note`` says below what the frame means.

    ``runs`` are routes, given as the hexes they run through: coloured lines on the track, below stations and words.
    """
    drawn, (_, _, width, height) = sheet_of(state, changed, note), map_sheet(state)[1]
    every = list(_each(drawn))
    layers = [[(one[0], part) for one in every for part in layer(drawn, *one)] for layer in LAYERS]
    on_track = LAYERS.index(_track) + 1
    layers[on_track:on_track] = [
        [(hex_, Overlay.track(part, beyond)) for hex_, beyond, part in layer]
        for layer in run_layers(state, runs, drawn.paper)
    ]
    return Parts(drawn.paper, width, height, layers, _legend(drawn, width, height))


def legend(state: State, changed: Collection[str], note: str) -> Sequence[str]:
    """The line below the map alone."""
    _, _, width, height = map_sheet(state)[1]
    return _legend(sheet_of(state, changed, note), width, height)


def sheet_of(state: State, changed: Collection[str] = (), note: str = "") -> Sheet:
    return Sheet(state, map_sheet(state)[0], frozenset(changed), blocked_hexes(state), note)


def map_svg(state: State, changed: Collection[str] = (), note: str = "", runs: Sequence[Sequence[str]] = ()) -> str:
    """The whole map as one drawing."""
    drawn = map_parts(state, changed, note, runs)
    parts = [part for layer in drawn.layers for _, part in layer]
    return sheet(drawn.width, drawn.height, [*parts, *drawn.legend], palette.PAPER)


def _each(drawn: Sheet) -> Iterator[tuple[Hex, Place, Tile, Point]]:
    board = drawn.state.board
    for hex_, place in board.plan.hexes.items():
        yield hex_, place, board.face(hex_), drawn.paper.middle(hex_)


# ---------------------------------------------------------------------- ground and water


def _ground(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    edge = palette.INK if drawn.state.board.tile(hex_) else palette.EDGE
    yield _filled_hex(drawn.state.board.plan, drawn.paper, hex_, palette.GROUND[face.colour], edge)


@lru_cache(maxsize=4096)
def _filled_hex(plan: Plan, paper: Paper, hex_: Hex, fill: str, edge: str) -> Overlay:
    """The ground of a hex. A cell ends where its neighbours' grounds begin, so it shows their edges alone, and its own
    ground needs no corners where others lie all around: large shapes with sloping sides are what takes longest."""
    corners = paper.outline(hex_)
    made, line = Overlay(polygon(corners, fill=fill, stroke=edge, stroke_width=1.0)), {"stroke": edge}
    beyond = {side: plan.neighbour(hex_, side) for side in range(6)}
    found = {
        other: element("line", x1=ax, y1=ay, x2=bx, y2=by, stroke_width=1.0, stroke_linecap="square", **line)
        for side, other in beyond.items()
        if other is not None
        for (ax, ay), (bx, by) in [(corners[side], corners[(side + 1) % 6])]
    }
    if len(found) == 6:
        left, top = (floor(min(one)) - 1 for one in zip(*corners, strict=True))
        right, bottom = (ceil(max(one)) + 1 for one in zip(*corners, strict=True))
        box = element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=fill)
        found[hex_] = box + polygon(corners, fill="none", stroke_width=1.0, **line)
    made.cells = {hex_: made, **found}
    return made


def _river(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    hexes = drawn.state.board.plan.hexes
    for edge in place.rivers:
        beyond = drawn.state.board.plan.neighbour(hex_, edge)
        # Both banks know the river; the hex that comes first draws it.
        if beyond is None or hex_ < beyond or (edge + 3) % 6 not in hexes[beyond].rivers:
            yield from map(Overlay, _bank(drawn, hex_, place, edge, middle))
    for edge in range(6):
        if (hex_, edge) in drawn.state.board.plan.barriers:
            beyond = drawn.state.board.plan.neighbour(hex_, edge)
            if beyond is None or hex_ < beyond:
                yield Overlay(_wall(middle, edge))


def _wall(middle: Point, edge: int) -> str:
    """A side no track may ever cross."""
    (ax, ay), (bx, by) = (plus(middle, corner(n, SIZE)) for n in (edge, edge + 1))
    return element("line", x1=ax, y1=ay, x2=bx, y2=by, stroke=palette.CLOSED, stroke_width=5.0, stroke_linecap="round")


def _bank(drawn: Sheet, hex_: Hex, place: Place, edge: int, middle: Point) -> Iterator[str]:
    """The river along one side, and what it costs to cross it for the first time."""
    (ax, ay), (bx, by) = (plus(middle, corner(n, SIZE)) for n in (edge, edge + 1))
    yield element("line", x1=ax, y1=ay, x2=bx, y2=by, stroke=palette.WATER, stroke_width=5.0, stroke_linecap="round")
    if not _crossed(drawn, hex_, edge):
        at = plus(middle, side(edge, drawn.paper.reach))
        disc = element("circle", cx=at[0], cy=at[1], r=7.5, fill=palette.SHALLOWS, stroke=palette.WATER)
        yield disc + text(at, str(place.rivers[edge]), SMALL, fill=palette.INK)


def _crossed(drawn: Sheet, hex_: Hex, edge: int) -> bool:
    board = drawn.state.board
    beyond = board.plan.neighbour(hex_, edge)
    return edge in board.face(hex_).exits or (beyond is not None and (edge + 3) % 6 in board.face(beyond).exits)


# ---------------------------------------------------------------------- track and stops


def _track(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    path, ends = "".join(track_paths(face, SIZE, middle)), set(face.exits)
    if drawn.state.board.tile(hex_) is None:
        path += "".join(_stub(drawn, edge, middle) for edge in place.stubs)
        ends |= set(place.stubs)
    if path:
        beyond = [drawn.state.board.plan.neighbour(hex_, edge) for edge in ends]
        for colour, wide in ((palette.PAPER, 8.5), (palette.INK, 5.0)):
            yield Overlay.track(element("path", d=path, fill="none", stroke=colour, stroke_width=wide), beyond)


def _stub(drawn: Sheet, edge: int, middle: Point) -> str:
    """The end of track that the first tile takes up."""
    (ax, ay), (bx, by) = (plus(middle, side(edge, drawn.paper.reach * far)) for far in (1.0, 0.72))
    return f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"


@lru_cache(maxsize=4096)
def outline_of(face: Tile) -> tuple[str, str]:
    """Stops and track of a face around (0, 0), whoever has stations there: what labels keep away from."""
    stops = []
    for stop, at in zip(face.stops, stop_places(face, SIZE), strict=True):
        radius = _radius(face) if stop.kind == "city" else 6.0
        slots = _slot_places(max(stop.slots, 1), radius) if stop.kind in ("city", "town") else []
        stops += [element("circle", cx=at[0] + x, cy=at[1] + y, r=radius + 0.8, fill=palette.INK) for x, y in slots]
    path = "".join(track_paths(face, SIZE, (0.0, 0.0)))
    track = element("path", d=path, fill="none", stroke=palette.INK, stroke_width=8.5) if path else ""
    return "".join(stops), track


def _stops(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    for number, (stop, offset) in enumerate(zip(face.stops, stop_places(face, SIZE), strict=True)):
        at = plus(middle, offset)
        if stop.kind == "city":
            yield from _city(drawn, hex_, number, at, middle, _radius(face))
        elif stop.kind == "town":
            yield element("circle", cx=at[0], cy=at[1], r=6.0, fill=palette.INK, stroke=palette.PAPER)


def _radius(face: Tile) -> float:
    """How large a station is: where several cities share a hex, a little smaller."""
    return 12.5 if len(face.stops) == 1 else 11.5


def _slot_places(count: int, radius: float) -> list[Point]:
    apart = radius * 1.02
    return {
        1: [(0.0, 0.0)],
        2: [(-apart, 0.0), (apart, 0.0)],
        3: [(-apart, radius * 0.6), (apart, radius * 0.6), (0.0, -radius * 1.15)],
    }.get(count, [(-apart, -apart), (apart, -apart), (-apart, apart), (apart, apart)][:count])


def _city(drawn: Sheet, hex_: Hex, number: int, at: Point, middle: Point, radius: float) -> Iterator[str]:
    board = drawn.state.board
    slots = board.slots(hex_, number)
    kept = list(board.reservations().get((hex_, number), ()))
    for offset, standing in zip(_slot_places(len(slots), radius), slots, strict=False):
        x, y = plus(at, offset)
        back, ink = palette.marker(drawn.state.title, standing) if standing else (palette.PAPER, palette.QUIET)
        parts = [element("circle", cx=x, cy=y, r=radius, fill=back, stroke=palette.INK, stroke_width=1.6)]
        symbol = standing or (kept.pop(0) if kept else "")
        if symbol:
            name = "neu." if symbol == NEUTRAL else symbol
            parts.append(_letters((x, y), name, radius, ink, "bold" if standing else "normal"))
        # A disc over the side of its hex is seen in the neighbour's cell too.
        over = _over_a_side(drawn, (x - middle[0], y - middle[1]), radius + 1.0)
        yield from (Overlay.disc(part, (x, y), radius + 1.0) for part in parts) if over else parts


def _over_a_side(drawn: Sheet, offset: Point, radius: float) -> bool:
    """Whether a disc so far from the middle of its hex reaches over one of its sides."""
    ways = (side(edge, 1.0) for edge in range(6))
    return any(offset[0] * x + offset[1] * y + radius > drawn.paper.reach for x, y in ways)


def _letters(at: Point, symbol: str, radius: float, ink: str, weight: str) -> str:
    """A company's letters on its disc; a name of two parts that is too long for one line stands in two."""
    size = max(SMALL, radius * {1: 1.45, 2: 1.15}.get(len(symbol), 0.9))
    lines = [symbol] if width_of(symbol, size) <= 2 * radius else symbol.split("-", 1)
    if weight == "bold" and max(width_of(line, size, bold=True) for line in lines) > 2 * radius:
        weight = "normal"
    top = at[1] - (len(lines) - 1) * size * 0.42
    written = (((at[0], top + n * size * 0.84), line) for n, line in enumerate(lines))
    return "".join(text(where, line, size, fill=ink, font_weight=weight) for where, line in written)


def _by_phase(drawn: Sheet, stop: Stop, at: Point) -> str:
    """What an off-board area is worth, colour by colour of the phases; what counts now is framed."""
    assert not isinstance(stop.revenue, int)
    now = drawn.state.title.phases[drawn.state.phase].offboard
    x, y = at[0] - (len(stop.revenue) - 1) * VALUE / 2, at[1]
    boxes = []
    for colour, value in stop.revenue.items():
        here = colour == now
        box = element(
            "rect", x=x - VALUE / 2, y=y - 7, width=VALUE, height=14.0, fill=palette.GROUND[colour],
            stroke=palette.INK, stroke_width=2.2 if here else 0.6,
        )  # fmt: skip
        written = text((x, y), str(value), SMALL, fill=palette.INK, font_weight="bold" if here else "normal")
        boxes.append((here, box + written))
        x += VALUE
    # The frame of the one that counts lies over its neighbours.
    return "".join(box for _, box in sorted(boxes, key=lambda one: one[0]))


# ---------------------------------------------------------------------- words


def _words(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    """Coordinate, number, letter, name, worth and what the ground costs, each where it covers least."""
    ink = palette.PAPER if face.colour == "brown" else palette.INK
    # A halo of the ground keeps letters legible where track runs below them.
    halo = {"stroke": palette.GROUND[face.colour], "stroke_width": 2.5, "paint_order": "stroke"}
    for label, words, offset in placed_in(drawn, hex_, place, face):
        at = plus(middle, offset)
        if label.name in SIZES:
            size, weight = SIZES[label.name]
            written = text(at, words[0], size, fill=ink, font_weight=weight, **halo)
        elif label.name == "values":
            written = _by_phase(drawn, face.stops[0], at)
        else:
            written = WRITTEN[label.name](words, at, label)
        yield written if label.name != "name" and within(label, offset, SIZE) else Overlay.words(written, at, label)


Placed = tuple[tuple[Label, tuple[str, ...], Point], ...]


@dataclass(frozen=True)
class Ground:
    """What is said of the ground itself, as long as nothing is built on it."""

    cost: int = 0
    mountain: bool = False
    closed: bool = False


BUILT = Ground()


def placed_in(drawn: Sheet, hex_: Hex, place: Place, face: Tile) -> Placed:
    """What is said in a hex of this position, and where."""
    bare = drawn.state.board.tile(hex_) is None
    water = (part for edge in place.rivers for part in _bank(drawn, hex_, place, edge, (0.0, 0.0)))
    ground = Ground(place.cost, place.terrain == "mountain", hex_ in drawn.blocked) if bare else BUILT
    return labelled(hex_, place.name or "", face, "".join(water), ground)


@lru_cache(maxsize=8192)
def labelled(hex_: Hex, name: str, face: Tile, besides: str = "", ground: Ground = BUILT) -> Placed:
    """The words of a hex and where they go; a name may be cut into lines as suits the tile.

    ``besides`` is what lies there besides stops and track: water at its sides.
    """
    stops, track = outline_of(face)
    ways = (labels_of(hex_, lines, face, ground) for lines in _cuts(name))
    found = [(*placed(besides + stops, track, tuple(wanted), SIZE), wanted) for wanted in ways]
    # Among equals the fewest lines.
    _, offsets, wanted = min(found, key=lambda way: way[0])
    return tuple((label, wanted[label], at) for label, at in zip(wanted, offsets, strict=True))


# Size and weight of what is written on the ground itself.
SIZES = {"hex": (10.5, "bold"), "number": (SMALL, "normal"), "letter": (11.0, "bold")}
# A name in one, two and three lines.
NAME = {1: SMALL, 2: SMALL, 3: SMALLEST}
# Between the lines of a name: hardly more than none, for what hangs down and what stands up is in the size.
LEADING = 0.5
DISC = 8.5
# How wide one value of an off-board area is.
VALUE = 15.0
# A name longer than this is broken into lines where it can be.
LONG = 64.0


def labels_of(hex_: Hex, name: tuple[str, ...], face: Tile, ground: Ground = BUILT) -> dict[Label, tuple[str, ...]]:
    """What is to be said in a hex, those first that are hardest to place, and where each would like to stand."""
    found: dict[Label, tuple[str, ...]] = {}
    row = SIZE * 0.7
    if face.stops and not isinstance(face.stops[0].revenue, int):
        count = len(face.stops[0].revenue)
        found[Label("values", count * VALUE + 1.0, 15.0, ((0.0, 6.0), (0.0, -6.0)))] = ()
    if name:
        size = NAME[len(name)]
        wide = max(width_of(line, size) for line in name) + 2
        found[Label("name", wide, len(name) * (size + LEADING), ((0.0, SIZE * 0.6),))] = name
    worth = face.stops[0].revenue if face.stops else 0
    if isinstance(worth, int) and worth:
        wish = ((0.0, 0.0),) if len(face.stops) > 1 else tuple(corner(n, SIZE * 0.7) for n in (5, 2))
        found[Label("worth", 2 * DISC, 2 * DISC, wish)] = (str(worth),)
    # Beside a stop in a corner, else in the middle.
    spots = tuple((x * SIZE * 0.6, y * SIZE * 0.3) for x in (1, -1) for y in (-1, 1)) if face.stops else ((0.0, 2.0),)
    if ground.cost:
        kind, wide = ("mountain", 20.0) if ground.mountain else ("marsh", 25.0)
        found[Label(kind, wide, 21.0, spots)] = (str(ground.cost),)
    if ground.closed:
        found[Label("closed", 17.0, 17.0, spots)] = ()
    for kind, words, favourite in (
        ("hex", hex_, (-SIZE * 0.3, -row)),
        ("letter", face.label or "", (-SIZE * 0.72, 0.0)),
        ("number", f"#{face.number}" if face.number else "", (SIZE * 0.32, -row)),
    ):
        size, weight = SIZES[kind]
        if words:
            found[Label(kind, width_of(words, size, weight == "bold"), size * 0.76, (favourite,))] = (words,)
    return found


def _cuts(name: str) -> list[tuple[str, ...]]:
    """A name in one, two and three lines, cut at blanks; in one only if it is not too long or has no blanks."""
    if not name:
        return [()]
    words = name.split(" ")
    found = []
    for count in range(1, min(3, len(words)) + 1):
        cuts = combinations(range(1, len(words)), count - 1)
        ways = [tuple(" ".join(words[i:j]) for i, j in pairwise((0, *cut, len(words)))) for cut in cuts]
        found.append(min(ways, key=lambda lines: max(map(len, lines))))
    return [lines for lines in found if len(lines) > 1 or width_of(name, NAME[1]) <= LONG] or found


def _worth(words: tuple[str, ...], at: Point, label: Label) -> str:
    disc = element("circle", cx=at[0], cy=at[1], r=DISC, fill=palette.PAPER, stroke=palette.INK, stroke_width=0.8)
    return disc + text(at, words[0], SMALL, fill=palette.INK, font_weight="bold")


def _mountain(words: tuple[str, ...], at: Point, label: Label) -> str:
    """What a first tile costs here, below a peak."""
    (x, y), foot = at, at[1] - 1.0
    peak = polygon([(x - 9, foot), (x, y - 11), (x + 9, foot)], fill=palette.ROCK, stroke=palette.INK, stroke_width=0.8)
    return peak + text((x, y + 5), words[0], 11.0, fill=palette.INK, font_weight="bold")


def _marsh(words: tuple[str, ...], at: Point, label: Label) -> str:
    """The same below the waves of marsh or river."""
    x, y = at
    wave = "".join(f"M{x - 12:.1f} {y - 7 + n * 5:.1f}q4 -4 8 0t8 0t8 0" for n in (0, 1))
    waves = element("path", d=wave, fill="none", stroke=palette.WATER, stroke_width=1.6)
    return waves + text((x, y + 5.5), words[0], 11.0, fill=palette.INK, font_weight="bold")


def _closed(words: tuple[str, ...], at: Point, label: Label) -> str:
    """Nothing may be built here yet."""
    cross = f"M{at[0] - 7:.1f} {at[1] - 7:.1f}l14 14m0 -14l-14 14"
    return element("path", d=cross, fill="none", stroke=palette.CLOSED, stroke_width=2.4)


def _name(lines: tuple[str, ...], at: Point, label: Label) -> str:
    """The name on a light band, so that it is read at a glance."""
    band = element(
        "rect", x=at[0] - label.width / 2, y=at[1] - label.height / 2, width=label.width, height=label.height,
        rx=2.0, fill=palette.PAPER, fill_opacity=0.85,
    )  # fmt: skip
    high = label.height / len(lines)
    top = at[1] - label.height / 2 + high / 2
    written = (text((at[0], top + n * high), line, high - LEADING, fill=palette.INK) for n, line in enumerate(lines))
    return band + "".join(written)


WRITTEN: dict[str, Callable[[tuple[str, ...], Point, Label], str]] = {
    "name": _name,
    "worth": _worth,
    "mountain": _mountain,
    "marsh": _marsh,
    "closed": _closed,
}


def _marks(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    """What the mechanisms of a title have to show on the map."""
    for mark in drawn.marks.get(hex_, ()):
        (x, y), radius = plus(middle, (-SIZE * 0.55, SIZE * 0.3)), 8.5
        yield element("circle", cx=x, cy=y, r=radius, fill=palette.PAPER, stroke=palette.CHANGED, stroke_width=1.6)
        yield _letters((x, y), mark, radius, palette.INK, "bold")


def _frame(drawn: Sheet, hex_: Hex, place: Place, face: Tile, middle: Point) -> Iterator[str]:
    if hex_ in drawn.changed:
        yield polygon(
            drawn.paper.outline(hex_, 0.95), fill="none", stroke=palette.CHANGED, stroke_width=4.0,
            stroke_dasharray="9 4",
        )  # fmt: skip


# From the ground up; what lies on a hex may reach over its neighbours, never beyond them. What has changed is framed
# below stations and words: no name or value is struck out.
LAYERS = (_ground, _river, _track, _frame, _stops, _words, _marks)


def _legend(drawn: Sheet, width: float, height: float) -> list[str]:
    y = height - FOOT / 2 - 2
    parts = []
    if drawn.changed and drawn.note:
        parts.append(element("line", x1=14.0, y1=y, x2=44.0, y2=y, stroke=palette.CHANGED, stroke_width=4.0,
                             stroke_dasharray="9 4"))  # fmt: skip
        parts.append(text((50.0, y), drawn.note, 13.0, text_anchor="start", fill=palette.INK))
    title = drawn.state.title.full_name
    parts.append(text((width - 12, y), title, 13.0, text_anchor="end", fill=palette.QUIET))
    return parts
