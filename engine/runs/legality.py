"""Whether a set of routes may be run, and what it earns; knows nothing of how routes are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from engine.runs.problem import HexBonus, Node, NodeId, Problem, Segment, SegmentId, Side, Train, TrainId


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run: the stops it counts and the pieces of track it uses, in order."""

    train: TrainId
    stops: tuple[NodeId, ...]
    path: tuple[SegmentId, ...]


@dataclass(frozen=True, slots=True)
class RunFault:
    """Why a set of routes may not be run: a word for programs, a sentence for players."""

    key: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """Either the earnings of every route, or the first fault."""

    revenues: tuple[int, ...]
    fault: RunFault | None = None

    @property
    def legal(self) -> bool:
        return self.fault is None

    @property
    def total(self) -> int:
        return sum(self.revenues)


class _Faulty(Exception):
    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = RunFault(key, sentence)


def check(problem: Problem, routes: Sequence[Route]) -> Ruling:
    """Judge a whole declaration: every route by itself, then all of them together."""
    try:
        _each_train_once(problem, routes)
        revenues = tuple(_one_route(problem, route) for route in routes)
        _no_track_shared(problem, routes)
    except _Faulty as faulty:
        return Ruling((), faulty.fault)
    return Ruling(revenues)


def visited(problem: Problem, path: Sequence[SegmentId]) -> tuple[NodeId, ...]:
    """The stops a path touches, in order; a broken path raises ValueError."""
    try:
        return tuple(node.id for node in _follow(problem, path))
    except _Faulty as faulty:
        raise ValueError(faulty.fault.sentence) from faulty


def value(problem: Problem, train: Train, counted: Iterable[NodeId]) -> int:
    """What a train earns with these counted stops, bonuses included."""
    nodes = [problem.node[stop] for stop in counted]
    hexes = {node.hex for node in nodes}
    total = train.multiplier * sum(node.revenue for node in nodes)
    for bonus in problem.bonuses:
        if isinstance(bonus, HexBonus):
            total += bonus.amount if hexes & bonus.hexes else 0
        elif hexes & bonus.a and hexes & bonus.b:
            total += bonus.amount * (train.multiplier if bonus.times_multiplier else 1)
    return total


def best_stops(problem: Problem, train: Train, nodes: Sequence[NodeId]) -> tuple[NodeId, ...] | None:
    """The stops to count on a path through these nodes, or None where no choice is legal."""
    on_path = [problem.node[stop] for stop in nodes]
    fixed = [node for node in on_path if node.kind in train.mandatory]
    free = [node for node in on_path if node.kind in train.optional and node.kind not in train.mandatory]
    best: tuple[int, tuple[NodeId, ...]] | None = None
    for chosen in _choices(problem, train, fixed, free):
        counted = {node.id for node in chain(fixed, chosen)}
        if _counting_fault(problem, train, [problem.node[stop] for stop in nodes if stop in counted]) is None:
            worth = value(problem, train, counted)
            if best is None or worth > best[0]:
                best = worth, tuple(stop for stop in nodes if stop in counted)
    return best[1] if best else None


def _choices(problem: Problem, train: Train, fixed: Sequence[Node], free: Sequence[Node]) -> Iterator[list[Node]]:
    """Every choice worth trying: any of the stops with a rule of their own, then the richest of the others."""
    bonus_hexes = frozenset().union(*(b.hexes if isinstance(b, HexBonus) else b.a | b.b for b in problem.bonuses))
    special = [node for node in free if node.mine or node.hex in bonus_hexes or node.visit_cost != 1]
    plain = sorted((node for node in free if node not in special), key=lambda node: -node.revenue)
    spent = sum(node.visit_cost for node in fixed)
    for size in range(len(special) + 1):
        for some in combinations(special, size):
            if train.reach is None:
                yield [*some, *plain]
                continue
            left = train.reach - spent - sum(node.visit_cost for node in some)
            if left >= 0:
                yield [*some, *plain[:left]]


def _each_train_once(problem: Problem, routes: Sequence[Route]) -> None:
    seen: set[TrainId] = set()
    for route in routes:
        if route.train not in problem.train:
            raise _Faulty("train", f"There is no train {route.train} to run.")
        if route.train in seen:
            raise _Faulty("train-twice", f"The {problem.train[route.train].name}-train runs only one route.")
        seen.add(route.train)


def _one_route(problem: Problem, route: Route) -> int:
    train = problem.train[route.train]
    nodes = _follow(problem, route.path)
    _no_place_twice(problem, nodes)
    for node in nodes[1:-1]:
        if node.ends_here:
            why = "an off-board area" if node.kind == "offboard" else "full of other stations"
            raise _Faulty("blocked", f"A route may end at {_called(node)} but not pass it: it is {why}.")
    _no_key_twice(problem, route.path)
    counted = _counted(nodes, route.stops)
    for node in nodes:
        if node.kind in train.mandatory and node.id not in set(route.stops):
            raise _Faulty("skipped", f"The {train.name}-train passes {_called(node)} and must count it.")
    fault = _counting_fault(problem, train, counted)
    if fault is not None:
        raise _Faulty(fault.key, fault.sentence)
    return value(problem, train, route.stops)


