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


# A kind of train and a key: both are rows.
Use = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of the question: the routes to choose from, the room left, what is taken, which uses are wanted."""

    free: list[int]
    rooms: list[int]
    taken: tuple[int, ...]
    wanted: tuple[Use, ...]


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
        self._branch(list(range(len(self.values))), list(rooms), (), ())

    def _branch(self, free: list[int], rooms: list[int], taken: tuple[int, ...], wanted: tuple[Use, ...]) -> None:
        sure = sum(self.values[index] for index in taken)
        meets = [[place for place, index in enumerate(free) if self._uses(index, use)] for use in wanted]
        if not all(meets):
            return
        if not free:
            self._settle(taken, sure)
            return
        shares, prices, rewards = self._relax(free, rooms, meets)
        gains = [self.values[i] * SCALE - sum(prices[row] for row in self.rows[i]) for i in free]
        for places, reward in zip(meets, rewards, strict=True):
            for place in places:
                gains[place] += reward
        bound = sure * SCALE + sum(p * r for p, r in zip(prices, rooms, strict=True)) - sum(rewards)
        bound += sum(gain for gain in gains if gain > 0)
        if bound < self.target * SCALE:
            return
        # A route whose loss is larger than the gap is part of no answer that reaches the target.
        kept = [
            (share, index)
            for share, index, gain in zip(shares, free, gains, strict=True)
            if gain >= 0 or bound + gain >= self.target * SCALE
        ]
        whole = [index for share, index in kept if share > WHOLE]
        if whole and self._fit(whole, rooms):
            self._settle((*taken, *whole), sure + sum(self.values[i] for i in whole))
            if bound < self.target * SCALE:
                return
        if not kept:
            self._settle(taken, sure)
            return
        for part in self._parts(kept, rooms, wanted):
            self._branch(part.free, part.rooms, (*taken, *part.taken), part.wanted)

    def _relax(
        self, free: list[int], rooms: list[int], meets: list[list[int]]
    ) -> tuple[Sequence[float], list[int], list[int]]:
        """Shares of the routes, prices of the rows, rewards for what is wanted; all but the shares whole numbers."""
        values, rows = [self.values[i] for i in free], [self.rows[i] for i in free]
        relaxed = linear.relax(values, rows, rooms, meets, 2 * self.target)
        if relaxed is None:
            # Without prices every route left may still be worth its full value.
            self.effort.spend(500)
            return [0.5] * len(free), [0] * len(rooms), [0] * len(meets)
        self.effort.spend(20 * relaxed.steps + 2 * len(free) + 200)
        prices = [max(0, round(price * SCALE)) for price in relaxed.prices[: len(rooms)]]
        return (
            relaxed.shares[: len(free)],
            prices,
            [max(0, -round(price * SCALE)) for price in relaxed.prices[len(rooms) :]],
        )

    def _uses(self, index: int, use: Use) -> bool:
        return self.rows[index][-1] == use[0] and use[1] in self.rows[index]

    def _fit(self, chosen: list[int], rooms: list[int]) -> bool:
        left = list(rooms)
        for index in chosen:
            for row in self.rows[index]:
                left[row] -= 1
        return min(left) >= 0

    def _parts(
        self, kept: list[tuple[float, int]], rooms: list[int], wanted: tuple[Use, ...]
    ) -> tuple[Portion, Portion]:
        """The question in two: does this train use that key or not? Or, failing that, is this route run or not?"""
        free = [index for _, index in kept]
        asked = self._undecided(kept, wanted)
        if asked is not None:
            train, key = asked
            without = [i for i in free if not self._uses(i, asked)]
            # Where this kind of train uses the key, no other does; if it is one train, its other routes are out.
            using = [i for i in free if self._uses(i, asked) or key not in self.rows[i]]
            if rooms[train] == 1:
                using = [i for i in using if self.rows[i][-1] != train or key in self.rows[i]]
            return Portion(using, rooms, (), (*wanted, asked)), Portion(without, rooms, (), wanted)
        _, chosen = min(kept, key=lambda item: (-_doubt(item[0]), -self.values[item[1]], item[1]))
        left = list(rooms)
        for row in self.rows[chosen]:
            left[row] -= 1
        others = [index for index in free if index != chosen]
        beside = [index for index in others if all(left[row] > 0 for row in self.rows[index])]
        met = tuple(use for use in wanted if not self._uses(chosen, use))
        return Portion(beside, left, (chosen,), met), Portion(others, rooms, (), wanted)

    def _undecided(self, kept: list[tuple[float, int]], wanted: tuple[Use, ...]) -> Use | None:
        """Where the relaxed answer is least sure whether a kind of train (the last row of a route) uses a key."""
        use: dict[Use, float] = {}
        for share, index in kept:
            *keys, train = self.rows[index]
            if share > 1e-6:
                for key in keys:
                    use[train, key] = use.get((train, key), 0.0) + share
        open_ = [
            (round(abs(total - 0.5), 6), pair)
            for pair, total in use.items()
            if 0.02 < total < 0.98 and pair not in wanted
        ]
        return min(open_)[1] if open_ else None

    def _settle(self, taken: tuple[int, ...], value: int) -> None:
        if value >= self.target:
            self.best, self.target = taken, value + self.step


def _doubt(share: float) -> float:
    """How undecided the relaxed answer is about a route, and by how much it would rather take it."""
    share = round(min(share, 1.0), 6)
    return min(share, 1 - share) + share / 4
