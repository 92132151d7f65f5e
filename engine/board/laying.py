"""Which tiles a company may lay: every lay there is, or why a lay is none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.hexes import EDGES, Hex, opposite
from engine.board.network import Network, glimpses, network
from engine.board.plan import Place, TrackRules, next_colour, same_kind
from engine.board.tiles import BLANK, COLOURS, STOP, Segment, Tile, carried, keeps_track, moved, rotated
from engine.message import Listed, Message, word

__all__ = ["Crossing", "Fault", "Lay", "TrackRules", "crossings", "fault", "lays", "terrain_cost"]


@dataclass(frozen=True, slots=True, order=True)
class Lay:
    """A tile, turned, on a hex."""

    hex: Hex
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a lay is not accepted: a short key for programs, one sentence for people."""

    key: str
    message: Message

    @property
    def why(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A river hexside that track now crosses for the first time."""

    hex: Hex
    edge: int
    other: Hex
    price: int


# Hexes in which nothing may be built now; a mapping also says why.
Closed = Collection[Hex] | Mapping[Hex, Message]


def lays(
    board: Board, company: str, colours: Collection[str], rules: TrackRules, closed_hexes: Closed = ()
) -> list[Lay]:
    """Everything this company could lay now, in order of hex, tile and rotation."""
    reached = network(board, company)
    found: list[Lay] = []
    for hex_ in reached.hexes():
        if hex_ in closed_hexes:
            continue
        face = board.face(hex_)
        options = [t for t in board.plan.options(hex_, face) if t.colour in colours and board.supply(t.number) != 0]
        most = _most_exits(options, rules)
        reach: _Reach | None = None
        for tile in options:
            if len(tile.exits) >= most:
                reach = reach or _Reach(board, company, reached, hex_, face, rules)
                if reach.by(tile):
                    found.append(Lay(hex_, tile.number, tile.rotation))
    return sorted(found)


def fault(
    board: Board,
    company: str,
    lay: Lay,
    colours: Collection[str],
    rules: TrackRules,
    closed_hexes: Closed = (),
) -> Fault | None:
    """Why this company may not lay this tile there now; None if it may."""
    plan = board.plan
    if lay.hex not in plan.hexes:
        return Fault("no-such-hex", Message("There is no hex {hex} on this map.", hex=lay.hex))
    if lay.tile not in plan.tiles:
        return Fault("no-such-tile", Message("There is no tile {tile} in this game.", tile=lay.tile))
    if lay.rotation not in range(6):
        why = Message("A tile can be turned 0 to 5 sides, not {rotation}.", rotation=lay.rotation)
        return Fault("no-such-rotation", why)
    place, face = plan.hexes[lay.hex], board.face(lay.hex)
    tile = rotated(plan.tiles[lay.tile], lay.rotation)
    return (
        _fault_of_hex(place, lay, closed_hexes)
        or _fault_of_colour(place, face, tile, colours)
        or _fault_of_kind(place, face, tile, rules)
        or _fault_of_supply(board, tile)
        or _fault_of_track(board, place, face, tile)
        or _fault_of_exits(board, place, face, tile, colours, rules)
        or _fault_of_reach(board, company, place, face, tile, rules)
    )


def _fault_of_hex(place: Place, lay: Lay, closed_hexes: Closed) -> Fault | None:
    if not place.buildable:
        why = Message(
            "Nothing is ever built on {place}: it is printed {colour} for good.",
            place=place.title,
            colour=word(place.kind),
        )
        return Fault("hex-fixed", why)
    if lay.hex in closed_hexes:
        reason = closed_hexes[lay.hex] if isinstance(closed_hexes, Mapping) else None
        shut = Message("{place} is closed to building at present.", place=place.title)
        return Fault("hex-blocked", reason or shut)
    return None


def _fault_of_colour(place: Place, face: Tile, tile: Tile, colours: Collection[str]) -> Fault | None:
    following = next_colour(face.colour)
    if following is not None and tile.colour == following and tile.colour in colours:
        return None
    lying = Message("has no tile yet") if face.colour == BLANK else Message("is {colour}", colour=word(face.colour))
    if following is None:
        why = Message("{place} {lying} and can't be upgraded any further.", place=place.title, lying=lying)
        return Fault("wrong-colour", why)
    if tile.colour != following:
        why = Message(
            "{place} {lying}, so it takes a {following} tile; {tile} is {colour}.",
            place=place.title,
            lying=lying,
            following=word(following),
            tile=tile.number,
            colour=word(tile.colour),
        )
        return Fault("wrong-colour", why)
    may = [word(c) for c in COLOURS if c in colours] or [Message("no")]
    why = Message(
        "Tile {tile} is {colour}; in this phase {colours} tiles are available.",
        tile=tile.number,
        colour=word(tile.colour),
        colours=Listed(may),
    )
    return Fault("colour-not-available", why)


def _fault_of_kind(place: Place, face: Tile, tile: Tile, rules: TrackRules) -> Fault | None:
    if not same_kind(face, tile):
        why = Message(
            "{place} takes {kind} tiles; {tile} is for {other} hexes.",
            place=place.title,
            kind=_described(face),
            tile=tile.number,
            other=_described(tile),
        )
        return Fault("wrong-tile-kind", why)
    label = place.label_for(tile.colour)
    if tile.label != label:
        why = Message(
            "{place} takes tiles {label}; {tile} is one {other}.",
            place=place.title,
            label=_labelled(label),
            tile=tile.number,
            other=_labelled(tile.label),
        )
        return Fault("label-mismatch", why)
    olds = rules.only_replaces.get(tile.number, (face.number,))
    if face.number not in olds:
        why = Message(
            "Tile {tile} replaces only tile {olds}; on {place} lies {old}.",
            tile=tile.number,
            olds=Listed(olds, "or"),
            place=place.title,
            old=face.number,
        )
        return Fault("wrong-tile-kind", why)
    return None


def _described(face: Tile) -> Message:
    if len(face.stops) < 2:
        return word(face.kind)
    cities = face.kind == "city"
    if len(face.stops) == 2:
        return Message("two-city") if cities else Message("two-town")
    return Message("three-city") if cities else Message("three-town")


def _labelled(label: str | None) -> Message:
    return Message("with the label {label}", label=label) if label else Message("without a label")


def _fault_of_supply(board: Board, tile: Tile) -> Fault | None:
    if board.supply(tile.number) != 0:
        return None
    count = board.plan.counts[tile.number]
    lie = Message("the only one lies") if count == 1 else Message("all {count} of them lie", count=count or 0)
    return Fault("tile-exhausted", Message("No tile {tile} is left; {lie} on the map.", tile=tile.number, lie=lie))


def _fault_of_track(board: Board, place: Place, face: Tile, tile: Tile) -> Fault | None:
    if not keeps_track(face, tile):
        better = sorted({t.rotation for t in board.plan.options(place.hex, face) if t.number == tile.number})
        why = Message(
            "Tile {tile} at rotation {rotation} does not keep the track of {place} in place.",
            tile=tile.number,
            rotation=tile.rotation,
            place=place.title,
        )
        if better:
            why = Message("{why} It would at rotation {better}.", why=why, better=Listed(better, "or"))
        # Where the cities of a hex are apart, what must be kept is each city's own track.
        apart = sum(stop.kind == "city" for stop in face.stops) > 1
        return Fault("old-cities-lost" if apart else "old-track-lost", why)
    closed = [e for e in tile.exits if e in board.plan.closed[board.plan.index[place.hex]]]
    if closed:
        why = Message(
            "Tile {tile} at rotation {rotation} would run {sides} out of {place}, where no track can go.",
            tile=tile.number,
            rotation=tile.rotation,
            sides=Listed(EDGES[e] for e in closed),
            place=place.title,
        )
        return Fault("track-off-map", why)
    missed = [e for e in place.stubs if e not in tile.exits] if face.colour == BLANK else []
    if missed:
        why = Message(
            "The first tile on {place} takes up the track printed on its side {sides}.",
            place=place.title,
            sides=Listed(EDGES[e] for e in missed),
        )
        return Fault("stub", why)
    return None


def _most_exits(options: Collection[Tile], rules: TrackRules) -> int:
    """How many exits a tile must have here at least."""
    return max((len(t.exits) for t in options if t.kind == "city" and t.colour in rules.most_exits), default=0)


def _fault_of_exits(
    board: Board, place: Place, face: Tile, tile: Tile, colours: Collection[str], rules: TrackRules
) -> Fault | None:
    options = [t for t in board.plan.options(place.hex, face) if t.colour in colours and board.supply(t.number) != 0]
    most = _most_exits(options, rules)
    if len(tile.exits) >= most:
        return None
    why = Message(
        "A city that turns {colour} takes the tile with most exits that fits: {place} takes {better} "
        "with {most} exits, not {tile} with {exits}.",
        colour=word(tile.colour),
        place=place.title,
        better=Listed(sorted({t.number for t in options if len(t.exits) == most}), "or"),
        most=most,
        tile=tile.number,
        exits=len(tile.exits),
    )
    return Fault("most-exits", why)


def _fault_of_reach(
    board: Board, company: str, place: Place, face: Tile, tile: Tile, rules: TrackRules
) -> Fault | None:
    for reached in glimpses(board, company, place.hex):
        if _Reach(board, company, reached, place.hex, face, rules).by(tile):
            return None
    stations = board.stations(company)
    if not stations:
        why = Message("{company} has no station on the map, so it can reach no track.", company=company)
        return Fault("not-connected", why)
    if not any(board.face(h).exits_of(k) for h, k in stations):
        homes = Listed([board.plan.hexes[h].title for h, _ in stations], "or")
        why = Message("{company} has no track yet and must begin in {homes}.", company=company, homes=homes)
        return Fault("home-first", why)
    needs_new = face.kind in rules.must_use_new_track and face.colour != BLANK
    if needs_new and _Reach(board, company, reached, place.hex, face, TrackRules()).by(tile):
        why = Message(
            "None of the track that tile {tile} adds to {place} would be reached by {company}.",
            tile=tile.number,
            place=place.title,
            company=company,
        )
        return Fault("no-new-track", why)
    why = Message(
        "Track of {company} would not reach tile {tile} at rotation {rotation} on {place}.",
        company=company,
        tile=tile.number,
        rotation=tile.rotation,
        place=place.title,
    )
    return Fault("not-connected", why)


class _Reach:
    """Whether a company's track reaches a new tile on one hex as the rules ask.

    The network before the lay decides, as far as it has been looked into: the first new piece of track on any trail
    is entered over a side at which the old network arrives, or from a stop it has reached. Only where every known
    trail has already used the far side of that piece is the network after the lay worked out.
    """

    def __init__(self, board: Board, company: str, reached: Network, hex_: Hex, face: Tile, rules: TrackRules) -> None:
        self.board, self.company, self.hex, self.face = board, company, hex_, face
        self.new_only = face.colour != BLANK and face.kind in rules.must_use_new_track
        self.network = reached
        self.has_track = reached.has_track(hex_, face.segments)
        self.own = board.station_in(company, hex_)
        self.arrivals = reached.arrivals(hex_, thorough=False)
        self.settled = reached.walk.settled
        self.doubts = self.settled and reached.doubts(hex_)
        self.sides = board.plan.side_bits[6 * board.plan.index[hex_] :][:6]
        # Stops from which a trail may set out or go on.
        self.stops = [
            k
            for k, stop in enumerate(face.stops)
            if reached.has_stop((hex_, k)) and stop.kind != "offboard" and not board.blocks(hex_, k, company)
        ]

    def by(self, tile: Tile) -> bool:
        if self._reached(tile):
            return True
        if not self.doubts:
            return False
        self.arrivals, self.doubts = self.network.arrivals(self.hex), False
        return self._reached(tile)

    def _reached(self, tile: Tile) -> bool:
        if not self.new_only:
            return (
                self.has_track
                or any(e in self.arrivals for e in tile.exits)
                or (self.own is not None and bool(tile.exits_of(self._goes(tile)[self.own])))
            )
        fresh = tile.segments - moved(self.face.segments, self._goes(tile))
        answers = [self._piece(s, tile) for s in fresh]
        return True in answers or (None in answers and self.settled and self._afterwards(tile, fresh))

    def _goes(self, tile: Tile) -> tuple[int, ...]:
        return carried(self.face, tile) or tuple(range(len(self.face.stops)))

    def _piece(self, segment: Segment, tile: Tile) -> bool | None:
        """Whether a new piece of track is reached; None where the known trails cannot tell."""
        a, b = segment
        if b >= STOP:
            return a in self.arrivals or (b - STOP) in {self._goes(tile)[k] for k in self.stops}
        used = [mask & self.sides[far] for near, far in ((a, b), (b, a)) if (mask := self.arrivals.get(near))]
        if not used:
            return False
        return True if 0 in used else None

    def _afterwards(self, tile: Tile, fresh: Collection[Segment]) -> bool:
        after = self.board.lay(self.hex, tile.number, tile.rotation)
        return any(known.has_track(self.hex, fresh) for known in glimpses(after, self.company, self.hex))


def terrain_cost(board: Board, lay: Lay, printed_upgrades: bool = True) -> int:
    """What the ground costs: the price on a hex still as printed, and the price of replacing certain tiles.

    Some titles do not charge the price on a hex that is printed with track (printed_upgrades).
    """
    place, face = board.plan.hexes[lay.hex], board.face(lay.hex)
    as_printed = board.tile(lay.hex) is None and (place.kind == BLANK or printed_upgrades)
    return (place.cost if as_printed else 0) + face.upgrade_cost


def crossings(board: Board, lay: Lay) -> tuple[Crossing, ...]:
    """The river hexsides that this lay gives track on both sides for the first time."""
    return tuple(_crossings(board, lay))


def _crossings(board: Board, lay: Lay) -> Iterator[Crossing]:
    rivers = board.plan.hexes[lay.hex].rivers
    if not rivers:
        return
    old = board.face(lay.hex).exits
    for edge in rotated(board.plan.tiles[lay.tile], lay.rotation).exits:
        other = board.plan.neighbour(lay.hex, edge)
        if edge in rivers and edge not in old and other and board.face(other).links[opposite(edge)]:
            yield Crossing(lay.hex, edge, other, rivers[edge])
