"""The best run where a route may enter each hex only once.

Routes that may come back to a hex can earn no less, so their best run is the answer if it never does. Where it does,
the routes are listed one by one and the best set of them is chosen. Both are exact as long as the steps last; what is
cut short is not called proved, and then the bound is that of the freer rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from engine.board.hexes import Hex
from engine.runs.best import Solution, best
from engine.runs.effort import Effort, Spent
from engine.runs.legality import Route, best_stops, check, visited
from engine.runs.problem import End, NodeId, Problem, SegmentId, Side, Train

# Pieces of track looked at, and sets of routes tried: a second or so on a small machine.
STEPS = 150_000


def best_once(problem: Problem, hexes: Sequence[Hex], steps: int = STEPS) -> Solution:
    """The best run; ``hexes`` says in which hex each piece of track lies."""
    free = best(problem)
    return by_listing(problem, hexes, free, steps) if any(comes_back(one, hexes) for one in free.routes) else free


def by_listing(problem: Problem, hexes: Sequence[Hex], free: Solution, steps: int) -> Solution:
    """The best set of all routes there are; ``free`` is the best run where a hex may be entered again."""
    effort, found, whole = Effort(steps), _Best(problem), True
    listed: dict[str, list[tuple[int, Route, frozenset[str]]]] = {train.id: [] for train in problem.trains}
    try:
        for path in _paths(problem, hexes, effort):
            for train in problem.trains:
                if (route := _route(problem, train, path)) is not None:
                    taken = frozenset(key for piece in path for key in problem.segments[piece].res)
                    listed[train.id].append((check(problem, [route]).total, route, taken))
    except Spent:
        whole = False
    # The choice has steps of its own: routes that were listed in vain are worth nothing.
    choice = Effort(steps)
    try:
        found.choose([sorted(routes, key=lambda one: -one[0]) for routes in listed.values()], choice)
    except Spent:
        whole = False
    used = free.effort + effort.used + choice.used
    bound = found.value if whole else max(free.bound, found.value)
    return replace(free, routes=found.routes, value=found.value, bound=bound, proved=whole, effort=used)


def comes_back(route: Route, hexes: Sequence[Hex]) -> bool:
    """Whether a route leaves a hex and enters it again."""
    entered = [hex_ for hex_, _ in groupby(hexes[piece] for piece in route.path)]
    return len(set(entered)) < len(entered)


def _paths(problem: Problem, hexes: Sequence[Hex], effort: Effort) -> Iterator[tuple[SegmentId, ...]]:
    """Every way along track from stop to stop that enters no hex twice, each in one direction."""
    joined: dict[End, list[tuple[SegmentId, End]]] = {}
    for piece, segment in enumerate(problem.segments):
        for here, there in (segment.ends, segment.ends[::-1]):
            joined.setdefault(here, []).append((piece, there))
    over: dict[Side, list[Side]] = {}
    sides = [end for end in joined if isinstance(end, Side)]
    for side in sides:
        over[side] = [other for other in sides if other.border == side.border and other.hex != side.hex]
    for node in problem.nodes:
        ahead: list[tuple[End, tuple[SegmentId, ...], tuple[NodeId, ...]]] = [(node.id, (), (node.id,))]
        while ahead:
            here, path, stops = ahead.pop()
            for start in over[here] if isinstance(here, Side) else (here,):
                for piece, there in joined.get(start, ()):
                    effort.spend(1)
                    entered = {hexes[one] for one in path}
                    if piece in path or (hexes[piece] in entered and hexes[path[-1]] != hexes[piece]):
                        continue
                    way = (*path, piece)
                    if isinstance(there, Side):
                        ahead.append((there, way, stops))
                    elif there not in stops:
                        if node.id < there:
                            yield way
                        if not problem.node[there].ends_here:
                            ahead.append((there, way, (*stops, there)))


def _route(problem: Problem, train: Train, path: tuple[SegmentId, ...]) -> Route | None:
    stops = best_stops(problem, train, visited(problem, path))
    route = Route(train.id, stops, path) if stops is not None else None
    return route if route is not None and check(problem, [route]).legal else None


class _Best:
    """The best choice of one route, or none, for each train."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.value, self.routes = 0, tuple[Route, ...]()

    def choose(self, listed: Sequence[Sequence[tuple[int, Route, frozenset[str]]]], effort: Effort) -> None:
        most = [0]
        for routes in reversed(listed):
            most.append(most[-1] + (routes[0][0] if routes else 0))
        self._go_on(listed, most[::-1], effort, 0, (), frozenset())

    def _go_on(
        self,
        listed: Sequence[Sequence[tuple[int, Route, frozenset[str]]]],
        most: Sequence[int],
        effort: Effort,
        value: int,
        chosen: tuple[Route, ...],
        taken: frozenset[str],
    ) -> None:
        if value > self.value:
            self.value, self.routes = value, chosen
        if not listed:
            return
        for worth, route, keys in listed[0]:
            effort.spend(1)
            if value + worth + most[1] <= self.value:
                break
            if taken.isdisjoint(keys) and check(self.problem, [*chosen, route]).legal:
                self._go_on(listed[1:], most[1:], effort, value + worth, (*chosen, route), taken | keys)
        if value + most[1] > self.value:
            self._go_on(listed[1:], most[1:], effort, value, chosen, taken)
