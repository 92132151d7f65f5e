"""The best run of a company: routes, what they earn, and a bound that nothing exceeds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import gcd

from engine.runs import linear
from engine.runs.classes import TrainClass, classes
from engine.runs.closing import TOGETHER, close_by_flow, exchange, exchange_guided, exchange_more
from engine.runs.columns import Solving, close_by_columns, find_prices
from engine.runs.compress import Mask, compress
from engine.runs.effort import Effort, Spent
from engine.runs.expand import expand
from engine.runs.legality import Route, check
from engine.runs.prices import SCALE
from engine.runs.problem import Problem, digest
from engine.runs.search import GLANCE, Found

# About ten seconds on a small machine; most real boards need less than a hundredth of it.
DEFAULT = 3_000_000
# The companies of a hundred games: the next order asks again for all whose track and trains are as they were.
REMEMBERED = 2048
# A first look at every train takes this many steps.
FIRST_LOOK = 4_000
# So many kinds of train go first when one runs after the other.
ORDERS = 3
# Each way of solving is given so many steps before another one is tried.
FIRST = 350_000
# A gap of so many hundredths is one that prices for track will probably close.
CLOSE = 4


@dataclass(frozen=True, slots=True)
class Misjudged:
    """The search claimed something else than the check found: a bug of ours, to be logged with the board."""

    claimed: int
    checked: int
    why: str
    problem: Problem

    def __str__(self) -> str:
        return f"The solver claimed {self.claimed}, its check found {self.checked} {self.why}".rstrip() + "."


@dataclass(frozen=True, slots=True)
class Solution:
    """The best routes found; `proved`: nothing earns more; `stopped`: a guard outside cut the work short.

    `value` is what the independent check makes of the routes. Where that is not what the search claimed, `fault` says
    so, nothing is called proved, and the bound is one that owes nothing to the search.
    """

    routes: tuple[Route, ...]
    value: int
    bound: int
    proved: bool
    effort: int
    stopped: bool = False
    fault: Misjudged | None = None


_answers: OrderedDict[tuple[str, int], Solution] = OrderedDict()


def best(problem: Problem, effort: int = DEFAULT, stop: Callable[[], bool] | None = None) -> Solution:
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


def solve(problem: Problem, effort: int = DEFAULT, stop: Callable[[], bool] | None = None) -> Solution:
    """The best run, worked out afresh."""
    network = compress(problem)
    kinds = tuple(kind for kind in classes(problem, network) if kind.mine)
    if not kinds or not network.chains:
        return Solution((), 0, 0, True, 0)
    run = Solving(network, kinds, _step(kinds), Effort(effort, stop), max(1, effort // DEFAULT))
    ceiling = run.bound = sum(len(kind.members) * _ceiling(kind) for kind in kinds)
    with suppress(Spent):
        _work(run)
    routes = expand(problem, network, kinds, run.best)
    verdict = check(problem, routes)
    if verdict.total == run.value and verdict.legal:
        return Solution(routes, run.value, max(run.bound, run.value), run.closed(), run.effort.used, run.effort.stopped)
    stands = _what_stands(problem, routes)
    value = check(problem, stands).total
    why = f"({verdict.fault.sentence})" if verdict.fault else ""
    fault = Misjudged(run.value, value, why, problem)
    return Solution(stands, value, max(ceiling, value), False, run.effort.used, run.effort.stopped, fault)


def _what_stands(problem: Problem, routes: tuple[Route, ...]) -> tuple[Route, ...]:
    """The routes that may be run: each one that is legal beside those before it, the richest first."""
    alone = sorted(routes, key=lambda route: -check(problem, [route]).total)
    kept: list[Route] = []
    for route in alone:
        if check(problem, [*kept, route]).legal:
            kept.append(route)
    return tuple(route for route in routes if route in kept)


def _work(run: Solving) -> None:
    """One way after the other, each for a part of the steps: what is easy for one is hard for another."""
    several, many = sum(run.rooms) > 1, sum(run.rooms) > TOGETHER
    to_the_end = close_by_columns if several else _alone
    if not linear.available():
        _alone(run)
        if several and not run.closed():
            _in_turn(run)
            close_by_columns(run)
        return
    _for_a_while(run, FIRST, _alone)
    if several and not run.closed():
        _in_turn(run)
        if many:
            # Prices are found slowly for many trains, but nothing else says as much about them.
            _for_a_while(run, run.effort.left * 3 // 4, find_prices)
        else:
            _for_a_while(run, FIRST, close_by_columns)
            if not run.closed() and run.bound - run.value <= run.value * CLOSE // 100:
                _for_a_while(run, 2 * FIRST, close_by_columns)
    if several and not run.closed():
        _for_a_while(run, run.effort.left // (2 if many else 4), exchange_guided if many else exchange)
    if not run.closed():
        # For many trains the program is large, but its first bound does not depend on how far prices were found.
        _for_a_while(run, run.effort.left // (4 if many else 2), close_by_flow)
    if many and not run.closed():
        _for_a_while(run, run.effort.left // 2, close_by_columns)
        if not run.closed():
            _for_a_while(run, run.effort.left // 2, exchange_more)
    if not run.closed():
        to_the_end(run)


def _for_a_while(run: Solving, steps: int, work: Callable[[Solving], None]) -> None:
    """Work on the question, but for no more than these steps."""
    whole = run.effort
    run.effort = Effort(min(steps, whole.left), whole.stop)
    with suppress(Spent):
        work(run)
    part, run.effort = run.effort, whole
    whole.stopped |= part.stopped
    whole.spend(min(part.used, whole.left))


def _step(kinds: tuple[TrainClass, ...]) -> int:
    """Every total is a multiple of this."""
    amounts = [worth for kind in kinds for worth in kind.worth]
    amounts += [extra.amount for kind in kinds for extra in kind.extras]
    return gcd(*amounts) or 1


def _ceiling(kind: TrainClass) -> int:
    return sum(worth for worth in kind.worth if worth > 0) + sum(extra.amount for extra in kind.extras)


def _alone(run: Solving) -> None:
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


def _in_turn(run: Solving) -> None:
    """One train after the other, each on the track that is left; a few kinds of train go first once."""
    seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
    for first in sorted(set(seats))[:ORDERS]:
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


def _richest(run: Solving, kind: int, taken: Mask, steps: int) -> tuple[Found | None, bool]:
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
