"""The last word on all trains together: the flow program, sharpened by rows and branches, bounded in whole numbers.

HiGHS proposes prices for the rows. Whatever they are, all limits at their prices plus what every column earns above the
price of its rows is a bound, and that sum is exact. An answer in zeros and ones that HiGHS finds is a source of routes
like any other: it is worked out again and counts for what its routes are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.runs import linear
from engine.runs.columns import Solving
from engine.runs.compress import without
from engine.runs.effort import Effort, Spent
from engine.runs.flow import NEARLY, Flow
from engine.runs.parity import halved
from engine.runs.pool import Packing, worth
from engine.runs.prices import SCALE
from engine.runs.search import Found

# Prices of rows are rounded to millionths, in which bounds are kept here.
FINE = 1_000_000
# How many rows are added at a time, how often at the root, and down to which depth of branching.
AT_ROOT, ROUNDS = 30, 40
BELOW, DEEP = 15, 4
# Rounds without a better bound after which branching is tried.
PATIENCE = 6


@dataclass(frozen=True, slots=True)
class Judged:
    """One relaxed answer: its bound, the share of every column, and what a column earns above its rows' prices."""

    bound: int
    shares: Sequence[float]
    gains: list[int]


class Closing:
    """A branch and bound search for an answer better than the best known, or the proof that there is none."""

    def __init__(self, run: Solving, flow: Flow, effort: Effort) -> None:
        self.run = run
        self.flow = flow
        self.effort = effort
        self.program = linear.Program(flow.values)
        self.count = len(flow.values)
        self.known = 0
        self.allowed = [True] * self.count
        self.forced = [False] * self.count
        # To leave out a column that is forced costs more than any answer is worth.
        self.reward = 2 * sum(value for value in flow.values if value > 0)

    @property
    def target(self) -> int:
        return (self.run.value + self.run.step) * FINE

    def search(self) -> None:
        """Raises the best or proves it; raises Spent where the steps end before."""
        rounds, patience, lowest = ROUNDS, PATIENCE, 0
        while True:
            judged = self.look()
            if judged.bound < self.target:
                break
            self._spare(judged, [])
            rows = self.flow.loops(judged.shares)
            if not rows and rounds and patience:
                rounds -= 1
                if judged.bound * 1000 <= lowest * 999 or not lowest:
                    patience, lowest = PATIENCE, judged.bound
                else:
                    patience -= 1
                rows = halved(self.flow.rows, judged.shares, AT_ROOT, self.effort)
            if not rows:
                self._branch(0)
                break
            self.flow.rows += rows
        self.run.bound = self.run.value

    def look(self) -> Judged:
        """The relaxed answer before any branching, and the bound that follows from it."""
        judged = self._judge()
        # Columns that only poorer answers use are left out by now: the best known is the least that holds.
        self.run.lower(max(judged.bound, self.run.value * FINE) // (FINE // SCALE))
        return judged

    def _judge(self) -> Judged:
        for row in self.flow.rows[self.known :]:
            self.program.add_row(row.terms, row.low, row.high)
        self.known = len(self.flow.rows)
        relaxed = self.program.solve()
        if relaxed is None:
            raise Spent
        self.effort.spend(self.known * (120 + relaxed.steps) // 60)
        return self._added_up(relaxed.prices, relaxed.shares)

    def _added_up(self, prices: Sequence[float], shares: Sequence[float]) -> Judged:
        """The bound that follows from these prices, in whole numbers."""
        gains = [value * FINE for value in self.flow.values]
        bound = 0
        for column, forced in enumerate(self.forced):
            if forced:
                gains[column] += self.reward * FINE
                bound -= self.reward * FINE
        for row, price in zip(self.flow.rows, prices, strict=True):
            whole = round(price * FINE)
            limit = row.high if whole > 0 else row.low
            # A price on a limit that the row does not have is an error of rounding.
            if whole and limit is not None:
                bound += whole * limit
                for column, times in row.terms:
                    gains[column] -= whole * times
        bound += sum(gain for gain, allowed in zip(gains, self.allowed, strict=True) if gain > 0 and allowed)
        return Judged(bound, shares, gains)

    def _spare(self, judged: Judged, spared: list[int]) -> None:
        """A column whose loss is larger than the gap is part of no better answer."""
        gap = judged.bound - self.target
        for column, gain in enumerate(judged.gains):
            if gain < -gap and self.allowed[column] and not self.forced[column]:
                self._allow(column, False)
                spared.append(column)

    def _allow(self, column: int, allowed: bool) -> None:
        self.allowed[column] = allowed
        self.program.allow(column, allowed)

    def _force(self, column: int, forced: bool) -> None:
        self.forced[column] = forced
        self.program.worth(column, self.flow.values[column] + (self.reward if forced else 0))

    def _branch(self, depth: int) -> None:
        spared: list[int] = []
        judged = self._sharpened(depth, spared)
        if judged is not None:
            column = self._undecided(judged.shares)
            for forced in (True, False) if judged.shares[column] > 0.4 else (False, True):
                if forced:
                    self._force(column, True)
                    self._branch(depth + 1)
                    self._force(column, False)
                else:
                    self._allow(column, False)
                    self._branch(depth + 1)
                    self._allow(column, True)
        for column in spared:
            self._allow(column, True)

    def _sharpened(self, depth: int, spared: list[int]) -> Judged | None:
        """The relaxed answer of this branch after all rows that are worth adding; None where nothing better is left."""
        while True:
            judged = self._judge()
            if judged.bound < self.target:
                return None
            self._spare(judged, spared)
            rows = self.flow.loops(judged.shares)
            if not rows and depth < DEEP:
                rows = halved(self.flow.rows, judged.shares, BELOW, self.effort)
            if not rows:
                if all(share < NEARLY or share > 1 - NEARLY for share in judged.shares):
                    self.run.improve(self.flow.routes(judged.shares))
                    if judged.bound < self.target:
                        return None
                return judged
            self.flow.rows += rows

    def _undecided(self, shares: Sequence[float]) -> int:
        """The column to branch on: first whether a train runs and where it calls, then which way it goes."""
        calls = {column for train in self.flow.trains for column in (train.runs, *train.visits.values())}
        doubtful = [
            (round(abs(share - 0.5), 6) - (0.15 if column in calls else 0), column)
            for column, share in enumerate(shares)
            if NEARLY < share < 1 - NEARLY and self.allowed[column] and not self.forced[column]
        ]
        if not doubtful:
            raise Spent
        return min(doubtful)[1]


# An answer with a loop beside a route is asked for again, with a row against that loop; so often at most.
AGAIN = 4
NODES = 20
# No more trains than these are asked for a whole answer at once.
TOGETHER = 3
# Below so many steps none of this is begun.
LEAST = 20_000
# So many trains run anew at a time.
TWO = 2

# The trains of a company, each with its route if it has one.
Seats = list[tuple[int, Found | None]]


def close_by_flow(run: Solving) -> None:
    """One program for all trains: a whole answer first, for with a good one the proof that none is better is short."""
    if not linear.available() or run.effort.left < LEAST:
        return
    seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
    flow = Flow(run.network, run.classes, seats, run.step)
    closing = Closing(run, flow, run.effort)
    # A whole answer may take all the steps there are: a first bound costs next to nothing.
    closing.look()
    if len(seats) <= TOGETHER:
        run.improve(whole_answer(run, flow, run.value + run.step))
    if not run.closed():
        closing.search()


def whole_answer(run: Solving, flow: Flow, least: int, best_of_all: bool = True) -> Packing:
    """An answer of HiGHS in zeros and ones, of that worth or more, as routes that count for what they are worth.

    Where the best of all is not asked for, the first that is met will do.
    """
    best: Packing = ()
    for _ in range(AGAIN):
        asked = flow.worth_at_least(max(least, worth(best) + run.step))
        rows = [(row.terms, row.low, row.high) for row in (*flow.rows, asked)]
        found = linear.whole(flow.values, rows, NODES * run.times, best_of_all)
        run.effort.spend(min(run.effort.left, 20 * len(rows) + 70 * found.steps))
        if not found.shares:
            break
        best = max(best, flow.routes(found.shares), key=worth)
        loops = flow.loops(found.shares)
        if not loops or not run.effort.left or (not best_of_all and worth(best) >= least):
            break
        flow.rows += loops
    return best


def exchange(run: Solving, size: int = TWO) -> None:
    """Take two trains (or more) off the track and let them run anew as well as they can, until that helps nowhere."""
    if not linear.available() or run.effort.left < LEAST or sum(run.rooms) <= size:
        return
    running = _seated(run.best, [kind for kind, room in enumerate(run.rooms) for _ in range(room)])
    while True:
        for some in combinations(range(len(running)), size):
            if not run.effort.left or run.closed():
                return
            left = [running[place] for place in range(len(running)) if place not in some]
            anew = _anew(run, [running[place] for place in some], left)
            if anew is not None:
                running = left + anew
                run.improve(tuple((kind, found) for kind, found in running if found is not None))
                break
        else:
            return


def exchange_guided(run: Solving) -> None:
    """Better answers from the best choice among the routes that beat some prices."""
    if run.master is not None:
        run.master.ask()
    exchange(run)


def exchange_more(run: Solving) -> None:
    """Three trains at a time: dearer by far, but some answers that no two can better are bettered by three."""
    exchange(run, TOGETHER)


def _anew(run: Solving, some: Seats, left: Seats) -> Seats | None:
    """A better way to run some trains on the track that the others leave; None where none is found."""
    used = 0
    for _, found in left:
        used |= 0 if found is None else run.keys_of(found)
    kinds = sorted(kind for kind, _ in some)
    before = sum(found.value for _, found in some if found is not None)
    if run.tried.get((used, *kinds), -1) >= before:
        return None
    flow = Flow(without(run.network, used), run.classes, kinds, run.step)
    anew = whole_answer(run, flow, before + run.step, best_of_all=False)
    if worth(anew) <= before:
        run.tried[used, *kinds] = before
    return _seated(anew, kinds) if worth(anew) > before else None


def _seated(routes: Packing, kinds: Sequence[int]) -> Seats:
    """A seat for every train, with its route where it has one."""
    waiting = list(routes)
    seats: Seats = []
    for kind in kinds:
        own = next((route for route in waiting if route[0] == kind), None)
        seats.append(own if own is not None else (kind, None))
        if own is not None:
            waiting.remove(own)
    return seats
