"""All routes of one train worth more than a threshold once track has a price: bounded depth-first search.

A route is an own station with one or two arms. Earlier stations are closed to later starts, and the second arm leaves
by a later chain than the first, so that no route is met twice. With prices of zero and a rising threshold this is the
best run of a single train; with the prices of a master problem it finds the routes that are missing there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add

from engine.runs.classes import MAY, MUST, PASS, TrainClass, bits
from engine.runs.compress import Mask, Network
from engine.runs.effort import Effort, Spent

NEVER = -(10**15)
Row = list[int]


@dataclass(frozen=True, slots=True)
class Found:
    """A route on the compressed board: its true value, the stops it visits, the keys and chains it uses."""

    value: int
    visited: Mask
    keys: Mask
    chains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A price for every route that uses at least two of three keys."""

    keys: tuple[Mask, Mask, Mask]
    price: int

    def hits(self, mask: Mask) -> bool:
        a, b, c = self.keys
        return bool(mask & a) + bool(mask & b) + bool(mask & c) >= 2


# Called with the reduced value and the route; answers the threshold from now on.
Report = Callable[[int, Found], int]


class Searcher:
    """Searches the routes of one class of trains on one board, again and again with other prices."""

    def __init__(self, network: Network, train: TrainClass, scale: int) -> None:
        self.network = network
        self.train = train
        self.scale = scale
        self.stations = [s for s in network.stations if train.mine >> s & 1]
        # A bonus is first booked on its rarer stop for certain; the exact value is asked for where that may be wrong.
        self.booked = [scale * worth for worth in train.worth]
        self.doubtful = 0
        for extra in train.extras:
            stops = min((extra.a, extra.b), key=int.bit_count)
            for i in bits(stops):
                self.booked[i] += scale * extra.amount
            alone = extra.a == extra.b and all(stops & ~network.excludes[i] == 0 for i in bits(stops))
            if not alone:
                self.doubtful |= stops
        if train.reach is not None and train.reach < 2:
            self.doubtful = -1
        self.values: dict[Mask, int | None] = {}

    def run(
        self,
        prices: Sequence[int],
        threshold: int,
        report: Report,
        effort: Effort,
        cuts: Sequence[Cut] = (),
        taken: Mask = 0,
    ) -> None:
        """Report every route whose reduced value is above the threshold; raises Spent when the effort is used up.

        Keys that are taken are closed to the route and belong to its mask.
        """
        kind = _Unlimited if self.train.reach is None else _Limited
        kind(self, prices, threshold, report, effort, cuts, taken).run()

    def exact(self, visited: Mask) -> int | None:
        if visited not in self.values:
            best = self.train.value(visited)
            self.values[visited] = None if best is None else best[0]
        return self.values[visited]


