"""The board as trains see it: what may be counted, what track joins it, and what that track occupies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

NodeId = int
SegmentId = int
TrainId = str
Json = Mapping[str, object]

# A board file writes an unlimited reach as a number no route can use up.
UNLIMITED = 999


@dataclass(frozen=True, slots=True)
class Train:
    """What one train may count: kinds in neither set may be passed but never counted."""

    id: TrainId
    name: str
    reach: int | None
    multiplier: int
    mandatory: frozenset[str]
    optional: frozenset[str]


@dataclass(frozen=True, slots=True)
class Node:
    """One stop: a city, a town, an off-board area or an exit."""

    id: NodeId
    kind: str
    hex: str
    name: str
    groups: frozenset[str]
    revenue: int
    visit_cost: int
    mine: bool
    blocked: bool

    @property
    def ends_here(self) -> bool:
        """A full city and an off-board area may be reached, never passed."""
        return self.blocked or self.kind == "offboard"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a hex, seen from the hex the track lies in."""

    border: str
    hex: str


End = Side | NodeId


@dataclass(frozen=True, slots=True)
class Segment:
    """An elementary piece of track; its id is its place in `Problem.segments`."""

    ends: tuple[End, End]
    res: frozenset[str]


@dataclass(frozen=True, slots=True)
class HexBonus:
    """Paid once for a route that counts a stop in one of the hexes; never multiplied."""

    hexes: frozenset[str]
    amount: int


@dataclass(frozen=True, slots=True)
class PairBonus:
    """Paid once for a route that counts a stop of `a` and a stop of `b`."""

    a: frozenset[str]
    b: frozenset[str]
    amount: int
    times_multiplier: bool


Bonus = HexBonus | PairBonus


@dataclass(frozen=True)
class Problem:
    """Everything that decides what a company can earn this turn."""

    trains: tuple[Train, ...]
    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]
    bonuses: tuple[Bonus, ...] = ()
    one_node_per_hex: bool = False

    @cached_property
    def node(self) -> Mapping[NodeId, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def train(self) -> Mapping[TrainId, Train]:
        return {train.id: train for train in self.trains}

    @classmethod
    def from_json(cls, data: Json) -> Problem:
        """Read the board format; a malformed board raises ValueError with one sentence."""
        try:
            return cls(
                trains=tuple(_train(item) for item in _items(data, "trains")),
                nodes=tuple(_node(item) for item in _items(data, "nodes")),
                segments=tuple(_segment(place, item) for place, item in enumerate(_items(data, "segments"))),
                bonuses=tuple(_bonus(item) for item in _items(data, "bonuses")),
                one_node_per_hex=bool(data.get("one_node_per_hex", False)),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"This is not a board: {type(error).__name__} {error}.") from error

    def to_json(self) -> dict[str, object]:
        """The board in the format that `from_json` reads."""
        return {
            "trains": [
                {"id": t.id, "name": t.name, "reach": t.reach, "multiplier": t.multiplier}
                | {"mandatory": sorted(t.mandatory), "optional": sorted(t.optional)}
                for t in self.trains
            ],
            "nodes": [
                {"id": n.id, "kind": n.kind, "hex": n.hex, "name": n.name, "groups": sorted(n.groups)}
                | {"revenue": n.revenue, "visit_cost": n.visit_cost, "mine": n.mine, "blocked": n.blocked}
                for n in self.nodes
            ],
            "segments": [
                {
                    "id": place,
                    "ends": [{"node": e} if isinstance(e, int) else {"border": e.border, "hex": e.hex} for e in s.ends],
                    "res": sorted(s.res),
                }
                for place, s in enumerate(self.segments)
            ],
            "bonuses": [
                {"type": "hex", "hexes": sorted(b.hexes), "amount": b.amount}
                if isinstance(b, HexBonus)
                else {"type": "pair", "a": sorted(b.a), "b": sorted(b.b), "amount": b.amount}
                | {"times_multiplier": b.times_multiplier}
                for b in self.bonuses
            ],
            "one_node_per_hex": self.one_node_per_hex,
        }


def digest(problem: Problem) -> str:
    """The same board gives the same digest in every process and on every machine."""
    trains = [[t.id, t.name, t.reach, t.multiplier, sorted(t.mandatory), sorted(t.optional)] for t in problem.trains]
    nodes = [
        [n.id, n.kind, n.hex, n.name, sorted(n.groups), n.revenue, n.visit_cost, n.mine, n.blocked]
        for n in problem.nodes
    ]
    segments = [
        [[e if isinstance(e, int) else [e.border, e.hex] for e in s.ends], sorted(s.res)] for s in problem.segments
    ]
    bonuses = [
        ["hex", sorted(b.hexes), b.amount]
        if isinstance(b, HexBonus)
        else ["pair", sorted(b.a), sorted(b.b), b.amount, b.times_multiplier]
        for b in problem.bonuses
    ]
    whole = json.dumps([trains, nodes, segments, bonuses, problem.one_node_per_hex], separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()


def _items(data: Json, name: str) -> Sequence[Json]:
    found = data[name]
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise ValueError(f"This is not a board: {name} must be a list of objects.")
    return found


def _whole(item: Json, name: str) -> int:
    value = item[name]
    if not isinstance(value, int):
        raise ValueError(f"This is not a board: {name} must be a whole number, not {value!r}.")
    return value


def _words(item: Json, name: str) -> frozenset[str]:
    value = item[name]
    if not isinstance(value, list):
        raise ValueError(f"This is not a board: {name} must be a list, not {value!r}.")
    return frozenset(str(word) for word in value)


def _train(item: Json) -> Train:
    reach = None if item["reach"] is None else _whole(item, "reach")
    return Train(
        id=str(item["id"]),
        name=str(item["name"]),
        reach=None if reach is None or reach >= UNLIMITED else reach,
        multiplier=_whole(item, "multiplier"),
        mandatory=_words(item, "mandatory"),
        optional=_words(item, "optional"),
    )


def _node(item: Json) -> Node:
    return Node(
        id=_whole(item, "id"),
        kind=str(item["kind"]),
        hex=str(item["hex"]),
        name=str(item.get("name") or ""),
        groups=_words(item, "groups"),
        revenue=_whole(item, "revenue"),
        visit_cost=_whole(item, "visit_cost"),
        mine=bool(item["mine"]),
        blocked=bool(item["blocked"]),
    )


def _segment(place: int, item: Json) -> Segment:
    if item.get("id", place) != place:
        raise ValueError(f"This is not a board: segment {item['id']} stands at place {place}.")
    ends = item["ends"]
    if not isinstance(ends, list) or len(ends) != 2:
        raise ValueError(f"This is not a board: segment {place} must have two ends.")
    first, second = (_end(end) for end in ends)
    return Segment(ends=(first, second), res=_words(item, "res"))


def _end(item: Json) -> End:
    return _whole(item, "node") if "node" in item else Side(border=str(item["border"]), hex=str(item["hex"]))


def _bonus(item: Json) -> Bonus:
    if item["type"] == "hex":
        return HexBonus(hexes=_words(item, "hexes"), amount=_whole(item, "amount"))
    if item["type"] == "pair":
        return PairBonus(
            a=_words(item, "a"),
            b=_words(item, "b"),
            amount=_whole(item, "amount"),
            times_multiplier=bool(item["times_multiplier"]),
        )
    raise ValueError(f"This is not a board: no bonus is called {item['type']!r}.")
