"""Reading a declared run: which stops a train visits on the hexes named, which of them it counts, what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from engine.board.board import Board, City
from engine.board.hexes import Hex, opposite
from engine.board.plan import Plan
from engine.board.tiles import STOP, Stop
from engine.errors import Illegal
from engine.runs.problem import Bonus, HexBonus, PairBonus


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
    paragraphs: tuple[tuple[str, str], ...] = ()

    def paragraph(self, key: str) -> str:
        return dict(self.paragraphs).get(key, "")


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
        raise Illegal("A route joins two stops at least.", rule=rules.paragraph("two-stops"))
    for hex_ in hexes:
        if hex_ not in plan.hexes:
            raise Illegal(f"There is no hex {hex_} on this map.", rule=rules.paragraph("two-stops"))
    edges: list[int] = []
    sides = 0
    for here, there in zip(hexes, hexes[1:]):  # noqa: B905
        edge = side_between(plan, here, there)
        if edge is None:
            raise Illegal(f"{here} and {there} are not neighbours.", rule=rules.paragraph("continuous"))
        if not board.face(here).links[edge] or not board.face(there).links[opposite(edge)]:
            raise Illegal(f"No track joins {here} and {there}.", rule=rules.paragraph("continuous"))
        bit = plan.side_bits[6 * plan.index[here] + edge]
        if sides & bit:
            raise Illegal(
                f"The route uses the track between {here} and {there} twice.", rule=rules.paragraph("track-twice")
            )
        sides |= bit
        edges.append(edge)
    symbol = plan.symbol(company)
    visited: list[Visit] = []
    last = len(hexes) - 1
    for number, hex_ in enumerate(hexes):
        stop = _stop_on(board, hexes, edges, number, rules)
        if stop is None:
            continue
        city = (hex_, stop)
        what = board.face(hex_).stops[stop]
        if 0 < number < last:
            _check_passing(board, company, city, what, rules)
        visited.append(Visit(city, what, what.value(colour), symbol in board.cities.get(city, ())))
    _check_visits(plan, visited, rules)
    return visited, sides


def _stop_on(board: Board, hexes: list[Hex], edges: list[int], number: int, rules: RunRules) -> int | None:
    """The stop a route visits in one of its hexes; None where it runs over plain track."""
    links = board.face(hexes[number]).links
    if number == 0 or number == len(hexes) - 1:
        edge = edges[0] if number == 0 else opposite(edges[-1])
        ends = [end for end in links[edge] if end >= STOP]
        if not ends:
            raise Illegal(f"There is no stop to begin or end at in {hexes[number]}.", rule=rules.paragraph("two-stops"))
        return ends[0] - STOP
    into, out = opposite(edges[number - 1]), edges[number]
    if out in links[into]:
        return None
    through = [end for end in links[into] if end >= STOP and end in links[out]]
    if not through:
        raise Illegal(
            f"No track in {hexes[number]} joins the two sides the route uses.", rule=rules.paragraph("continuous")
        )
    return through[0] - STOP


def _check_passing(board: Board, company: str, city: City, stop: Stop, rules: RunRules) -> None:
    name = board.plan.hexes[city[0]].title
    if stop.kind == "offboard":
        raise Illegal(f"A route ends at {name}; it can't go on.", rule=rules.paragraph("off-board"))
    if stop.kind == "city" and board.blocks(*city, company):
        raise Illegal(
            f"All slots of {name} are taken by others; a route may end there, not pass.",
            rule=rules.paragraph("blocked"),
        )


def _check_visits(plan: Plan, visited: list[Visit], rules: RunRules) -> None:
    seen: set[object] = set()
    for visit in visited:
        place: object = visit.city[0] if rules.one_stop_per_hex else visit.city
        group = ("group", visit.stop.group) if visit.stop.group else None
        if place in seen or group in seen:
            raise Illegal(
                f"The route visits {plan.hexes[visit.city[0]].title} twice.", rule=rules.paragraph("stop-twice")
            )
        seen.add(place)
        if group:
            seen.add(group)
    if not any(visit.mine for visit in visited):
        raise Illegal("A route needs a city with one of the company's stations.", rule=rules.paragraph("station"))


def count(train: Reach, visited: list[Visit], rules: RunRules, bonuses: tuple[Bonus, ...]) -> tuple[list[Visit], int]:
    """The stops a train counts, chosen so that they are worth most, and their worth."""
    if train.any_stops:
        counted = _best_few(train, visited, bonuses)
    else:
        counted = _in_order(train, visited, rules)
    if len(counted) < 2:
        raise Illegal("A route counts two stops at least.", rule=rules.paragraph("two-stops"))
    return counted, worth(train, counted, bonuses)


def _in_order(train: Reach, visited: list[Visit], rules: RunRules) -> list[Visit]:
    """Cities and off-board areas must be counted; towns fill what reach is left, where they may be skipped."""
    must = [v for v in visited if not v.stop.free and not (rules.towns_may_be_skipped and v.stop.kind == "town")]
    if train.reach is not None and len(must) > train.reach:
        raise Illegal(
            f"The route has {len(must)} stops that count; a {train.name}-train reaches {train.reach}.",
            rule=rules.paragraph("too-long"),
        )
    room = len(visited) if train.reach is None else train.reach - len(must)
    others = sorted((v for v in visited if v not in must and not v.stop.free), key=lambda v: -v.value)[:room]
    return [v for v in visited if v in must or v in others or v.stop.free]


def _best_few(train: Reach, visited: list[Visit], bonuses: tuple[Bonus, ...]) -> list[Visit]:
    """Any stops up to the train's reach, off-board and one with an own station among them."""
    reach = train.reach or len(visited)
    forced = [v for v in visited if v.stop.kind == "offboard"]
    pairs = [b for b in bonuses if isinstance(b, PairBonus)]
    best: list[Visit] = []
    for station in (v for v in visited if v.mine):
        for pair in (None, *pairs):
            chosen = [*forced] + ([station] if station not in forced else [])
            if pair is not None:
                for side in (pair.a, pair.b):
                    if not any(v.city[0] in side for v in chosen):
                        more = sorted((v for v in visited if v.city[0] in side), key=lambda v: -v.value)[:1]
                        chosen += more
            if len(chosen) > reach:
                continue
            rest = sorted((v for v in visited if v not in chosen), key=lambda v: -v.value)
            chosen += rest[: reach - len(chosen)]
            if not best or worth(train, chosen, bonuses) > worth(train, best, bonuses):
                best = chosen
    return [v for v in visited if v in best]


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
