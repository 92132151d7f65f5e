"""Which of some listed routes to run: branching on routes, with bounds worked out in whole numbers.

The relaxed problem is solved in floating point, but only its prices are used: whatever they are, all prices together
plus what every route earns above the price of its track is a bound, and that sum is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.runs import linear
from engine.runs.effort import Effort
from engine.runs.prices import SCALE

# A share of a route above this counts as whole.
WHOLE = 1 - 1e-6


@dataclass
class Branching:
    """Routes by value and by the rows (keys and trains) they use; `target` is what an answer must reach."""

    values: Sequence[int]
    rows: Sequence[Sequence[int]]
    target: int
    step: int
    effort: Effort
    best: tuple[int, ...] | None = field(default=None, init=False)

    def search(self, rooms: Sequence[int]) -> None:
        """Leaves the best set that reaches the target in `best`; raises Spent when the steps do not suffice."""
        self._branch(list(range(len(self.values))), list(rooms), ())

    def _branch(self, free: list[int], rooms: list[int], taken: tuple[int, ...]) -> None:
        sure = sum(self.values[index] for index in taken)
        if not free:
            self._settle(taken, sure)
            return
        relaxed = linear.relax([self.values[i] for i in free], [self.rows[i] for i in free], rooms)
        if relaxed is None:
            # Without prices every route left may still be worth its full value.
            shares, prices = tuple(1.0 for _ in free), [0] * len(rooms)
            self.effort.spend(100)
        else:
            shares, prices = relaxed.shares, [max(0, round(price * SCALE)) for price in relaxed.prices]
            self.effort.spend(10 * relaxed.steps + 50)
        gains = [self.values[i] * SCALE - sum(prices[row] for row in self.rows[i]) for i in free]
        self.effort.spend(len(free) // 8)
        bound = sure * SCALE + sum(p * r for p, r in zip(prices, rooms, strict=True)) + sum(g for g in gains if g > 0)
        if bound < self.target * SCALE:
            return
        # A route whose loss is larger than the gap is part of no answer that reaches the target.
        kept = [
            (share, index)
            for share, index, gain in zip(shares, free, gains, strict=True)
            if gain >= 0 or bound + gain >= self.target * SCALE
        ]
        whole = [index for share, index in kept if share > WHOLE]
        if relaxed is not None and all(share > WHOLE or share < 1 - WHOLE for share, _ in kept):
            self._settle((*taken, *whole), sure + sum(self.values[i] for i in whole))
            if bound < self.target * SCALE:
                return
        for part, room, more in self._parts(kept, rooms):
            self._branch(part, room, (*taken, *more))

    def _parts(
        self, kept: list[tuple[float, int]], rooms: list[int]
    ) -> list[tuple[list[int], list[int], tuple[int, ...]]]:
        """The question in two: does this train use that key or not? Or, failing that, is this route run or not?"""
        free = [index for _, index in kept]
        asked = self._undecided(kept, rooms)
        if asked is not None:
            train, key = asked
            without = [i for i in free if self.rows[i][-1] != train or key not in self.rows[i]]
            # Where this train uses the key, no other train does, and its own other routes are out.
            using = [i for i in free if (self.rows[i][-1] == train) == (key in self.rows[i])]
            return [(using, rooms, ()), (without, rooms, ())]
        _, chosen = min(kept, key=lambda item: (-_doubt(item[0]), -self.values[item[1]], item[1]))
        left = list(rooms)
        for row in self.rows[chosen]:
            left[row] -= 1
        others = [index for index in free if index != chosen]
        beside = [index for index in others if all(left[row] > 0 for row in self.rows[index])]
        return [(beside, left, (chosen,)), (others, rooms, ())]

    def _undecided(self, kept: list[tuple[float, int]], rooms: list[int]) -> tuple[int, int] | None:
        """Where the relaxed answer is least sure which train (the last row of a route) uses a key."""
        use: dict[tuple[int, int], float] = {}
        for share, index in kept:
            *keys, train = self.rows[index]
            if rooms[train] == 1 and share > 1e-6:
                for key in keys:
                    use[train, key] = use.get((train, key), 0.0) + share
        open_ = [(round(abs(total - 0.5), 6), pair) for pair, total in use.items() if 0.02 < total < 0.98]
        return min(open_)[1] if open_ else None

    def _settle(self, taken: tuple[int, ...], value: int) -> None:
        if value >= self.target:
            self.best, self.target = taken, value + self.step


def _doubt(share: float) -> float:
    """How undecided the relaxed answer is about a route, and by how much it would rather take it."""
    share = round(min(share, 1.0), 6)
    return min(share, 1 - share) + share / 4
