"""The best draw of a small field, proved: every way to fill the tables is weighed, in whole numbers.

Tables are taken in two halves. For every set of players that could fill a half the best way to do so is worked out from
the sets one table smaller (Held and Karp's method), so two dozen players at tables of four are some hundred million
additions instead of 3 · 10^15 draws; sets that can't lead to anything better than a draw known already are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from moderator.events.aims import Aims, Numbers, orders

# A set of players is a number of so many bits, looked up by halves.
MOST = 24
HALF = 12
# Not to be reached by any sum; two of them can still be added.
NEVER = 1 << 61
AT_ONCE = 1 << 15

Sets = npt.NDArray[np.int64]
Tables = tuple[tuple[int, ...], ...]


def best_below(aims: Aims, known: int) -> Tables | None:
    """A draw with a smaller single number than the one known, the smallest there is; None: there is none."""
    first, second = halves(len(aims.players), aims.sizes)
    lookup = Lookup(len(aims.players))
    columns = {size: column(aims, lookup, size) for size in set(aims.sizes)}
    done = Half(lookup, columns, first)
    everyone = (1 << len(aims.players)) - 1
    if not second:
        found = int(done.best[-1][0])
        return done.tables(everyone) if found < known else None
    sets = lookup.sets(sum(first))
    rest = everyone ^ sets
    promising = done.best[-1] + least(aims, rest) < known
    if sorted(first) == sorted(second):
        # Either half can be called the first: that with the first player.
        promising &= (sets & 1).astype(bool)
        other = done
        values = done.best[-1][lookup.index(sum(second), rest[promising])]
    else:
        other = Half(lookup, columns, second, rest[promising])
        values = other.best[-1]
    if not promising.any():
        return None
    sums = done.best[-1][promising] + values
    chosen = int(sums.argmin())
    if int(sums[chosen]) >= known:
        return None
    half = int(sets[promising][chosen])
    return (*done.tables(half), *other.tables(everyone ^ half))


def halves(count: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tables in two parts that are the least work, the lesser one first."""
    ways = {tuple(sorted(part)) for number in range(1, len(sizes) + 1) for part in combinations(sizes, number)}
    found = []
    for first in sorted(ways):
        second = list(sizes)
        for size in first:
            second.remove(size)
        parts = sorted((first, tuple(sorted(second))), key=lambda part: (work(count, part), part), reverse=True)
        parts = [part for part in parts if part]
        found.append((sum(work(count, part) for part in set(parts)), parts[::-1]))
    _, best = min(found)
    return best[0], best[1] if len(best) > 1 else ()


def work(count: int, part: tuple[int, ...]) -> int:
    """How many additions a part takes."""
    total = seated = 0
    for number, size in enumerate(part):
        seated += size
        alike = len(set(part[: number + 1])) == 1
        total += comb(count, seated) * (comb(seated - 1, size - 1) if alike else comb(seated, size))
    return total


