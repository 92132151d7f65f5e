"""The best run of a company: routes, what they earn, and a bound that nothing exceeds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from engine.runs.classes import TrainClass, classes
from engine.runs.columns import Run, close_by_columns
from engine.runs.compress import compress
from engine.runs.effort import Effort, Spent
from engine.runs.expand import expand
from engine.runs.legality import Route, check
from engine.runs.pool import greedy
from engine.runs.prices import SCALE, free
from engine.runs.problem import Problem, digest
from engine.runs.search import Found

# About ten seconds on a small machine; real boards need a thousandth of it.
DEFAULT = 2_500_000
REMEMBERED = 256
# On a board this small every route is listed and no price is needed.
SMALL = 1_500


@dataclass(frozen=True, slots=True)
class Answer:
    """The best routes found. `proved` says that nothing earns more; `stopped` that a guard outside cut the work short."""

    routes: tuple[Route, ...]
    value: int
    bound: int
    proved: bool
    effort: int
    stopped: bool = False


_answers: OrderedDict[tuple[str, int], Answer] = OrderedDict()


def best(problem: Problem, effort: int = DEFAULT, stop: Callable[[], bool] | None = None) -> Answer:
    """The best run; asked again about the same board it answers from memory."""
    key = digest(problem), effort
    known = _answers.get(key)
    if known is None:
        known = solve(problem, effort, stop)
        # What a guard cut short depends on the machine: it is not worth remembering.
        if not known.stopped:
            _answers[key] = known
            if len(_answers) > REMEMBERED:
                _answers.popitem(last=False)
    else:
        _answers.move_to_end(key)
    return known


def solve(problem: Problem, effort: int = DEFAULT, stop: Callable[[], bool] | None = None) -> Answer:
    """The best run, worked out afresh."""
    network = compress(problem)
    kinds = tuple(kind for kind in classes(problem, network) if kind.mine)
    if not kinds or not network.chains:
        return Answer((), 0, 0, True, 0)
    run = Run(network, kinds, _step(kinds), Effort(effort, stop))
    run.bound = sum(len(kind.members) * _ceiling(kind) for kind in kinds)
    try:
        _work(run)
    except Spent:
        pass
    routes = expand(problem, network, kinds, run.best)
    verdict = check(problem, routes)
    assert verdict.legal and verdict.total == run.value, verdict
    return Answer(routes, run.value, max(run.bound, run.value), run.closed, run.effort.used, run.effort.stopped)


def _work(run: Run) -> None:
    _alone(run)
    if not run.closed:
        close_by_columns(run)


def _step(kinds: tuple[TrainClass, ...]) -> int:
    """Every total is a multiple of this."""
    amounts = [worth for kind in kinds for worth in kind.worth]
    amounts += [extra.amount for kind in kinds for extra in kind.extras]
    return gcd(*amounts) or 1


def _ceiling(kind: TrainClass) -> int:
    return sum(worth for worth in kind.worth if worth > 0) + sum(extra.amount for extra in kind.extras)


def _alone(run: Run) -> None:
    """Every train by itself: the best of a single train, and a first bound and a first answer for several."""
    single = sum(run.rooms) == 1
    ceiling = 0
    nothing = free(run.network, len(run.classes)).of_chains(run.network)
    for kind, searcher in enumerate(run.searchers):
        top = 0

        def report(reduced: int, found: Found, kind: int = kind) -> int:
            nonlocal top
            top = max(top, reduced)
            run.pool.add(kind, found)
            if single:
                run.improve(((kind, found),))
            return top

        purse = Effort(run.effort.left if single else min(4_000, run.effort.left), run.effort.stop)
        try:
            searcher.run(nothing, 0, report, purse, (), run.own[kind])
            ceiling += run.rooms[kind] * top
        except Spent:
            ceiling += run.rooms[kind] * _ceiling(run.classes[kind]) * SCALE
        run.effort.stopped |= purse.stopped
        run.effort.spend(min(purse.used, run.effort.left))
    run.lower(ceiling)
    ranked = sorted(run.pool.listed(), key=lambda item: (-item[1].value, item[0], item[1].keys))
    run.improve(greedy(run.pool, run.rooms, ranked))
