"""What every search for routes has: where it is, what it has spent, and what to do with a route that is complete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from engine.runs.compress import Mask
from engine.runs.cuts import Triple, hits
from engine.runs.effort import Effort

if TYPE_CHECKING:
    from engine.runs.search import Searcher

# So many sums are remembered at most.
REMEMBERED = 50_000


@dataclass(frozen=True, slots=True)
class Found:
    """A route on the compressed board: its true value, the stops it visits, the keys and chains it uses."""

    value: int
    visited: Mask
    keys: Mask
    chains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TripleCut:
    """A price for every route that uses at least two of three keys."""

    keys: Triple
    price: int


# Called with the reduced value and the route; answers the threshold from now on.
Report = Callable[[int, Found], int]


class Enough(Exception):
    """The allowance of this way of searching is used up."""


class Depth:
    """What both searches share: where they are, and what to do with a route that is complete."""

    def __init__(
        self,
        searcher: Searcher,
        prices: Sequence[int],
        threshold: int,
        report: Report,
        effort: Effort,
        cuts: Sequence[TripleCut],
        taken: Mask,
    ) -> None:
        self.taken = taken
        self.searcher = searcher
        self.network = searcher.network
        self.train = searcher.train
        self.prices = prices
        self.cuts = cuts
        # What the cuts cost by the keys of theirs that are used: the same few sets are met again and again.
        self.cut_keys = reduce(or_, (cut.keys for cut in cuts), 0)
        self.tolls: dict[Mask, int] = {}
        self.threshold = threshold
        self.report = report
        self.effort = effort
        self.trail: list[int] = []
        self.masks = [chain.mask for chain in self.network.chains]
        self.stops_here = [node.ends_here for node in self.network.nodes]
        self.steps = 0
        # Stops whose worth may be booked wrongly here: a route through one of them is worked out exactly.
        self.doubtful = searcher.doubtful
        # The steps after which another way of searching may be worth its preparation; None where there is none.
        self.allowance: int | None = None

    def settle(self, steps: int) -> None:
        """Pay for steps now and then: paying for each one apart would cost more than the step."""
        self.steps += steps
        if self.steps >= 256:
            self.effort.spend(self.steps)
            if self.allowance is not None:
                self.allowance -= self.steps
                if self.allowance <= 0:
                    raise Enough
            self.steps = 0

    def offer(self, booked: int, cost: int, keys: Mask, visited: Mask) -> None:
        """Report a route if it is worth more than the threshold, always at the exact value of the stops it visits."""
        searcher = self.searcher
        if visited & self.doubtful:
            exact = searcher.exact(visited)
            if exact is None:
                return
            booked = exact * searcher.scale
        reduced = booked - cost
        if reduced > self.threshold:
            found = Found(booked // searcher.scale, visited, keys, tuple(self.trail))
            self.threshold = self.report(reduced, found)

    def toll(self, keys: Mask) -> int:
        used = keys & self.cut_keys
        known = self.tolls.get(used)
        if known is None:
            if len(self.tolls) >= REMEMBERED:
                self.tolls.clear()
            known = self.tolls[used] = sum([cut.price for cut in self.cuts if hits(cut.keys, used)])
        return known
