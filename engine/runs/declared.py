"""Reading a declared run: the stops a train visits on the hexes named, which of them it counts, and their worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise
from typing import Protocol

from engine.board.board import Board, City
from engine.board.hexes import Hex, opposite
from engine.board.plan import Plan
from engine.board.tiles import STOP, Stop, Tile
from engine.errors import Illegal
from engine.runs.problem import Bonus, HexBonus

__all__ = ["Bonus", "Reach", "Reading", "RunRules", "Visit", "count", "follow", "read_run", "side_between", "worth"]


class Reach(Protocol):
    """What a train can do."""

    @property
    def name(self) -> str: ...
    @property
    def reach(self) -> int | None: ...
    @property
    def multiplier(self) -> int: ...
    @property
    def any_stops(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class RunRules:
    """How a title's trains run."""

    one_stop_per_hex: bool = False
    towns_may_be_skipped: bool = False
    hex_once: bool = False  # a route may not come back to a hex, not even on other track
    paragraphs: Mapping[str, str] = field(default_factory=dict, hash=False)

    def paragraph(self, key: str) -> str:
        return self.paragraphs.get(key, "")


@dataclass(frozen=True, slots=True)
class Visit:
    """A stop on a route."""

    city: City
    stop: Stop
    value: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A declared route, understood: what it counts, what it is worth, and which hexsides it uses."""

    counted: tuple[City, ...]
    value: int
    sides: int  # a bit for each hexside


@cache
def side_between(plan: Plan, a: Hex, b: Hex) -> int | None:
    """The side of hex a behind which b lies."""
    return next((edge for edge, there in plan.neighbours(a).items() if there == b), None)


def read_run(
    board: Board,
    company: str,
    train: Reach,
    path: Sequence[str],
    colour: str,
    rules: RunRules,
    bonuses: Iterable[Bonus],
) -> Reading:
    """Understands one declared route. Raises Illegal when no train could run it."""
    visited, sides = follow(board, company, path, colour, rules)
    counted, value = count(train, visited, rules, tuple(bonuses))
    return Reading(tuple(visit.city for visit in counted), value, sides)


def follow(board: Board, company: str, path: Sequence[str], colour: str, rules: RunRules) -> tuple[list[Visit], int]:
    """The stops along a path and the hexsides it uses."""
    plan = board.plan
    hexes = [Hex(h) for h in path]
    if len(hexes) < 2:
        raise Illegal("A route needs at least two stops.", rule=rules.paragraph("two-stops"))
    for hex_ in hexes:
        if hex_ not in plan.hexes:
            raise Illegal("There is no hex {hex} on this map.", rule=rules.paragraph("two-stops"), hex=hex_)
    if rules.hex_once and (again := next((hex_ for hex_ in hexes if hexes.count(hex_) > 1), None)):
        title = plan.hexes[again].title
        raise Illegal("The route visits {place} twice.", rule=rules.paragraph("stop-twice"), place=title)
    faces = [board.face(hex_) for hex_ in hexes]
    edges, sides = _sides(plan, hexes, faces, rules)
    symbol = plan.symbol(company)
    standing = board.cities
    visited: list[Visit] = []
    last = len(hexes) - 1
    for number, hex_ in enumerate(hexes):
        stop = _stop_on(faces[number], hex_, edges, number, rules)
        if stop is None:
            continue
        city = (hex_, stop)
        what = faces[number].stops[stop]
        if 0 < number < last:
            _check_passing(board, company, city, what, rules)
        visited.append(Visit(city, what, what.value(colour), symbol in standing.get(city, ())))
    _check_visits(plan, visited, rules)
    return visited, sides


def _sides(plan: Plan, hexes: list[Hex], faces: list[Tile], rules: RunRules) -> tuple[list[int], int]:
    """The side over which a route leaves each hex, and all of them in bits."""
    edges: list[int] = []
    sides = 0
    for (here, there), (old, new) in zip(pairwise(hexes), pairwise(faces), strict=True):
        edge = side_between(plan, here, there)
        if edge is None:
            raise Illegal(
                "{here} and {there} are not neighbours.", rule=rules.paragraph("continuous"), here=here, there=there
            )
        if not old.links[edge] or not new.links[opposite(edge)]:
            raise Illegal(
                "No track joins {here} and {there}.", rule=rules.paragraph("continuous"), here=here, there=there
            )
        bit = plan.side_bits[6 * plan.index[here] + edge]
        if sides & bit:
            raise Illegal(
                "The route uses the track between {here} and {there} twice.",
                rule=rules.paragraph("track-twice"),
                here=here,
                there=there,
            )
        sides |= bit
        edges.append(edge)
    return edges, sides


def _stop_on(face: Tile, hex_: Hex, edges: list[int], number: int, rules: RunRules) -> int | None:
    """The stop a route visits in one of its hexes; None where it runs over plain track."""
    links = face.links
    if number == 0 or number == len(edges):
        edge = edges[0] if number == 0 else opposite(edges[-1])
        ends = [end for end in links[edge] if end >= STOP]
        if not ends:
            raise Illegal("There is no stop to begin or end at in {hex}.", rule=rules.paragraph("two-stops"), hex=hex_)
        return ends[0] - STOP
    into, out = opposite(edges[number - 1]), edges[number]
    if out in links[into]:
        return None
    through = [end for end in links[into] if end >= STOP and end in links[out]]
    if not through:
        raise Illegal(
            "No track in {hex} joins the two sides the route uses.", rule=rules.paragraph("continuous"), hex=hex_
        )
    return through[0] - STOP


def stop_places(board: Board, path: Sequence[str]) -> list[tuple[int, int]]:
    """Where on a legal path its stops lie: place in the path, and which stop of that hex."""
    hexes = [Hex(h) for h in path]
    edges = [edge for here, there in pairwise(hexes) if (edge := side_between(board.plan, here, there)) is not None]
    found = ((at, _stop_on(board.face(hex_), hex_, edges, at, RunRules())) for at, hex_ in enumerate(hexes))
    return [(at, stop) for at, stop in found if stop is not None]


def _check_passing(board: Board, company: str, city: City, stop: Stop, rules: RunRules) -> None:
    name = board.plan.hexes[city[0]].title
    if stop.kind == "offboard":
        raise Illegal("A route ends at {place}; it can't go on.", rule=rules.paragraph("off-board"), place=name)
    if stop.kind == "city" and board.blocks(*city, company):
        raise Illegal(
            "All slots of {place} are taken by others; a route may end there, not pass.",
            rule=rules.paragraph("blocked"),
            place=name,
        )


def _check_visits(plan: Plan, visited: list[Visit], rules: RunRules) -> None:
    seen: set[object] = set()
    for visit in visited:
        place: object = visit.city[0] if rules.one_stop_per_hex else visit.city
        group = ("group", visit.stop.group) if visit.stop.group else None
        if place in seen or group in seen:
            raise Illegal(
                "The route visits {place} twice.",
                rule=rules.paragraph("stop-twice"),
                place=plan.hexes[visit.city[0]].title,
            )
        seen.add(place)
        if group:
            seen.add(group)
    if not any(visit.mine for visit in visited):
        raise Illegal("A route needs a city with one of the company's stations.", rule=rules.paragraph("station"))


def count(train: Reach, visited: list[Visit], rules: RunRules, bonuses: tuple[Bonus, ...]) -> tuple[list[Visit], int]:
    """The stops a train counts, chosen so that they are worth most, and their worth."""
    forced = [v for v in visited if _must_count(train, v, rules)]
    if train.reach is not None and len(forced) > train.reach:
        raise Illegal(
            "The route has {count} stops that count; {train:a}-train reaches {reach}.",
            rule=rules.paragraph("too-long"),
            count=len(forced),
            train=train.name,
            reach=train.reach,
        )
    # No city is visited twice, so its name stands for the visit.
    sure = {v.city for v in visited if v.stop.free} | {v.city for v in forced}
    free = [v for v in visited if v.city not in sure]
    room = len(free) if train.reach is None else train.reach - len(forced)
    best: tuple[int, list[Visit]] | None = None
    for some in _choices(free, room, bonuses):
        chosen = sure.union(v.city for v in some)
        counted = [v for v in visited if v.city in chosen]
        if len(counted) < 2 or not any(v.mine for v in counted):
            continue
        value = worth(train, counted, bonuses)
        if best is None or value > best[0]:
            best = value, counted
    if best is None:
        raise Illegal("A route must count at least two stops.", rule=rules.paragraph("two-stops"))
    return best[1], best[0]


def _must_count(train: Reach, visit: Visit, rules: RunRules) -> bool:
    """Off-board areas always; cities unless the train chooses freely; towns where none may be skipped."""
    if visit.stop.free:
        return False
    if train.any_stops:
        return visit.stop.kind == "offboard"
    return visit.stop.kind != "town" or not rules.towns_may_be_skipped


def _choices(free: Sequence[Visit], room: int, bonuses: tuple[Bonus, ...]) -> Iterator[list[Visit]]:
    """Every choice worth trying: any of the stops that a rule speaks of, then the richest of the others."""
    named: set[str] = set()
    for bonus in bonuses:
        named |= bonus.hexes if isinstance(bonus, HexBonus) else bonus.a | bonus.b
    special = [v for v in free if v.mine or str(v.city[0]) in named]
    plain = sorted((v for v in free if v not in special), key=lambda v: -v.value)
    for size in range(min(room, len(special)), -1, -1):
        for some in combinations(special, size):
            yield [*some, *plain[: room - size]]


def worth(train: Reach, counted: Sequence[Visit], bonuses: tuple[Bonus, ...]) -> int:
    """What a train earns with the stops it counts."""
    total = sum(v.value for v in counted) * train.multiplier
    hexes = {str(v.city[0]) for v in counted}
    for bonus in bonuses:
        if isinstance(bonus, HexBonus):
            total += bonus.amount if hexes & bonus.hexes else 0
        elif hexes & bonus.a and hexes & bonus.b:
            total += bonus.amount * (train.multiplier if bonus.times_multiplier else 1)
    return total
