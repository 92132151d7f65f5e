"""The best run of a company: routes, what they earn, and a bound that nothing exceeds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import gcd

from engine.errors import Inconsistent
from engine.runs.classes import TrainClass, classes
from engine.runs.columns import Run, close_by_columns
from engine.runs.compress import Mask, compress
from engine.runs.effort import Effort, Spent
from engine.runs.expand import expand
from engine.runs.legality import Route, check
from engine.runs.prices import SCALE
from engine.runs.problem import Problem, digest
from engine.runs.search import GLANCE, Found

# About ten seconds on a small machine; most real boards need less than a hundredth of it.
DEFAULT = 2_000_000
REMEMBERED = 256
# A first look at every train takes this many steps.
FIRST_LOOK = 4_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The best routes found; `proved`: nothing earns more; `stopped`: a guard outside cut the work short."""

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
    with suppress(Spent):
        _work(run)
    routes = expand(problem, network, kinds, run.best)
    verdict = check(problem, routes)
    if not verdict.legal or verdict.total != run.value:
        raise Inconsistent(f"The solver's own answer does not stand: {verdict}.")
    return Answer(routes, run.value, max(run.bound, run.value), run.closed(), run.effort.used, run.effort.stopped)


def _work(run: Run) -> None:
    _alone(run)
    if not run.closed():
        _in_turn(run)
    if not run.closed():
        close_by_columns(run)


def _step(kinds: tuple[TrainClass, ...]) -> int:
    """Every total is a multiple of this."""
    amounts = [worth for kind in kinds for worth in kind.worth]
    amounts += [extra.amount for kind in kinds for extra in kind.extras]
    return gcd(*amounts) or 1


def _ceiling(kind: TrainClass) -> int:
    return sum(worth for worth in kind.worth if worth > 0) + sum(extra.amount for extra in kind.extras)


def _alone(run: Run) -> None:
    """Every train by itself: the best of a single train, and a first bound for several."""
    single = sum(run.rooms) == 1
    ceiling = 0
    for kind, train in enumerate(run.classes):
        found, whole = _richest(run, kind, run.own[kind], run.effort.left if single else FIRST_LOOK)
        if found is not None:
            run.improve(((kind, found),))
        if whole:
            ceiling += run.rooms[kind] * (found.value if found is not None else 0)
        else:
            rough = run.searchers[kind].ceiling([0] * len(run.network.chains), run.own[kind]) // SCALE
            ceiling += run.rooms[kind] * min(rough, _ceiling(train))
    run.lower(ceiling * SCALE)


def _in_turn(run: Run) -> None:
    """One train after the other, each on the track that is left; every train goes first once."""
    seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
    for first in sorted(set(seats)):
        place = seats.index(first)
        used, taken = 0, []
        for kind in seats[place:] + seats[:place]:
            found, _ = _richest(run, kind, used | run.own[kind], FIRST_LOOK)
            if found is not None:
                own = Found(found.value, found.visited, run.keys_of(found) | run.own[kind], found.chains)
                run.pool.add(kind, own)
                taken.append((kind, own))
                used |= run.keys_of(found)
        run.improve(tuple(taken))


def _richest(run: Run, kind: int, taken: Mask, steps: int) -> tuple[Found | None, bool]:
    """The best route of one train when some track is taken, and whether the whole board was searched for it."""
    best: Found | None = None

    def report(reduced: int, found: Found) -> int:
        nonlocal best
        best = found
        if taken == run.own[kind]:
            run.pool.add(kind, found)
        return reduced

    several = sum(run.rooms) > 1
    purse = Effort(min(steps, run.effort.left), run.effort.stop)
    try:
        run.searchers[kind].run([0] * len(run.network.chains), 0, report, purse, (), taken, None if several else GLANCE)
        whole = True
    except Spent:
        whole = False
    run.effort.stopped |= purse.stopped
    run.effort.spend(min(purse.used, run.effort.left))
    return best, whole
