"""The printed map and the tile set of a title, read from its map file and checked against itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, cast

from engine.board.hexes import Hex, Layout, opposite
from engine.board.tiles import (
    BLANK,
    CATALOGUE,
    COLOURS,
    Stop,
    StopData,
    Tile,
    draw_tiles,
    keeps_track,
    read_stop,
    read_track,
)
from engine.errors import TitleError

# The marker that belongs to no ordinary company and never blocks.
NEUTRAL = "neutral"

BUILDABLE = (BLANK, "yellow", "green")
FIXED = ("grey", "red", "blue")


@dataclass(frozen=True, slots=True)
class TrackRules:
    """What a title asks of a lay beyond keeping old track.

    The home rule needs no field: a company whose stations all stand in trackless cities has no network to extend,
    so it can build only there.
    """

    # Kinds of hex (plain, town, city) whose upgrades must bring new track into the company's network.
    must_use_new_track: frozenset[str] = frozenset()
    # Colours for which a city takes the tile with most exits that fits and is left.
    most_exits: frozenset[str] = frozenset()
    # Tiles that replace only certain tiles.
    only_replaces: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Place:
    """One hex of the printed map."""

    hex: Hex
    kind: str
    face: Tile
    name: str | None = None
    # Takes the place of the label when the new tile is grey.
    grey_label: str | None = None
    cost: int = 0
    terrain: str | None = None
    reserved: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    reserved_anywhere: tuple[str, ...] = ()
    blocked_until_phase: str | None = None
    blocked_by: str | None = None
    rivers: Mapping[int, int] = field(default_factory=dict, hash=False)
    # Sides with a stub of printed track, which the first tile must take up.
    stubs: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def label(self) -> str | None:
        return self.face.label

    @property
    def stops(self) -> tuple[Stop, ...]:
        return self.face.stops

    @property
    def track(self) -> tuple[tuple[int, int], ...]:
        return self.face.track

    @property
    def buildable(self) -> bool:
        return self.kind in BUILDABLE

    @property
    def title(self) -> str:
        """The hex as a sentence names it: "Moscow (H8)" or "H8"."""
        return f"{self.name} ({self.hex})" if self.name else str(self.hex)

    def label_for(self, colour: str) -> str | None:
        """The label a tile of that colour must carry here."""
        return self.grey_label if colour == "grey" and self.grey_label else self.label


@dataclass(frozen=True, eq=False)
class Plan:
    """The printed map, the tiles that exist, and the tables that follow from both."""

    layout: Layout
    hexes: Mapping[Hex, Place]
    tiles: Mapping[str, Tile]
    # How many of each there are; None: as many as anyone wants.
    counts: Mapping[str, int | None]
    rules: TrackRules
    neutral_owner: str | None = None
    # Hexsides no track may cross, each from both hexes.
    barriers: frozenset[tuple[Hex, int]] = frozenset()
    _options: dict[tuple[int, str, int], tuple[Tile, ...]] = field(default_factory=dict, repr=False)
    _successors: dict[tuple[Tile, str | None], tuple[Tile, ...]] = field(default_factory=dict, repr=False)

    def symbol(self, company: str) -> str:
        """Whose markers are this company's on the map: its own, or the neutral ones."""
        return NEUTRAL if company == self.neutral_owner else company

    def neighbour(self, hex_: Hex, edge: int) -> Hex | None:
        """The hex of this map across that side."""
        beyond = self.layout.neighbour(hex_, edge)
        return beyond if beyond in self.hexes else None

    def neighbours(self, hex_: Hex) -> dict[int, Hex]:
        """The hexes of this map around it, by side."""
        around = ((e, self.neighbour(hex_, e)) for e in range(6))
        return {e: h for e, h in around if h is not None}

    def distance(self, a: Hex, b: Hex) -> int:
        return self.layout.distance(a, b)

    def closed_edges(self, hex_: Hex) -> tuple[int, ...]:
        """Sides no track may ever lead to: off the map, or the blank side of a hex that is never built on."""
        return tuple(e for e in range(6) if self._closed(hex_, e))

    def _closed(self, hex_: Hex, edge: int) -> bool:
        beyond = self.neighbour(hex_, edge)
        if beyond is None or (hex_, edge) in self.barriers:
            return True
        place = self.hexes[beyond]
        return not place.buildable and not place.face.links[opposite(edge)]

    # Searches over track number the hexes and use integers throughout: state 6 * i + e is "coming into hex i over
    # its side e". These tables are the same for every position on this map.
    @cached_property
    def order(self) -> tuple[Hex, ...]:
        return tuple(self.hexes)

    @cached_property
    def index(self) -> Mapping[Hex, int]:
        return {h: i for i, h in enumerate(self.order)}

    @cached_property
    def across(self) -> tuple[int, ...]:
        """The same hexside, entered from the other hex; -1 off the map."""
        return tuple(
            -1 if (n := self.neighbour(h, e)) is None else 6 * self.index[n] + opposite(e)
            for h in self.order
            for e in range(6)
        )

    @cached_property
    def side_bits(self) -> tuple[int, ...]:
        """A bit for each hexside, one and the same from both hexes."""
        first = (s if other < 0 else min(s, other) for s, other in enumerate(self.across))
        number: dict[int, int] = {}
        return tuple(1 << number.setdefault(s, len(number)) for s in first)

    @cached_property
    def stop_bits(self) -> tuple[tuple[int, ...], ...]:
        """For each hex a bit for each of its stops, above those of the hexsides."""
        used = max(self.side_bits).bit_length()
        bits: list[tuple[int, ...]] = []
        for h in self.order:
            stops = len(self.hexes[h].face.stops)
            bits.append(tuple(1 << used + k for k in range(stops)))
            used += stops
        return tuple(bits)

    @cached_property
    def closed(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(self.closed_edges(h)) for h in self.order)

    def options(self, hex_: Hex, face: Tile) -> tuple[Tile, ...]:
        """Every tile, as it may lie, that fits on this hex in place of that face.

        Colour, label, kind, old track, stubs and the map's edges are looked at; supply, phase and network are not.
        """
        i = self.index[hex_]
        key = (i, face.number, face.rotation)
        if key not in self._options:
            place, closed = self.hexes[hex_], self.closed[i]
            colour = next_colour(face.colour) if place.buildable else None
            fitting = self._fitting(face, colour, place.label_for(colour)) if colour else ()
            stubs = set(place.stubs) if face.colour == BLANK else set()
            self._options[key] = tuple(t for t in fitting if closed.isdisjoint(t.exits) and stubs <= set(t.exits))
        return self._options[key]

    def _fitting(self, face: Tile, colour: str, label: str | None) -> tuple[Tile, ...]:
        """Every tile of that colour and label, as it may lie in place of that face, whatever hex it is."""
        if (face, label) not in self._successors:
            self._successors[face, label] = tuple(
                turned
                for tile in self.tiles.values()
                if tile.colour == colour and tile.label == label and same_kind(face, tile)
                if face.number in self.rules.only_replaces.get(tile.number, (face.number,))
                for turned in tile.turns
                if keeps_track(face, turned)
            )
        return self._successors[face, label]