class _Depth:
    """What both searches share: where they are, and what to do with a route that is complete."""

    def __init__(
        self,
        searcher: Searcher,
        prices: Sequence[int],
        threshold: int,
        report: Report,
        effort: Effort,
        cuts: Sequence[Cut],
        taken: Mask,
    ) -> None:
        self.taken = taken
        self.searcher = searcher
        self.network = searcher.network
        self.train = searcher.train
        self.prices = prices
        self.cuts = cuts
        self.threshold = threshold
        self.report = report
        self.effort = effort
        self.trail: list[int] = []
        self.masks = [chain.mask for chain in self.network.chains]
        self.stops_here = [node.ends_here for node in self.network.nodes]
        self.steps = 0

    def step(self) -> None:
        """Settle the steps now and then: counting each one apart would cost more than the step."""
        self.steps += 1
        if self.steps >= 256:
            self.steps = 0
            self.effort.spend(256)

    def offer(self, booked: int, cost: int, keys: Mask, visited: Mask) -> None:
        searcher = self.searcher
        if visited & searcher.doubtful:
            exact = searcher.exact(visited)
            if exact is None:
                return
            booked = exact * searcher.scale
        reduced = booked - cost
        if reduced > self.threshold:
            found = Found(booked // searcher.scale, visited, keys, tuple(self.trail))
            self.threshold = self.report(reduced, found)

    def toll(self, keys: Mask) -> int:
        return sum(cut.price for cut in self.cuts if cut.hits(keys))


class _Limited(_Depth):
    """A train that counts a limited number of stops.

    What a route so far is worth is a row: entry u is the best value when it counts stops of at most u slots. What may
    still come is a row as well, so that rows added against each other bound every way to share the slots.
    """

    def run(self) -> None:
        reach = self.train.reach
        assert reach is not None
        self.reach = reach
        self.ahead = self._ahead()
        closed = 0
        for station in self.searcher.stations:
            self._from(station, closed)
            closed |= 1 << station
        self.effort.spend(self.steps)

    def _ahead(self) -> list[Row]:
        """For every chain and direction: the most that it and all beyond can add, by slots left; stops may repeat."""
        network, train, reach = self.network, self.train, self.reach
        booked = self.searcher.booked
        count = 2 * len(network.chains)
        # Direction 0 leads to b, direction 1 to a.
        ends = [(chain.a, chain.b) for chain in network.chains]
        target = [ends[arc >> 1][1 - (arc & 1)] for arc in range(count)]
        source = [ends[arc >> 1][arc & 1] for arc in range(count)]
        out: list[list[int]] = [[] for _ in network.nodes]
        into: list[list[int]] = [[] for _ in network.nodes]
        for arc in range(count):
            out[source[arc]].append(arc)
            into[target[arc]].append(arc)
        self.target, self.out = target, out
        # A stop that uses no slot and can be passed would be counted again and again: it is booked in advance instead.
        self.advance = sum(
            booked[i]
            for i in range(len(network.nodes))
            if train.cost[i] == 0 and not self.stops_here[i] and train.role[i] != PASS
        )
        rows: list[Row] = [[NEVER] * (reach + 1) for _ in range(count)]
        nothing = [0] * (reach + 1)
        waiting = list(range(count))
        queued = [True] * count
        place = 0
        while place < len(waiting):
            arc = waiting[place]
            place += 1
            queued[arc] = False
            here, back = target[arc], source[arc]
            if self.stops_here[here]:
                beyond = nothing
            else:
                onward = [rows[b] for b in out[here] if target[b] != back]
                beyond = list(map(max, nothing, *onward)) if onward else nothing
            row = self._through(here, beyond, self.prices[arc >> 1])
            if row != rows[arc]:
                rows[arc] = row
                for before in into[back]:
                    if not queued[before] and source[before] != here and not self.stops_here[back]:
                        queued[before] = True
                        waiting.append(before)
        self.effort.spend(place * 4)
        return rows

    def _through(self, here: int, beyond: Row, price: int) -> Row:
        role, slots = self.train.role[here], self.train.cost[here]
        if role == PASS or (slots == 0 and not self.stops_here[here]):
            return [gain - price for gain in beyond]
        extra = self.searcher.booked[here] - price
        counted = [NEVER] * slots + [gain + extra for gain in beyond[: len(beyond) - slots]]
        if role == MUST:
            return counted
        return [max(with_it, gain - price) for with_it, gain in zip(counted, beyond, strict=True)]

    def _from(self, station: int, closed: Mask) -> None:
        network, train = self.network, self.train
        # An earlier station that need not be counted may be passed; it is not counted, for that was tried before.
        self.role = list(train.role)
        shut = 0
        for other in bits(closed):
            if train.role[other] == MUST:
                shut |= 1 << other
            else:
                self.role[other] = PASS
        self.role[station] = MUST
        self.shut = shut
        self.station = station
        self.arcs: list[list[tuple[int, int, Mask, int]]] = []
        for around in self.out:
            ranked = sorted(around, key=lambda arc: (-self.ahead[arc][self.reach], arc))
            self.arcs.append([(arc, self.target[arc], self.masks[arc >> 1], self.prices[arc >> 1]) for arc in ranked])
        self.turned = [row[::-1] for row in self.ahead]
        slots = train.cost[station]
        worth = [NEVER] * slots + [self.searcher.booked[station]] * (self.reach + 1 - slots)
        barred = shut | network.excludes[station]
        firsts = self.arcs[station]
        nothing = [0] * (self.reach + 1)
        for place, first in enumerate(firsts):
            later = [] if self.stops_here[station] else firsts[place + 1 :]
            second = list(map(max, nothing, *(self.ahead[arc[0]] for arc in later))) if later else nothing
            self.later, self.second, self.joint = later, second, {}
            self.second_turned = second[::-1]
            self._first_arm([first], worth, 0, self.taken, barred, 1 << station)

    def _both(self, arc: int) -> Row:
        """The most this arc and a second arm can add together, turned round."""
        row = self.joint.get(arc)
        if row is None:
            one, two = self.ahead[arc], self.second
            row = [max(map(add, one[: q + 1], two[q::-1])) for q in range(self.reach, -1, -1)]
            self.joint[arc] = row
        return row

    def _first_arm(
        self, arcs: list[tuple[int, int, Mask, int]], worth: Row, cost: int, keys: Mask, barred: Mask, visited: Mask
    ) -> None:
        for arc, there, mask, price in arcs:
            if keys & mask or barred >> there & 1:
                continue
            self.step()
            if max(map(add, worth, self._both(arc))) - cost + self.advance <= self.threshold:
                continue
            now = self._count(worth, there)
            paid, held = cost + price, keys | mask
            seen, shut = visited | 1 << there, barred | self.network.excludes[there]
            toll = self.toll(held) if self.cuts else 0
            if now[-1] == NEVER:
                continue
            self.trail.append(arc >> 1)
            self.offer(now[-1], paid + toll, held, seen)
            if not self.stops_here[there]:
                self._first_arm(self.arcs[there], now, paid, held, shut, seen)
            if self.later and max(map(add, now, self.second_turned)) - paid - toll + self.advance > self.threshold:
                self._second_arm(self.later, now, paid, held, shut, seen)
            self.trail.pop()

    def _second_arm(
        self, arcs: list[tuple[int, int, Mask, int]], worth: Row, cost: int, keys: Mask, barred: Mask, visited: Mask
    ) -> None:
        for arc, there, mask, price in arcs:
            if keys & mask or barred >> there & 1:
                continue
            self.step()
            if max(map(add, worth, self.turned[arc])) - cost + self.advance <= self.threshold:
                continue
            now = self._count(worth, there)
            if now[-1] == NEVER:
                continue
            paid, held = cost + price, keys | mask
            seen, shut = visited | 1 << there, barred | self.network.excludes[there]
            toll = self.toll(held) if self.cuts else 0
            self.trail.append(arc >> 1)
            self.offer(now[-1], paid + toll, held, seen)
            if not self.stops_here[there]:
                self._second_arm(self.arcs[there], now, paid, held, shut, seen)
            self.trail.pop()

    def _count(self, worth: Row, there: int) -> Row:
        role, slots = self.role[there], self.train.cost[there]
        if role == PASS:
            return worth
        extra = self.searcher.booked[there]
        if slots == 0:
            return [old + extra for old in worth]
        if role == MUST:
            return [NEVER] * slots + [old + extra if old != NEVER else NEVER for old in worth[:-slots]]
        return worth[:slots] + [max(old, less + extra) for old, less in zip(worth[slots:], worth, strict=False)]


class _Unlimited(_Depth):
    """A train that counts every stop it visits: bounded by the stops that can still be reached."""

    def run(self) -> None:
        network, train = self.network, self.train
        booked = self.searcher.booked
        self.gain = [booked[i] if train.role[i] != PASS else 0 for i in range(len(network.nodes))]
        self.through = sum(1 << i for i, end in enumerate(self.stops_here) if not end)
        cheapest = [min((self.prices[c] for c, _ in around), default=0) for around in network.at]
        potential = [max(0, gain - least) for gain, least in zip(self.gain, cheapest, strict=True)]
        self.tables = [self._table(potential[low : low + 8]) for low in range(0, len(network.nodes), 8)]
        ends = [i for i, end in enumerate(self.stops_here) if end and potential[i]]
        self.finals = [(potential[i], 1 << i) for i in sorted(ends, key=lambda i: (-potential[i], i))]
        self.arcs = [
            sorted(
                ((c, w, self.masks[c], self.prices[c]) for c, w in around),
                key=lambda arc: (-(self.gain[arc[1]] - arc[3]), arc[0]),
            )
            for around in network.at
        ]
        closed = 0
        for station in self.searcher.stations:
            self.station = station
            firsts = self.arcs[station]
            barred = closed | network.excludes[station]
            for place, first in enumerate(firsts):
                self.later = [] if self.stops_here[station] else firsts[place + 1 :]
                self._arm([first], self.gain[station], 0, self.taken, barred, 1 << station, True)
            closed |= 1 << station
        self.effort.spend(self.steps)

    def _table(self, potential: list[int]) -> list[int]:
        table = [0]
        for gain in potential:
            table += [old + gain for old in table]
        return table

    def _beyond(self, starts: Mask, keys: Mask, free: Mask, ends: int) -> int:
        """What the stops that can still be reached are worth, with no more final stops than arms to come."""
        masks, at = self.masks, self.network.at
        seen, fringe = 0, starts
        through = self.through
        while fringe:
            low = fringe & -fringe
            fringe ^= low
            for c, w in at[low.bit_length() - 1]:
                bit = 1 << w
                if bit & free and not bit & seen and not masks[c] & keys:
                    seen |= bit
                    fringe |= bit & through
        inner = seen & through
        total = 0
        for table in self.tables:
            total += table[inner & 255] if len(table) == 256 else table[inner & (len(table) - 1)]
            inner >>= 8
        for gain, bit in self.finals:
            if not ends:
                break
            if bit & seen:
                total += gain
                ends -= 1
        return total

    def _arm(
        self,
        arcs: Sequence[tuple[int, int, Mask, int]],
        worth: int,
        cost: int,
        keys: Mask,
        barred: Mask,
        visited: Mask,
        first: bool,
    ) -> None:
        for chain, there, mask, price in arcs:
            if keys & mask or barred >> there & 1:
                continue
            self.step()
            now, paid, held = worth + self.gain[there], cost + price, keys | mask
            seen, shut = visited | 1 << there, barred | self.network.excludes[there]
            toll = self.toll(held) if self.cuts else 0
            self.trail.append(chain)
            self.offer(now, paid + toll, held, seen)
            starts = 0 if self.stops_here[there] else 1 << there
            again = first and bool(self.later)
            if again:
                starts |= 1 << self.station
            if starts:
                ends = (not self.stops_here[there]) + again
                bound = now - paid - toll + self._beyond(starts, held, ~shut, ends)
                if bound > self.threshold:
                    if not self.stops_here[there]:
                        self._arm(self.arcs[there], now, paid, held, shut, seen, first)
                    if again:
                        self._arm(self.later, now, paid, held, shut, seen, False)
            self.trail.pop()


__all__ = ["MAY", "Cut", "Found", "Searcher", "Spent"]
