"""A price for every key of track, and the bound that follows from it, in whole numbers.

Whatever the prices are, no set of routes earns more than all prices together plus, for each train, the best it can do
after paying for its track. So a price may come from floating point: the bound is worked out afresh, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.runs.classes import bits
from engine.runs.compress import Mask, Skeleton
from engine.runs.cuts import hits
from engine.runs.pool import Pool
from engine.runs.search import TripleCut

# Prices are whole numbers of thousandths.
SCALE = 1000


@dataclass(frozen=True, slots=True)
class Prices:
    """What each key costs, and each cut; `hurdle` is what the master pays for one more train of a class."""

    keys: tuple[int, ...]
    cuts: tuple[TripleCut, ...]
    hurdle: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.keys) + sum(cut.price for cut in self.cuts)

    def of(self, mask: Mask) -> int:
        count = len(self.keys)
        own = mask & ((1 << count) - 1)
        return sum(self.keys[bit] for bit in bits(own)) + sum(cut.price for cut in self.cuts if hits(cut.keys, mask))

    def of_chains(self, network: Skeleton) -> list[int]:
        return [sum(self.keys[bit] for bit in bits(chain.mask)) for chain in network.chains]


def free(network: Skeleton, classes: int) -> Prices:
    """No track costs anything: the bound is every train's best by itself."""
    return Prices((0,) * network.keys, (), (0,) * classes)


def descend(pool: Pool, rooms: Sequence[int], keys: int, target: int, rounds: int = 120) -> Prices:
    """Prices without a linear solver: what is wanted twice gets dearer, what nobody wants gets cheaper."""
    routes = [[(f.value * SCALE, f.keys & ((1 << keys) - 1)) for f in found.values()] for found in pool.routes]
    price = [0] * keys
    best, best_total = list(price), None
    hurdles = [0] * len(rooms)
    for turn in range(rounds):
        wanted = [0] * keys
        total, now = sum(price), []
        for kind, room in enumerate(rooms):
            ranked = [(value - sum(price[bit] for bit in bits(mask)), mask) for value, mask in routes[kind]]
            reduced, mask = max(ranked, default=(0, 0))
            now.append(max(0, reduced))
            total += room * max(0, reduced)
            if reduced > 0:
                for bit in bits(mask):
                    wanted[bit] += room
        if best_total is None or total < best_total:
            best, best_total, hurdles = list(price), total, now
        slope = [1 - count for count in wanted]
        norm = sum(s * s for s in slope)
        gap = total - target * SCALE
        if gap <= 0 or norm == 0:
            break
        stride = max(1, gap * (rounds - turn) // (rounds * norm))
        price = [max(0, p - stride * s) for p, s in zip(price, slope, strict=True)]
    return Prices(tuple(best), (), tuple(hurdles))
