"""All routes of one train worth more than a threshold once track has a price: bounded depth-first search.

A route is an own station with one or two arms. Earlier stations are closed to later starts, and the second arm leaves
by a later chain than the first, so that no route is met twice. With prices of zero and a rising threshold this is the
best run of a single train; with the prices of a master problem it finds the routes that are missing there.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.runs.classes import PASS, TrainClass, bits
from engine.runs.compress import Mask, Skeleton
from engine.runs.depth import Found, Report, TripleCut
from engine.runs.effort import Effort
from engine.runs.halves import Halves
from engine.runs.unlimited import Unlimited

# A search that ends within so many steps needs no preparation.
GLANCE = 2_500

__all__ = ["Found", "Report", "Searcher", "TripleCut"]


class Searcher:
    """Searches the routes of one class of trains on one board, again and again with other prices."""

    def __init__(self, network: Skeleton, train: TrainClass, scale: int) -> None:
        self.network = network
        self.train = train
        self.scale = scale
        self.stations = [s for s in network.stations if train.mine >> s & 1]
        # A bonus is first booked on its rarer stop as if certain; the exact value is asked for where that may be wrong.
        self.booked = [scale * worth for worth in train.worth]
        self.doubtful = 0
        for extra in train.extras:
            stops = min((extra.a, extra.b), key=self._met)
            for i in bits(stops):
                self.booked[i] += scale * extra.amount
            alone = extra.a == extra.b and all(stops & ~network.excludes[i] == 0 for i in bits(stops))
            if not alone:
                self.doubtful |= stops
        # A route counts two stops or more: where one may not, every route is asked whether it does.
        if PASS in train.role or (train.reach is not None and train.reach < 2):
            self.doubtful = -1
        self.values: dict[Mask, int | None] = {}

    def _met(self, stops: Mask) -> tuple[bool, int, int]:
        """How often routes will meet these stops: always at a station, seldom where little track leads."""
        at_home = any(stops >> station & 1 for station in self.stations)
        return at_home, stops.bit_count(), sum(len(self.network.at[i]) for i in bits(stops))

    def run(
        self,
        prices: Sequence[int],
        threshold: int,
        report: Report,
        effort: Effort,
        cuts: Sequence[TripleCut] = (),
        taken: Mask = 0,
        glance: int | None = GLANCE,
    ) -> None:
        """Report every route whose reduced value is above the threshold; raises Spent when the effort is used up.

        Keys that are taken are closed to the route and belong to its mask. A search longer than a glance is prepared
        for being long; where `glance` is None it never is.
        """
        if self.train.reach is None:
            Unlimited(self, prices, threshold, report, effort, cuts, taken).run()
            return
        search = Halves(self, prices, threshold, report, effort, cuts, taken)
        search.at_once = glance == 0
        search.allowance = glance or None
        search.run()

    def ceiling(self, prices: Sequence[int], taken: Mask = 0) -> int:
        """A reduced value that no route exceeds, without a search."""
        kind = Unlimited if self.train.reach is None else Halves
        return kind(self, prices, 0, lambda reduced, found: 0, Effort(0), (), taken).ceiling()

    def turn(self) -> None:
        """Begin the next search at another station."""
        self.stations = self.stations[1:] + self.stations[:1]

    def exact(self, visited: Mask) -> int | None:
        if visited not in self.values:
            best = self.train.value(visited)
            self.values[visited] = None if best is None else best[0]
        return self.values[visited]