def next_colour(colour: str) -> str | None:
    """The colour that follows on a hex of that colour."""
    if colour == BLANK:
        return COLOURS[0]
    following = COLOURS[COLOURS.index(colour) + 1 :]
    return following[0] if following else None


def same_kind(old: Tile, new: Tile) -> bool:
    """Plain for plain, town for town, city for city; cities may join, towns may not."""
    if old.kind != new.kind:
        return False
    return len(old.stops) == len(new.stops) or (new.kind == "city" and 0 < len(new.stops) < len(old.stops))


def load_plan(text: str) -> Plan:
    """Read a title's map file; raises TitleError where it contradicts itself."""
    data = tomllib.loads(text)
    layout = Layout(data["layout"])
    counts = {n: None if c == "unlimited" else int(c) for n, c in data["tiles"].items()}
    drawings = {**CATALOGUE, **draw_tiles(data.get("drawings", {}))}
    unknown = [n for n in counts if n not in drawings]
    if unknown:
        raise TitleError(f"There is no drawing of tile {', '.join(unknown)}.")
    rivers = _read_sides(layout, data.get("rivers", {}), data["hexes"])
    barriers = _read_sides(layout, dict.fromkeys(data.get("barriers", ()), 0), data["hexes"])
    hexes = {Hex(h): _read_place(Hex(h), d, rivers.get(Hex(h), {})) for h, d in data["hexes"].items()}
    track = data.get("track", {})
    plan = Plan(
        layout=layout,
        hexes=MappingProxyType(hexes),
        tiles=MappingProxyType({n: drawings[n] for n in counts}),
        counts=MappingProxyType(counts),
        rules=TrackRules(
            must_use_new_track=frozenset(track.get("must_use_new_track", ())),
            most_exits=frozenset(track.get("most_exits", ())),
            only_replaces=MappingProxyType({n: tuple(o) for n, o in track.get("only_replaces", {}).items()}),
        ),
        neutral_owner=data.get("neutral_owner"),
        barriers=frozenset((hex_, edge) for hex_, edges in barriers.items() for edge in edges),
    )
    _check(plan)
    return plan


