"""A position on the map: which tiles lie where, which stations stand where, and for whom slots are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict

from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL, Plan
from engine.board.tiles import Tile, carried, rotated
from engine.errors import Inconsistent

if TYPE_CHECKING:
    from engine.board.network import Network

City = tuple[Hex, int]
Slots = tuple[str | None, ...]
# Where a slot is kept: a stop of a hex, or any stop of it.
Kept = tuple[Hex, int | None]


class BoardJson(TypedDict):
    """A board in plain data; the plan is not part of it."""

    tiles: dict[str, str]
    # For each company its stations in order of placement: hex, stop, slot.
    stations: dict[str, list[list[Any]]]
    # Slots kept: hex, stop (or null: anywhere in the hex), companies.
    reserved: list[list[Any]]


class Board:
    """An immutable position; every change is a new board that shares what did not change."""

    __slots__ = ("_cities", "_faces", "_hash", "_networks", "_placed", "_reserved", "_supply", "_tiles", "plan")

    plan: Plan
    _tiles: dict[Hex, tuple[str, int]]
    _cities: dict[City, Slots]
    _placed: dict[str, tuple[Hex, ...]]
    _reserved: dict[Kept, tuple[str, ...]]
    _faces: tuple[Tile, ...] | None
    _supply: Mapping[str, int | None] | None
    _networks: dict[object, Network]
    _hash: int | None

    def __init__(
        self,
        plan: Plan,
        tiles: dict[Hex, tuple[str, int]],
        cities: dict[City, Slots],
        placed: dict[str, tuple[Hex, ...]],
        reserved: dict[Kept, tuple[str, ...]],
    ) -> None:
        self.plan = plan
        self._tiles = tiles
        self._cities = cities
        self._placed = placed
        self._reserved = reserved
        self._faces = None
        self._supply = None
        self._networks = {}
        self._hash = None

    @classmethod
    def start(cls, plan: Plan) -> Board:
        """The printed map: no tile, no station, every reservation standing."""
        reserved: dict[Kept, tuple[str, ...]] = {}
        for hex_, place in plan.hexes.items():
            reserved.update({(hex_, stop): companies for stop, companies in place.reserved.items()})
            if place.reserved_anywhere:
                reserved[hex_, None] = place.reserved_anywhere
        return cls(plan, {}, {}, {}, reserved)

    def _with(
        self,
        tiles: dict[Hex, tuple[str, int]] | None = None,
        cities: dict[City, Slots] | None = None,
        placed: dict[str, tuple[Hex, ...]] | None = None,
        reserved: dict[Kept, tuple[str, ...]] | None = None,
    ) -> Board:
        new = Board(
            self.plan,
            self._tiles if tiles is None else tiles,
            self._cities if cities is None else cities,
            self._placed if placed is None else placed,
            self._reserved if reserved is None else reserved,
        )
        if tiles is None:
            new._faces, new._supply = self._faces, self._supply
        # Where slots are kept has no say in where track leads.
        if tiles is None and cities is None and placed is None:
            new._networks = self._networks
        return new

    # What lies where.

    def face(self, hex_: Hex) -> Tile:
        """What is to be seen on a hex: its tile as it lies, or the printed map."""
        laid = self._tiles.get(hex_)
        return self.plan.hexes[hex_].face if laid is None else rotated(self.plan.tiles[laid[0]], laid[1])

    @property
    def faces(self) -> tuple[Tile, ...]:
        """The face of every hex, in the order of the plan."""
        if self._faces is None:
            self._faces = tuple(self.face(h) for h in self.plan.order)
        return self._faces

    def tile(self, hex_: Hex) -> tuple[str, int] | None:
        """Number and rotation of the tile laid on a hex."""
        return self._tiles.get(hex_)

    @property
    def tiles(self) -> Mapping[Hex, tuple[str, int]]:
        return MappingProxyType(self._tiles)

    def changed(self) -> dict[Hex, str]:
        """The hexes that no longer show the printed map, each as "tile/rotation"."""
        return {h: f"{n}/{r}" for h, (n, r) in sorted(self._tiles.items())}

    def supply(self, number: str) -> int | None:
        """How many of a tile are left; None: as many as anyone wants."""
        if self._supply is None:
            lying = Counter(n for n, _ in self._tiles.values())
            self._supply = {n: None if c is None else c - lying[n] for n, c in self.plan.counts.items()}
        return self._supply[number]

    # Who stands where.

    def slots(self, hex_: Hex, stop: int) -> Slots:
        """The slots of a city: a company's symbol or None in each."""
        standing = self._cities.get((hex_, stop))
        return (None,) * self.face(hex_).stops[stop].slots if standing is None else standing

    @property
    def cities(self) -> Mapping[City, Slots]:
        """The cities in which anybody stands."""
        return MappingProxyType(self._cities)

    def companies(self) -> tuple[str, ...]:
        """Everybody who has a station on the map."""
        return tuple(sorted(self._placed))

    def stations(self, company: str) -> tuple[City, ...]:
        """A company's stations in order of placement."""
        symbol = self.plan.symbol(company)
        return tuple((h, self._stop_of(symbol, h)) for h in self._placed.get(symbol, ()))

    def station_in(self, company: str, hex_: Hex) -> int | None:
        """The stop of that hex at which the company has a station."""
        symbol = self.plan.symbol(company)
        return self._stop_of(symbol, hex_) if hex_ in self._placed.get(symbol, ()) else None

    def _stop_of(self, symbol: str, hex_: Hex) -> int:
        for stop in range(len(self.face(hex_).stops)):
            if symbol in self._cities.get((hex_, stop), ()):
                return stop
        raise Inconsistent(f"{symbol} is said to stand in {hex_} and does not.")

    def free_slots(self, hex_: Hex, stop: int, for_company: str) -> int:
        """How many slots of a city this company may use: empty and not kept for somebody else."""
        here = self._open(hex_, stop, for_company)
        anywhere = self._kept((hex_, None), for_company)
        if not anywhere:
            return here
        # A slot kept anywhere in the hex must still be found in one of its cities afterwards.
        whole = sum(self._open(hex_, s, for_company) for s in range(len(self.face(hex_).stops)))
        return max(0, min(here, whole - anywhere))

    def _open(self, hex_: Hex, stop: int, for_company: str) -> int:
        return max(0, self.slots(hex_, stop).count(None) - self._kept((hex_, stop), for_company))

    def _kept(self, where: Kept, for_company: str) -> int:
        return sum(company != for_company for company in self._reserved.get(where, ()))

    def blocks(self, hex_: Hex, stop: int, company: str) -> bool:
        """Whether all slots of a city are taken by others, so that this company may not pass."""
        return _blocks(self._cities.get((hex_, stop), ()), self.plan.symbol(company))

    def blocked_cities(self, company: str, transparent: frozenset[str] = frozenset()) -> Iterator[City]:
        """The cities this company may not pass; stations of the transparent companies count as empty slots."""
        symbol = self.plan.symbol(company)
        for city, slots in self._cities.items():
            if _blocks(slots, symbol) and transparent.isdisjoint(s for s in slots if s):
                yield city

    def reservations(self) -> dict[Kept, tuple[str, ...]]:
        """Who still has a slot kept where."""
        return dict(self._reserved)

    # What changes.

    def lay(self, hex_: Hex, number: str, rotation: int, assignment: Mapping[str, int] | None = None) -> Board:
        """Put a tile on a hex; stations and reservations go to the city their track leads to.

        Where that does not decide (separate cities without track) they keep their place in the list, unless
        the assignment names a city for a company.
        """
        new = rotated(self.plan.tiles[number], rotation)
        return self._turn_up(hex_, new, {**self._tiles, hex_: (number, rotation % 6)}, assignment or {})

    def strip(self, hex_: Hex) -> Board:
        """Take the tile off a hex; stations stay in the hex."""
        if hex_ not in self._tiles:
            raise Inconsistent(f"There is no tile on {hex_} to take away.")
        tiles = {h: t for h, t in self._tiles.items() if h != hex_}
        return self._turn_up(hex_, self.plan.hexes[hex_].face, tiles, {})

    def _turn_up(self, hex_: Hex, new: Tile, tiles: dict[Hex, tuple[str, int]], assignment: Mapping[str, int]) -> Board:
        """Show another face on a hex and bring everybody in it to the right city."""
        old = self.face(hex_)
        goes = carried(old, new) or tuple(min(k, len(new.stops) - 1) for k in range(len(old.stops)))
        cities, reserved = self._cities, self._reserved
        if any((hex_, k) in cities for k in range(len(old.stops))):
            cities = {city: slots for city, slots in cities.items() if city[0] != hex_}
            cities.update(self._moved_in(hex_, new, goes, assignment))
        if any((hex_, k) in reserved for k in range(len(old.stops))):
            reserved = {w: c for w, c in reserved.items() if w[0] != hex_ or w[1] is None}
            for k in range(len(old.stops)):
                kept = self._reserved.get((hex_, k), ())
                if kept:
                    reserved[hex_, goes[k]] = reserved.get((hex_, goes[k]), ()) + kept
        turned = self._with(tiles=tiles, cities=cities, reserved=reserved)
        if self._faces is not None:
            at = self.plan.index[hex_]
            turned._faces = (*self._faces[:at], new, *self._faces[at + 1 :])
        return turned

    def _moved_in(
        self, hex_: Hex, new: Tile, goes: tuple[int, ...], assignment: Mapping[str, int]
    ) -> dict[City, Slots]:
        """Everybody of a hex in the slots of its new face."""
        wanted: dict[int, list[str]] = {}
        for k, target in enumerate(goes):
            for company in filter(None, self._cities.get((hex_, k), ())):
                wanted.setdefault(assignment.get(company, target), []).append(company)
        moved: dict[City, Slots] = {}
        for stop, companies in wanted.items():
            room = new.stops[stop].slots if stop < len(new.stops) else 0
            if len(companies) > room:
                raise Inconsistent(f"City {stop} of {hex_} has {room} slots for {', '.join(companies)}.")
            moved[hex_, stop] = (*companies, *(None,) * (room - len(companies)))
        return moved

    def place(self, company: str, hex_: Hex, stop: int) -> Board:
        """Put a station into the first empty slot of a city; a slot kept for the company there is no longer kept."""
        symbol = self.plan.symbol(company)
        slots = self.slots(hex_, stop)
        if None not in slots or hex_ in self._placed.get(symbol, ()):
            raise Inconsistent(f"{company} cannot stand in city {stop} of {hex_}: {slots}.")
        at = slots.index(None)
        return self._with(
            cities={**self._cities, (hex_, stop): (*slots[:at], symbol, *slots[at + 1 :])},
            placed={**self._placed, symbol: (*self._placed.get(symbol, ()), hex_)},
            reserved=self._without(symbol, hex_),
        )

    def remove(self, company: str, hex_: Hex) -> Board:
        """Take a company's station out of a hex."""
        symbol = self.plan.symbol(company)
        cities = self._vacated(symbol, hex_, None)
        return self._with(cities=cities, placed=self._forget(symbol, hex_))

    def swap(self, old: str, new: str, hex_: Hex) -> Board:
        """Put one company's station in the very slot of another's."""
        leaving, coming = self.plan.symbol(old), self.plan.symbol(new)
        if hex_ in self._placed.get(coming, ()):
            raise Inconsistent(f"{new} already stands in {hex_}.")
        placed = self._forget(leaving, hex_)
        placed[coming] = (*placed.get(coming, ()), hex_)
        cities = self._vacated(leaving, hex_, coming)
        return self._with(cities=cities, placed=placed, reserved=self._without(coming, hex_))

    def keep(self, company: str, hex_: Hex, stop: int) -> Board:
        """Keep a slot of a city for this company."""
        where: Kept = (hex_, stop)
        kept = (*self._reserved.get(where, ()), self.plan.symbol(company))
        return self._with(reserved={**self._reserved, where: kept})

    def release(self, company: str) -> Board:
        """Keep no slot for this company any longer, anywhere."""
        return self._with(reserved=self._without(self.plan.symbol(company), None))

    def _vacated(self, symbol: str, hex_: Hex, successor: str | None) -> dict[City, Slots]:
        city = (hex_, self._stop_of(symbol, hex_))
        slots = tuple(successor if s == symbol else s for s in self._cities[city])
        others = {c: s for c, s in self._cities.items() if c != city}
        return {**others, city: slots} if any(slots) else others

    def _forget(self, symbol: str, hex_: Hex) -> dict[str, tuple[Hex, ...]]:
        placed = {**self._placed, symbol: tuple(h for h in self._placed[symbol] if h != hex_)}
        return {s: hexes for s, hexes in placed.items() if hexes}

    def _without(self, symbol: str, hex_: Hex | None) -> dict[Kept, tuple[str, ...]]:
        """The reservations without this company's, in one hex or everywhere."""
        if not any(symbol in c and hex_ in (None, w[0]) for w, c in self._reserved.items()):
            return self._reserved
        kept = {
            where: tuple(c for c in companies if c != symbol) if hex_ in (None, where[0]) else companies
            for where, companies in self._reserved.items()
        }
        return {where: companies for where, companies in kept.items() if companies}

    # As plain data.

    def to_json(self) -> BoardJson:
        """All of it but the plan, in a fixed order: equal boards give equal data."""
        stations = {
            symbol: [[h, stop, self._cities[h, stop].index(symbol)] for h, stop in self.stations(symbol)]
            for symbol in sorted(self._placed)
        }
        where = sorted(self._reserved, key=lambda w: (w[0], -1 if w[1] is None else w[1]))
        reserved: list[list[Any]] = [[h, stop, list(self._reserved[h, stop])] for h, stop in where]
        return {"tiles": {str(h): t for h, t in self.changed().items()}, "stations": stations, "reserved": reserved}

    @classmethod
    def from_json(cls, plan: Plan, data: BoardJson) -> Board:
        """The board that wrote this data."""
        laid = {Hex(h): t.rpartition("/") for h, t in data["tiles"].items()}
        board = cls(plan, {h: (n, int(r)) for h, (n, _, r) in laid.items()}, {}, {}, {})
        cities: dict[City, list[str | None]] = {}
        for symbol, stations in data["stations"].items():
            for h, stop, slot in stations:
                slots = cities.setdefault((Hex(h), stop), list(board.slots(Hex(h), stop)))
                if slots[slot] is not None:
                    raise Inconsistent(f"{symbol} and {slots[slot]} stand in one slot of {h}.")
                slots[slot] = symbol
        placed = {symbol: tuple(Hex(s[0]) for s in stations) for symbol, stations in data["stations"].items()}
        reserved: dict[Kept, tuple[str, ...]] = {(Hex(h), stop): tuple(c) for h, stop, c in data["reserved"]}
        return cls(plan, board._tiles, {c: tuple(s) for c, s in cities.items()}, placed, reserved)

    def _key(self) -> tuple[object, ...]:
        return self._tiles, self._cities, self._placed, self._reserved

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.plan is other.plan and self._key() == other._key()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(frozenset(part.items()) for part in (self._tiles, self._cities, self._placed)))
        return self._hash

    def __repr__(self) -> str:
        return f"Board({self.to_json()})"


def _blocks(slots: Slots, symbol: str) -> bool:
    return bool(slots) and None not in slots and symbol not in slots and NEUTRAL not in slots