class Lookup:
    """Sets of players, all of one size in a row; where one stands is found by the halves of its bits."""

    def __init__(self, count: int) -> None:
        self.count = count
        low, high = min(count, HALF), max(0, count - HALF)
        self._bits = np.array([number.bit_count() for number in range(1 << HALF)], dtype=np.int64)
        self._rank = np.zeros(1 << HALF, dtype=np.int64)
        self._low: list[list[int]] = [[] for _ in range(HALF + 1)]
        for number in range(1 << low):
            row = self._low[number.bit_count()]
            self._rank[number] = len(row)
            row.append(number)
        self._high = range(1 << high)
        self._before = lru_cache(maxsize=None)(self._counted)

    def _counted(self, size: int) -> Sets:
        found = np.zeros(1 << HALF, dtype=np.int64)
        total = 0
        for number in self._high:
            found[number] = total
            wanted = size - number.bit_count()
            total += len(self._low[wanted]) if 0 <= wanted <= HALF else 0
        return found

    def sets(self, size: int) -> Sets:
        """All sets of a size, in their order."""
        parts = [
            np.array(self._low[wanted], dtype=np.int64) + (number << HALF)
            for number in self._high
            if 0 <= (wanted := size - number.bit_count()) <= HALF and self._low[wanted]
        ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

    def index(self, size: int, sets: Sets) -> Sets:
        """Where some sets of a size stand."""
        found: Sets = self._before(size)[sets >> HALF] + self._rank[sets & ((1 << HALF) - 1)]
        return found


def members(sets: Sets, size: int, count: int) -> Sets:
    """The players of each set, row by row."""
    found: Sets = np.nonzero((sets[:, None] >> np.arange(count)) & 1)[1].reshape(-1, size)
    return found


def column(aims: Aims, lookup: Lookup, size: int) -> Numbers:
    """What every table of a size costs; never for one that breaks what the director wants."""
    sets = lookup.sets(size)
    seated = members(sets, size, lookup.count)
    pairs, total = aims.together(), np.zeros(len(sets), dtype=np.int64)
    broken = np.zeros(len(sets), dtype=bool)
    for a, b in combinations(range(size), 2):
        total += pairs[seated[:, a], seated[:, b]]
        broken |= aims.bound[seated[:, a], seated[:, b]] > 0
    # Whoever must sit with somebody finds them all here.
    wanted = (aims.bound < 0).astype(np.int64) @ (1 << np.arange(len(aims.players), dtype=np.int64))
    for a in range(size):
        mates = wanted[seated[:, a]]
        broken |= (mates & sets) != mates
    if aims.seats.any():
        best = np.full(len(sets), NEVER, dtype=np.int64)
        for order in orders(size):
            np.minimum(best, sum(aims.seats[seated[:, k], order[k]] for k in range(size)), out=best)
        total += best * aims.places[2]
    total[broken] = NEVER
    return total


def least(aims: Aims, sets: Sets) -> Numbers:
    """What these players cost at the least, whoever they sit with: half of what each costs with the nearest others."""
    pairs = aims.together().copy()
    np.fill_diagonal(pairs, np.iinfo(np.int64).max)
    each = np.sort(pairs, axis=1)[:, : min(aims.sizes) - 1].sum(axis=1)
    # Seats: whatever seat one gets, one sat there at least so often. Counted double, because the sum is halved.
    each += 2 * aims.seats.min(axis=1) * aims.places[2]
    total = np.zeros(len(sets), dtype=np.int64)
    for player in range(len(aims.players)):
        total += np.where((sets >> player) & 1, each[player], 0)
    return (total + 1) // 2


@dataclass
class Half:
    """Some of the tables: the best way to fill them with each set of players, one table more at a time."""

    lookup: Lookup
    columns: dict[int, Numbers]
    part: tuple[int, ...]
    # The only sets that matter for all tables of this part; None: all there are.
    wanted: Sets | None = None

    def __post_init__(self) -> None:
        self.best: list[Numbers] = [self.columns[self.part[0]]]
        if len(self.part) == 1 and self.wanted is not None:
            self.best = [self.best[0][self.lookup.index(self.part[0], self.wanted)]]
        for number in range(1, len(self.part)):
            last = number == len(self.part) - 1
            seated = sum(self.part[: number + 1])
            sets = self.wanted if last and self.wanted is not None else self.lookup.sets(seated)
            self.best.append(self._with_another(number, sets))

    def _with_another(self, number: int, sets: Sets) -> Numbers:
        found = np.full(len(sets), NEVER, dtype=np.int64)
        for begin in range(0, len(sets), AT_ONCE):
            some = sets[begin : begin + AT_ONCE]
            best = found[begin : begin + AT_ONCE]
            for _, sums in self._ways(number, some):
                np.minimum(best, sums, out=best)
        return found

    def _ways(self, number: int, sets: Sets) -> Iterator[tuple[Sets, Numbers]]:
        """Every choice of the last table out of some sets, with what all tables so far then cost."""
        size, seated = self.part[number], sum(self.part[: number + 1])
        bits = np.ascontiguousarray((1 << members(sets, seated, self.lookup.count)).T)
        # Where all tables are of one size, the last may as well be that of the first player.
        alike = len(set(self.part[: number + 1])) == 1
        for places in combinations(range(seated), size):
            if alike and places[0] != 0:
                break
            table = bits[places[0]].copy()
            for place in places[1:]:
                table |= bits[place]
            price = self.columns[size][self.lookup.index(size, table)]
            rest = self.best[number - 1][self.lookup.index(seated - size, sets ^ table)]
            yield table, np.minimum(price + rest, NEVER)

    def tables(self, players: int) -> Tables:
        """The tables of the best way to seat one set of players."""
        found: list[tuple[int, ...]] = []
        for number in range(len(self.part) - 1, 0, -1):
            one = np.array([players], dtype=np.int64)
            value, table = min(
                ((int(sums[0]), int(table[0])) for table, sums in self._ways(number, one)), key=lambda way: way[0]
            )
            assert value < NEVER
            found.append(_players(table))
            players ^= table
        return (*found, _players(players))


def _players(set_: int) -> tuple[int, ...]:
    return tuple(k for k in range(set_.bit_length()) if set_ >> k & 1)
