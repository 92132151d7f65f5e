"""What is drawn on tiles and printed hexes: stops, track, and which drawing may replace which."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypedDict, cast

from engine.errors import TitleError

COLOURS = ("yellow", "green", "brown", "grey")
BLANK = "blank"

# A track end: 0 to 5 is a side of the hex, 6 + k is its stop k.
STOP = 6
Segment = tuple[int, int]
StopKind = Literal["city", "town", "offboard"]


@dataclass(frozen=True, slots=True)
class Stop:
    """A city, a town or an off-board area."""

    kind: StopKind
    slots: int = 0
    # An off-board area has one figure for each colour of the phase.
    revenue: int | Mapping[str, int] = field(default=0, hash=False)
    # Off-board hexes of one group count as one place.
    group: str | None = None
    # A free stop need not use up a train's reach.
    free: bool = False

    def value(self, colour: str) -> int:
        """Its revenue while the off-board areas stand at that colour."""
        return self.revenue if isinstance(self.revenue, int) else self.revenue[colour]


@dataclass(frozen=True)
class Tile:
    """A drawing as it lies: a tile turned to its rotation, or what is printed on a hex (whose number is empty)."""

    number: str
    colour: str
    label: str | None = None
    stops: tuple[Stop, ...] = ()
    track: tuple[Segment, ...] = ()
    upgrade_cost: int = 0
    rotation: int = 0

    @cached_property
    def turns(self) -> tuple[Tile, ...]:
        """The tile in its six positions; only asked of a tile at rotation 0."""
        turned = (tuple((_turn(a, r), _turn(b, r)) for a, b in self.track) for r in range(1, 6))
        return (self, *(replace(self, track=t, rotation=r) for r, t in enumerate(turned, 1)))

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each track end, sides first, the ends that a piece of track joins it to."""
        joined: list[list[int]] = [[] for _ in range(STOP + len(self.stops))]
        for a, b in self.track:
            joined[a].append(b)
            joined[b].append(a)
        return tuple(map(tuple, joined))

    @cached_property
    def segments(self) -> frozenset[Segment]:
        """The pieces of track, lower end first."""
        return frozenset((min(s), max(s)) for s in self.track)

    @cached_property
    def exits(self) -> tuple[int, ...]:
        """The sides that carry track."""
        return tuple(e for e in range(6) if self.links[e])

    @cached_property
    def kind(self) -> str:
        """What has to match when a tile is laid or replaced: plain, town or city."""
        return self.stops[0].kind if self.stops else "plain"

    def exits_of(self, stop: int) -> tuple[int, ...]:
        """The sides joined to that stop."""
        return self.links[STOP + stop]


def _turn(end: int, rotation: int) -> int:
    return (end + rotation) % 6 if end < STOP else end


def rotated(tile: Tile, rotation: int) -> Tile:
    """The tile turned clockwise by that many sides."""
    return tile.turns[rotation % 6]


def carried(old: Tile, new: Tile) -> tuple[int, ...] | None:
    """For each stop of the old drawing the stop of the new one it becomes; None if some cannot be told.

    A stop goes where its track goes. One without track follows by its place in the list, as far as that is free;
    a single new stop takes all. Where there are fewer new stops some join, and each new one continues an old one.
    """
    if len(new.stops) == 1:
        return (0,) * len(old.stops)
    if len(new.stops) > len(old.stops):
        return None
    joining = len(new.stops) < len(old.stops)
    goes: dict[int, int] = {}
    for k in range(len(old.stops)):
        homes = {end - STOP for e in old.exits_of(k) for end in new.links[e] if end >= STOP}
        if len(homes) > 1 or (homes & set(goes.values()) and not joining):
            return None
        if homes:
            goes[k] = homes.pop()
    for k in range(len(old.stops)):
        if k not in goes:
            left = [n for n in range(len(new.stops)) if n not in goes.values()]
            goes[k] = k if k in left else left[0] if left else 0
    if len(set(goes.values())) < len(new.stops):
        return None
    return tuple(goes[k] for k in range(len(old.stops)))


def moved(segments: frozenset[Segment], stops: Sequence[int]) -> frozenset[Segment]:
    """The same track after its stops have become those stops."""
    return frozenset((a, b if b < STOP else STOP + stops[b - STOP]) for a, b in segments)


def keeps_track(old: Tile, new: Tile) -> bool:
    """Whether every piece of old track is on the new drawing and every city has a city of its own, or joins one."""
    stops = carried(old, new)
    return stops is not None and moved(old.segments, stops) <= new.segments


class StopData(TypedDict, total=False):
    """A stop as TOML writes it."""

    kind: StopKind
    slots: int
    revenue: int | dict[str, int]
    group: str
    free: bool


def read_stop(data: StopData) -> Stop:
    revenue = data.get("revenue", 0)
    return Stop(
        kind=data["kind"],
        slots=data.get("slots", 1) if data["kind"] == "city" else 0,
        revenue=revenue if isinstance(revenue, int) else MappingProxyType(revenue),
        group=data.get("group"),
        free=data.get("free", False),
    )


def read_track(where: str, data: Sequence[Sequence[int | str]], stops: int) -> tuple[Segment, ...]:
    """Track as TOML writes it: sides as numbers, stops as "s0", "s1", …"""

    def end(written: int | str) -> int:
        number = written if isinstance(written, int) else STOP + int(written.removeprefix("s"))
        if not 0 <= number < STOP + stops or (isinstance(written, int) and number >= STOP):
            raise TitleError(f"{where} has track to {written!r}, which it does not have.")
        return number

    track = tuple((end(a), end(b)) for a, b in data)
    if len({frozenset(s) for s in track}) != len(track) or any(a == b or min(a, b) >= STOP for a, b in track):
        raise TitleError(f"{where} has a piece of track that is no track, or has it twice.")
    return track


def read_tiles(text: str) -> Mapping[str, Tile]:
    """The tiles of a TOML text, by number."""
    return draw_tiles(tomllib.loads(text))


def draw_tiles(table: Mapping[str, Any]) -> Mapping[str, Tile]:
    """The tiles of a TOML table, by number."""
    tiles: dict[str, Tile] = {}
    for number, data in table.items():
        if data["colour"] not in COLOURS:
            raise TitleError(f"Tile {number} has no colour we know: {data['colour']}.")
        stops = tuple(read_stop(cast(StopData, s)) for s in data.get("stops", ()))
        tiles[number] = Tile(
            number=number,
            colour=data["colour"],
            label=data.get("label"),
            stops=stops,
            track=read_track(f"Tile {number}", data["track"], len(stops)),
            upgrade_cost=data.get("upgrade_cost", 0),
        )
    return MappingProxyType(tiles)


CATALOGUE = read_tiles(Path(__file__).with_name("tiles.toml").read_text("utf-8"))