def _follow(problem: Problem, path: Sequence[SegmentId]) -> list[Node]:
    """Walk the path from stop to stop; no piece may be missing, reversed or left dangling."""
    if not path:
        raise _Faulty("empty", "A route needs track.")
    for piece in path:
        if not 0 <= piece < len(problem.segments):
            raise _Faulty("track", f"There is no piece of track {piece}.")
    segments = [problem.segments[piece] for piece in path]
    for first, last in (segments[0].ends, tuple(reversed(segments[0].ends))):
        walk = _walk(segments[1:], first, last)
        if walk is not None:
            return [problem.node[stop] for stop in walk]
    raise _Faulty("broken", "The pieces of track of this route do not join from stop to stop.")


def _walk(segments: Sequence[Segment], first: NodeId | Side, here: NodeId | Side) -> list[NodeId] | None:
    if isinstance(first, Side):
        return None
    stops = [first]
    for segment in segments:
        onward = [(a, b) for a, b in (segment.ends, tuple(reversed(segment.ends))) if _joins(here, a)]
        if not onward:
            return None
        if isinstance(here, int):
            stops.append(here)
        here = onward[0][1]
    return [*stops, here] if isinstance(here, int) else None


def _joins(here: NodeId | Side, there: NodeId | Side) -> bool:
    """Track goes on across a hex side only into the other hex: turning back at a side is reversing."""
    if isinstance(here, Side) and isinstance(there, Side):
        return here.border == there.border and here.hex != there.hex
    return here == there


def _no_place_twice(problem: Problem, nodes: Sequence[Node]) -> None:
    for first, second in combinations(nodes, 2):
        if first.id == second.id:
            raise _Faulty("stop-twice", f"A route may not visit {_called(first)} twice.")
        if first.groups & second.groups:
            raise _Faulty("group", f"{_called(first)} and {_called(second)} are one place: visit only one of them.")
        if problem.one_node_per_hex and first.hex == second.hex:
            raise _Faulty("hex-twice", f"A route may visit only one stop of {first.hex}.")


def _no_key_twice(problem: Problem, path: Sequence[SegmentId]) -> None:
    """Two pieces that meet at a hex side share that side and use it once; any other sharing is using track twice."""
    for i, j in combinations(range(len(path)), 2):
        first, second = problem.segments[path[i]], problem.segments[path[j]]
        shared = first.res & second.res
        if path[i] == path[j] or (shared and not (j == i + 1 and _meet_at_side(first, second))):
            raise _Faulty("track-twice", "A route may not use the same track twice.")


def _meet_at_side(first: Segment, second: Segment) -> bool:
    return any(isinstance(a, Side) and _joins(a, b) for a in first.ends for b in second.ends)


def _no_track_shared(problem: Problem, routes: Sequence[Route]) -> None:
    taken: dict[str, TrainId] = {}
    pieces: dict[SegmentId, TrainId] = {}
    for route in routes:
        keys = {key for piece in route.path for key in problem.segments[piece].res}
        other = next((taken[key] for key in sorted(keys) if key in taken), None)
        other = other or next((pieces[piece] for piece in route.path if piece in pieces), None)
        if other is not None:
            first, second = problem.train[other].name, problem.train[route.train].name
            raise _Faulty("shared-track", f"The routes of the {first}-train and the {second}-train share track.")
        taken.update(dict.fromkeys(keys, route.train))
        pieces.update(dict.fromkeys(route.path, route.train))


def _counted(nodes: Sequence[Node], stops: Sequence[NodeId]) -> list[Node]:
    on_path = {node.id: node for node in nodes}
    if len(set(stops)) < len(stops):
        raise _Faulty("stop-twice", "A route may not count a stop twice.")
    if any(stop not in on_path for stop in stops):
        raise _Faulty("not-visited", "A route may count only stops it visits.")
    return [on_path[stop] for stop in stops]


def _counting_fault(problem: Problem, train: Train, counted: Sequence[Node]) -> RunFault | None:
    for node in counted:
        if node.kind not in train.mandatory | train.optional:
            return RunFault("kind", f"The {train.name}-train may not count {_called(node)}.")
    if len(counted) < 2:
        return RunFault("short", "A route counts at least two stops.")
    if not any(node.mine for node in counted):
        return RunFault("station", "A route counts at least one stop with a station of the company.")
    used = sum(node.visit_cost for node in counted)
    if train.reach is not None and used > train.reach:
        return RunFault("reach", f"The {train.name}-train counts at most {train.reach} stops, not {used}.")
    return None


def _called(node: Node) -> str:
    return f"{node.name} ({node.hex})" if node.name else node.hex