def _read_place(hex_: Hex, data: Mapping[str, Any], rivers: Mapping[int, int]) -> Place:
    kind = data["kind"]
    if kind not in (*BUILDABLE, *FIXED):
        raise TitleError(f"{hex_} is of no kind we know: {kind}.")
    stops = tuple(read_stop(cast(StopData, s)) for s in data.get("stops", ()))
    track = read_track(hex_, data.get("track", ()), len(stops))
    return Place(
        hex=hex_,
        kind=kind,
        face=Tile(number="", colour=kind, label=data.get("label"), stops=stops, track=track),
        name=data.get("name"),
        grey_label=data.get("grey_label"),
        cost=data.get("cost", 0),
        terrain=data.get("terrain"),
        reserved=MappingProxyType({int(s.removeprefix("s")): tuple(c) for s, c in data.get("reserved", {}).items()}),
        reserved_anywhere=tuple(data.get("reserved_anywhere", ())),
        blocked_until_phase=data.get("blocked_until_phase"),
        blocked_by=data.get("blocked_by"),
        rivers=MappingProxyType(dict(rivers)),
        stubs=tuple(data.get("stubs", ())),
        marks=tuple(data.get("marks", ())),
    )


def _read_sides(layout: Layout, sides: Mapping[str, int], hexes: Mapping[str, Any]) -> dict[Hex, dict[int, int]]:
    """Prices by hex and side, both hexes of each hexside."""
    prices: dict[Hex, dict[int, int]] = {}
    for pair, price in sides.items():
        a, b = (Hex(h) for h in pair.split("-"))
        edge = next((e for e in range(6) if layout.neighbour(a, e) == b), None)
        if edge is None or a not in hexes or b not in hexes:
            raise TitleError(f"No hexside of this map is called {pair}.")
        prices.setdefault(a, {})[edge] = price
        prices.setdefault(b, {})[opposite(edge)] = price
    return prices


def _check(plan: Plan) -> None:
    """What the map file says twice must agree, and printed track must lead somewhere."""
    labels = {t.label for t in plan.tiles.values()}
    for hex_, place in plan.hexes.items():
        if place.buildable and not {place.label, place.label_for("grey")} <= labels | {None}:
            raise TitleError(f"No tile carries the label of {place.title}.")
        for stop, companies in place.reserved.items():
            if stop >= len(place.stops) or len(companies) > place.stops[stop].slots:
                raise TitleError(f"{place.title} has no room for {', '.join(companies)}.")
        if set(place.stubs) & set(plan.closed_edges(hex_)):
            raise TitleError(f"A stub of {place.title} leads nowhere.")
        stray = [e for e in place.face.exits if plan.neighbour(hex_, e) is None]
        if stray or (place.buildable and set(place.face.exits) & set(plan.closed_edges(hex_))):
            raise TitleError(f"The printed track of {place.title} leads nowhere.")
    for new, olds in plan.rules.only_replaces.items():
        if not {new, *olds} <= set(plan.tiles):
            raise TitleError(f"The rule about tile {new} names a tile that does not exist.")
