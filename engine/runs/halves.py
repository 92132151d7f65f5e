"""Long searches in two halves: list the arms that may come second, then let each first arm choose among them.

A depth-first search walks every second arm again for every first one. Where that is long, the arms are listed once,
best first, by the slots they use; the first arm then carries along those that it has not yet made impossible.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import add

from engine.runs.compress import Mask
from engine.runs.depth import Enough
from engine.runs.limited import Ahead, Arc, Beginning, Limited, Row

# More arms than this are not listed.
MANY = 30_000
# So many entries of a list are looked through in the time of one step of the search.
PER_STEP = 24

# The value of an arm, negative, so that the best come first; its place among the arms; what it may not share.
Entry = tuple[int, int, Mask]


@dataclass(frozen=True, slots=True)
class Arm:
    """A second arm without its station: its worth by slots (the most slots first), its track and its stops."""

    turned: Row
    cost: int
    keys: Mask
    visited: Mask
    chains: tuple[int, ...]


class Halves(Limited):
    """Begins as a depth-first search and goes on in halves when that takes long."""

    # Whether there is no depth-first search before.
    at_once = False

    def explore(self, start: Beginning) -> None:
        if not self.at_once:
            try:
                super().explore(start)
                return
            except Enough:
                self.at_once = True
                self.allowance = None
                self.steps = 0
                self.trail.clear()
        if not self._in_halves(start):
            super().explore(start)

    def _in_halves(self, start: Beginning) -> bool:
        """False where there are too many arms to list."""
        self.shift = max(self.taken.bit_length(), self.network.keys)
        self.slots = self.train.cost[start.station]
        self.base = self.searcher.booked[start.station]
        self.home = start.visited
        self.arms: list[Arm] = []
        entries: list[list[list[Entry]]] = []
        for place, first in enumerate(start.firsts):
            # What comes first leaves by an earlier chain.
            self.later = [] if start.alone else start.firsts[:place]
            self.first = -2 - first[0]
            self.listed: list[list[Entry]] = [[] for _ in range(self.reach + 1)]
            if self.later:
                self._collect([first], start.worth, 0, 0, self.taken, start.barred, start.visited, start.table)
            entries.append(self.listed)
            if len(self.arms) > MANY:
                return False
        for place, first in enumerate(start.firsts):
            beyond = entries[place + 1 :]
            lists = [sorted(entry for arms in beyond for entry in arms[slots]) for slots in range(self.reach + 1)]
            self._join([first], start.worth, 0, 0, self.taken, start.barred, start.visited, start.table, lists)
        return True

    def _collect(
        self, arcs: list[Arc], worth: Row, cost: int, toll: int, keys: Mask, barred: Mask, visited: Mask, known: Ahead
    ) -> None:
        """List the arms with which some first arm may be worth enough."""
        if len(self.arms) > MANY:
            return
        table = self._with_second(self._table(barred, known))
        joint, trail, slack = table.joint, self.trail, self.advance - cost - toll
        self.settle(len(arcs))
        for arc, bit, mask, price, way, extra, excluded, ends, there in arcs:
            if keys & mask or barred & bit:
                continue
            row = joint.get(arc) or self._both(table, arc)
            if max(map(add, worth, row)) + slack <= self.threshold:
                continue
            now = self._count(worth, way, extra, there)
            if now[-1] < 0:
                continue
            paid, held, seen = cost + price, keys | mask, visited | bit
            due = self.toll(held) if self.cuts else 0
            trail.append(arc >> 1)
            if max(map(add, now, table.second_turned)) - paid - due + self.advance > self.threshold:
                self._keep(now, paid, due, held, seen)
            if not ends:
                self._collect(self.arcs[there], now, paid, due, held, barred | excluded, seen, table)
            trail.pop()

    def _keep(self, worth: Row, cost: int, toll: int, keys: Mask, visited: Mask) -> None:
        """The station is counted by the first arm: here its slots and its worth are taken off again."""
        row = [gain - self.base for gain in worth[self.slots :]]
        keys, visited = keys & ~self.taken, visited & ~self.home
        number, mask, before = len(self.arms), keys | visited << self.shift, -1
        for slots, gain in enumerate(row):
            if gain > before:
                self.listed[slots].append((cost + toll - gain, number, mask))
                before = gain
        # Against the worth of a first arm with all slots but these.
        turned = [*row, *row[-1:] * self.slots][::-1]
        self.arms.append(Arm(turned, cost, keys, visited, tuple(self.trail)))

    def _join(
        self,
        arcs: list[Arc],
        worth: Row,
        cost: int,
        toll: int,
        keys: Mask,
        barred: Mask,
        visited: Mask,
        known: Ahead,
        lists: list[list[Entry]],
    ) -> None:
        """First arms, each with the second arms that still go with it."""
        table = self._table(barred, known)
        reach, trail, slack = self.reach, self.trail, self.advance - cost - toll
        both = self._with_the_best(worth, lists)
        tops = self.tops.get(barred) or self._tops(barred)
        if max(map(add, both, tops)) + slack <= self.threshold:
            self.settle(2)
            return
        self.settle(len(arcs) + 2)
        for arc, bit, mask, price, way, extra, excluded, ends, there in arcs:
            if keys & mask or barred & bit or max(map(add, both, table.turned[arc])) + slack <= self.threshold:
                continue
            now = self._count(worth, way, extra, there)
            top = now[-1]
            if top < 0:
                continue
            paid, held, seen = cost + price, keys | mask, visited | bit
            due = self.toll(held) if self.cuts else 0
            trail.append(arc >> 1)
            if top - paid - due > self.threshold:
                self.offer(top, paid + due, held, seen)
            # The most this arm and all beyond it can be worth, by slots: seconds that can't make up for the rest go.
            row, floor = table.rows[arc], self.threshold - slack
            most = [max(map(add, worth[: used + 1], row[used::-1])) - floor for used in range(reach, -1, -1)]
            fewer = self._compatible(lists, most, mask | excluded << self.shift)
            self._pair(now, paid, due, held, seen, fewer)
            if not ends:
                self._join(self.arcs[there], now, paid, due, held, barred | excluded, seen, table, fewer)
            trail.pop()

    def _with_the_best(self, worth: Row, lists: list[list[Entry]]) -> Row:
        """What the arm so far is worth with the best second arm left, by the slots of both."""
        second, best = [], 0
        for entries in lists:
            if entries and -entries[0][0] > best:
                best = -entries[0][0]
            second.append(best)
        return [max(map(add, worth[: used + 1], second[used::-1])) for used in range(self.reach + 1)]

    def _compatible(self, lists: list[list[Entry]], most: Row, taken: Mask) -> list[list[Entry]]:
        fewer = []
        size = 0
        for entries, rest in zip(lists, most, strict=True):
            if entries:
                last = bisect_left(entries, (rest,))
                size += last
                entries = [entry for entry in entries[:last] if not entry[2] & taken]
            fewer.append(entries)
        self.settle(size // PER_STEP)
        return fewer

    def _pair(self, worth: Row, cost: int, toll: int, keys: Mask, visited: Mask, lists: list[list[Entry]]) -> None:
        """Offer every route of this first arm with a second one that is worth more than the threshold."""
        for slots, entries in enumerate(lists):
            rest = worth[self.reach - slots] - cost - toll
            for value, number, _ in entries:
                if rest - value <= self.threshold:
                    break
                self._offer_pair(self.arms[number], worth, cost, keys, visited)

    def _offer_pair(self, arm: Arm, worth: Row, cost: int, keys: Mask, visited: Mask) -> None:
        held = keys | arm.keys
        # A cut may be hit by the two arms together that neither hits alone.
        due = self.toll(held) if self.cuts else 0
        worth_of_both = max(map(add, worth, arm.turned))
        count = len(self.trail)
        self.trail.extend(arm.chains)
        self.settle(1)
        self.offer(worth_of_both, cost + arm.cost + due, held, visited | arm.visited)
        del self.trail[count:]
