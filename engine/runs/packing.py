"""Which of some listed routes to run: branching on routes, with bounds worked out in whole numbers.

The relaxed problem is solved in floating point, but only its prices are used: whatever they are, all prices together
plus what every route earns above the price of its track is a bound, and that sum is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.runs import linear
from engine.runs.compress import Mask
from engine.runs.cuts import Triple, hits, violated
from engine.runs.effort import Effort
from engine.runs.prices import SCALE

# A share of a route above this counts as whole.
WHOLE = 1 - 1e-6
# How many triples are added at a time, and down to which depth of branching.
AT_ONCE = 30
DEEP = 6
# A part of the gap that is worth a round of them, and rounds without it after which branching is tried.
WORTH_IT = 20
PATIENCE = 2


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
    """Routes by value and by the rows (keys and trains) they use.

    `target` is what an answer must reach; `cuts` are triples of rows with room for one that are worth a row themselves.
    """

    values: Sequence[int]
    rows: Sequence[Sequence[int]]
    target: int
    step: int
    effort: Effort
    cuts: list[Triple] = field(default_factory=list)
    best: tuple[int, ...] | None = field(default=None, init=False)
    # For each route, its rows with room for one, as bits, and the numbers of the triples it hits.
    _masks: list[Mask] = field(init=False)
    _hit: list[list[int]] = field(init=False)
    _bound: int = field(default=0, init=False)

    def search(self, rooms: Sequence[int]) -> None:
        """Leaves the best set that reaches the target in `best`; raises Spent when the steps do not suffice."""
        self._masks = [sum(1 << row for row in held if rooms[row] == 1) for held in self.rows]
        self._hit = [[n for n, triple in enumerate(self.cuts) if hits(triple, mask)] for mask in self._masks]
        part = Portion(list(range(len(self.values))), list(rooms), (), ())
        self._branch(part, 0)

    def _branch(self, part: Portion, depth: int) -> None:
        rounds, lowest = 0 if depth > DEEP else PATIENCE, None
        while kept := self._kept(part):
            # Triples are added as long as they lower the bound.
            if lowest is None or (lowest - self._bound) * WORTH_IT >= lowest - self.target * SCALE:
                rounds, lowest = rounds and PATIENCE, self._bound
            if not rounds or not self._cut(kept):
                break
            rounds -= 1
            part = Portion([index for _, index in kept], part.rooms, part.taken, part.wanted)
        if kept:
            for smaller in self._parts(kept, part):
                self._branch(smaller, depth + 1)

    def _kept(self, part: Portion) -> list[tuple[float, int]]:
        """The routes an answer that reaches the target may still contain, with their shares in the relaxed answer."""
        free, taken = part.free, part.taken
        sure = sum(self.values[index] for index in taken)
        meets = [[place for place, index in enumerate(free) if self._uses(index, use)] for use in part.wanted]
        if not all(meets):
            return []
        if not free:
            self._settle(taken, sure)
            return []
        full = {cut for index in taken for cut in self._hit[index]}
        rooms = [*part.rooms, *(int(cut not in full) for cut in range(len(self.cuts)))]
        rows = [[*self.rows[i], *(len(part.rooms) + cut for cut in self._hit[i])] for i in free]
        shares, prices, rewards = self._relax([self.values[i] for i in free], rows, rooms, meets)
        gains = [
            self.values[i] * SCALE - sum([prices[row] for row in held]) for i, held in zip(free, rows, strict=True)
        ]
        for places, reward in zip(meets, rewards, strict=True):
            for place in places:
                gains[place] += reward
        bound = sure * SCALE + sum(p * r for p, r in zip(prices, rooms, strict=True)) - sum(rewards)
        bound += sum(gain for gain in gains if gain > 0)
        self._bound = bound
        if bound < self.target * SCALE:
            return []
        # A route whose loss is larger than the gap is part of no answer that reaches the target.
        kept = [
            (share, index)
            for share, index, gain in zip(shares, free, gains, strict=True)
            if gain >= 0 or bound + gain >= self.target * SCALE
        ]
        whole = [index for share, index in kept if share > WHOLE]
        if whole and self._fit(whole, part.rooms):
            self._settle((*taken, *whole), sure + sum(self.values[i] for i in whole))
            if bound < self.target * SCALE:
                return []
        if not kept:
            self._settle(taken, sure)
        return kept

    def _cut(self, kept: list[tuple[float, int]]) -> bool:
        """Add triples that this relaxed answer breaks; they hold for every set of routes, so they stay."""
        broken = violated([(share, self._masks[index]) for share, index in kept if share > 1e-6])
        fresh = [triple for triple in broken if triple not in self.cuts][:AT_ONCE]
        self.effort.spend(500 + len(fresh) * len(self._masks) // 16)
        for triple in fresh:
            number = len(self.cuts)
            self.cuts.append(triple)
            for held, mask in zip(self._hit, self._masks, strict=True):
                if hits(triple, mask):
                    held.append(number)
        return bool(fresh)

    def _relax(
        self, values: list[int], rows: list[list[int]], rooms: list[int], meets: list[list[int]]
    ) -> tuple[Sequence[float], list[int], list[int]]:
        """Shares of the routes, prices of the rows, rewards for what is wanted; all but the shares whole numbers."""
        relaxed = linear.relax(values, rows, rooms, meets, 2 * self.target)
        if relaxed is None:
            # Without prices every route left may still be worth its full value.
            self.effort.spend(500)
            return [0.0] * len(values), [0] * len(rooms), [0] * len(meets)
        self.effort.spend(20 * relaxed.steps + sum(map(len, rows)) // 4 + 200)
        prices = [max(0, round(price * SCALE)) for price in relaxed.prices[: len(rooms)]]
        return (
            relaxed.shares[: len(values)],
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

    def _parts(self, kept: list[tuple[float, int]], part: Portion) -> tuple[Portion, Portion]:
        """The question in two: does this train use that key or not? Or, failing that, is this route run or not?"""
        rooms, wanted, taken = part.rooms, part.wanted, part.taken
        free = [index for _, index in kept]
        asked = self._undecided(kept, wanted)
        if asked is not None:
            train, key = asked
            without = [i for i in free if not self._uses(i, asked)]
            # Where this kind of train uses the key, no other does; if it is one train, its other routes are out.
            using = [i for i in free if self._uses(i, asked) or key not in self.rows[i]]
            if rooms[train] == 1:
                using = [i for i in using if self.rows[i][-1] != train or key in self.rows[i]]
            return Portion(using, rooms, taken, (*wanted, asked)), Portion(without, rooms, taken, wanted)
        _, chosen = min(kept, key=lambda item: (-_doubt(item[0]), -self.values[item[1]], item[1]))
        left = list(rooms)
        for row in self.rows[chosen]:
            left[row] -= 1
        others = [index for index in free if index != chosen]
        beside = [index for index in others if all(left[row] > 0 for row in self.rows[index])]
        met = tuple(use for use in wanted if not self._uses(chosen, use))
        return Portion(beside, left, (*taken, chosen), met), Portion(others, rooms, taken, wanted)

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
