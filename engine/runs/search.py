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
BEFORE = [NEVER]
# How many of the richest stops the bounds keep apart, and after how many uses a better bound pays for its making.
RICH = 10
PAYS = 300
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

    def ceiling(self, prices: Sequence[int], taken: Mask = 0) -> int:
        """A reduced value that no route exceeds, without a search."""
        kind = _Unlimited if self.train.reach is None else _Limited
        return kind(self, prices, 0, lambda reduced, found: 0, Effort(0), (), taken).ceiling()

    def turn(self) -> None:
        """Begin the next search at another station."""
        self.stations = self.stations[1:] + self.stations[:1]

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

    def settle(self, steps: int) -> None:
        """Pay for steps now and then: paying for each one apart would cost more than the step."""
        self.steps += steps
        if self.steps >= 256:
            self.effort.spend(self.steps)
            self.steps = 0

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


class _Ahead:
    """What may still come when some stops are out of reach: a row for every chain and direction, by slots left."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.turned = [row[::-1] for row in rows]
        # Together with a second arm, worked out when it is first asked for.
        self.joint: dict[int, Row] = {}
        self.second: Row = []
        self.second_turned: Row = []
        self.first = -1


# One way on: the arc, the bit of the stop it leads to, its keys and price, how that stop is counted (0 not at all, 1 it
# must be, 2 it may be, 3 with slots other than one), its worth, what it excludes, whether it ends the route, the stop.
Arc = tuple[int, Mask, Mask, int, int, int, Mask, bool, int]


class _Limited(_Depth):
    """A train that counts a limited number of stops.

    What a route so far is worth is a row: entry u is the best value when it counts stops of at most u slots. What may
    still come is a row as well, so that rows added against each other bound every way to share the slots.
    """

    def run(self) -> None:
        reach = self.train.reach
        assert reach is not None
        self.reach = reach
        self._lay_out()
        closed = 0
        for station in self.searcher.stations:
            self._from(station, closed)
            closed |= 1 << station
        self.effort.spend(self.steps)

    def ceiling(self) -> int:
        assert self.train.reach is not None
        self.reach = self.train.reach
        self._lay_out()
        rows = self._ahead(0).rows
        nothing = [0] * (self.reach + 1)
        top = 0
        for station in self.searcher.stations:
            left = self.reach - self.train.cost[station]
            if left >= 0:
                arm = list(map(max, nothing, nothing, *(rows[arc] for arc in self.out[station])))
                both = max(map(add, arm[: left + 1], arm[left::-1]))
                top = max(top, self.searcher.booked[station] + both + self.advance)
        return top

    def _lay_out(self) -> None:
        network, train = self.network, self.train
        booked = self.searcher.booked
        count = 2 * len(network.chains)
        # Direction 0 leads to b, direction 1 to a.
        ends = [(chain.a, chain.b) for chain in network.chains]
        self.target = [ends[arc >> 1][1 - (arc & 1)] for arc in range(count)]
        self.source = [ends[arc >> 1][arc & 1] for arc in range(count)]
        self.out: list[list[int]] = [[] for _ in network.nodes]
        self.into: list[list[int]] = [[] for _ in network.nodes]
        for arc in range(count):
            self.out[self.source[arc]].append(arc)
            self.into[self.target[arc]].append(arc)
        # A stop that uses no slot and can be passed would be counted again and again: it is booked in advance instead.
        self.advance = sum(
            booked[i]
            for i in range(len(network.nodes))
            if train.cost[i] == 0 and not self.stops_here[i] and train.role[i] != PASS
        )
        # Rows are worked out apart for the richest stops and the stations being out of reach or not.
        rich = sorted(range(len(network.nodes)), key=lambda i: (-booked[i], i))[:RICH]
        self.watched = sum(1 << i for i in {*rich, *self.searcher.stations})
        least = [min((self.prices[c] for c, _ in around), default=0) for around in network.at]
        nets = [
            (booked[i] - least[i], i, self.stops_here[i]) for i in range(len(network.nodes)) if train.role[i] != PASS
        ]
        nets = sorted((net for net in nets if net[0] > 0), key=lambda net: (-net[0], net[1]))
        self.nets = [(net, 1 << i, ends) for net, i, ends in nets if train.cost[i]]
        # Final stops that use no slot come on top of any number of others.
        self.gifts = [(net, 1 << i) for net, i, ends in nets if ends and not train.cost[i]]
        self.tops: dict[Mask, Row] = {}
        self.tables: dict[Mask, _Ahead] = {}
        self.uses: dict[Mask, int] = {}

    def _ahead(self, barred: Mask) -> _Ahead:
        """The most that each arc and all beyond it can add; stops may repeat, but never the barred ones."""
        target, source = self.target, self.source
        count, size = len(target), self.reach + 1
        rows: list[Row] = [[NEVER] * size for _ in range(count)]
        nothing = [0] * size
        waiting = [arc for arc in range(count) if not barred >> target[arc] & 1]
        queued = [True] * count
        place = 0
        while place < len(waiting):
            arc = waiting[place]
            place += 1
            queued[arc] = False
            here, back = target[arc], source[arc]
            beyond = nothing
            if not self.stops_here[here]:
                onward = [rows[b] for b in self.out[here] if target[b] != back]
                if onward:
                    beyond = list(map(max, nothing, *onward))
            row = self._through(here, beyond, self.prices[arc >> 1])
            if row != rows[arc]:
                rows[arc] = row
                if self.stops_here[back] or barred >> back & 1:
                    continue
                for before in self.into[back]:
                    if not queued[before] and source[before] != here:
                        queued[before] = True
                        waiting.append(before)
        self.effort.prepare(place)
        return _Ahead(rows)

    def _through(self, here: int, beyond: Row, price: int) -> Row:
        role, slots = self.train.role[here], self.train.cost[here]
        if role == PASS or (slots == 0 and not self.stops_here[here]):
            return [gain - price for gain in beyond]
        extra = self.searcher.booked[here] - price
        counted = [NEVER] * slots + [gain + extra for gain in beyond[: len(beyond) - slots]]
        if role == MUST:
            return counted
        return [
            with_it if with_it > gain - price else gain - price for with_it, gain in zip(counted, beyond, strict=True)
        ]

    def _table(self, barred: Mask, known: _Ahead | None) -> _Ahead:
        """The rows for these barred stops: those of fewer barred stops serve until it pays to make better ones."""
        key = barred & self.watched
        table = self.tables.get(key)
        if table is not None:
            return table
        uses = self.uses[key] = self.uses.get(key, 0) + 1
        if known is None or uses > PAYS:
            table = self.tables[key] = self._ahead(key)
            return table
        return known

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
        self.station = station
        barred = shut | network.excludes[station]
        table = self._table(barred, None)
        self.arcs = [
            [self._arc(arc) for arc in sorted(around, key=lambda arc: (-table.rows[arc][self.reach], arc))]
            for around in self.out
        ]
        slots = train.cost[station]
        worth = [NEVER] * slots + [self.searcher.booked[station]] * (self.reach + 1 - slots)
        firsts = self.arcs[station]
        for place, first in enumerate(firsts):
            self.later = [] if self.stops_here[station] else firsts[place + 1 :]
            self.first = first[0]
            self._first_arm([first], worth, 0, 0, self.taken, barred, 1 << station, table)

    def _arc(self, arc: int) -> Arc:
        there = self.target[arc]
        role, slots = self.role[there], self.train.cost[there]
        way = 0 if role == PASS else 3 if slots != 1 else 1 if role == MUST else 2
        return (
            arc,
            1 << there,
            self.masks[arc >> 1],
            self.prices[arc >> 1],
            way,
            self.searcher.booked[there],
            self.network.excludes[there],
            self.stops_here[there],
            there,
        )

    def _with_second(self, table: _Ahead) -> _Ahead:
        """Make the table ready for this first arm: what a second one can add depends on the chains left for it."""
        if table.first != self.first:
            nothing = [0] * (self.reach + 1)
            rows = [table.rows[arc[0]] for arc in self.later]
            table.second = list(map(max, nothing, *rows)) if rows else nothing
            table.second_turned = table.second[::-1]
            table.joint = {}
            table.first = self.first
        return table

    def _both(self, table: _Ahead, arc: int) -> Row:
        one, two = table.rows[arc], table.second
        row = [max(map(add, one[: q + 1], two[q::-1])) for q in range(self.reach, -1, -1)]
        table.joint[arc] = row
        return row

    def _first_arm(
        self, arcs: list[Arc], worth: Row, cost: int, toll: int, keys: Mask, barred: Mask, visited: Mask, known: _Ahead
    ) -> None:
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
            top = now[-1]
            if top < 0:
                continue
            paid, held, seen, shut = cost + price, keys | mask, visited | bit, barred | excluded
            due = self.toll(held) if self.cuts else 0
            trail.append(arc >> 1)
            if top - paid - due > self.threshold:
                self.offer(top, paid + due, held, seen)
            if not ends:
                self._first_arm(self.arcs[there], now, paid, due, held, shut, seen, table)
            if self.later and max(map(add, now, table.second_turned)) - paid - due + self.advance > self.threshold:
                self._second_arm(self.later, now, paid, due, held, shut, seen, table)
            trail.pop()

    def _tops(self, barred: Mask) -> Row:
        """The richest stops left, wherever they are, one final stop among them; turned round."""
        total, final = max((net for net, bit in self.gifts if not barred & bit), default=0), False
        row = [total]
        for net, bit, ends in self.nets:
            if barred & bit or (ends and final):
                continue
            final |= ends
            total += net
            row.append(total)
            if len(row) > self.reach:
                break
        row += [total] * (self.reach + 1 - len(row))
        row.reverse()
        self.tops[barred] = row
        return row

    def _second_arm(
        self, arcs: list[Arc], worth: Row, cost: int, toll: int, keys: Mask, barred: Mask, visited: Mask, known: _Ahead
    ) -> None:
        tops = self.tops.get(barred) or self._tops(barred)
        if max(map(add, worth, tops)) - cost - toll + self.advance <= self.threshold:
            return
        table = self._table(barred, known)
        turned, trail, slack = table.turned, self.trail, self.advance - cost - toll
        self.settle(len(arcs))
        for arc, bit, mask, price, way, extra, excluded, ends, there in arcs:
            if keys & mask or barred & bit or max(map(add, worth, turned[arc])) + slack <= self.threshold:
                continue
            if way == 2:
                now = [max(old, less + extra) for old, less in zip(worth, BEFORE + worth, strict=False)]
            else:
                now = self._count(worth, way, extra, there)
            top = now[-1]
            if top < 0:
                continue
            paid, held, seen = cost + price, keys | mask, visited | bit
            due = self.toll(held) if self.cuts else 0
            trail.append(arc >> 1)
            if top - paid - due > self.threshold:
                self.offer(top, paid + due, held, seen)
            if not ends:
                self._second_arm(self.arcs[there], now, paid, due, held, barred | excluded, seen, table)
            trail.pop()

    def _count(self, worth: Row, way: int, extra: int, there: int) -> Row:
        if way == 0:
            return worth
        if way == 1:
            return BEFORE + [old + extra for old in worth[:-1]]
        if way == 2:
            return [max(old, less + extra) for old, less in zip(worth, BEFORE + worth, strict=False)]
        slots = self.train.cost[there]
        if slots == 0:
            return [old + extra for old in worth]
        counted = [NEVER] * slots + [old + extra for old in worth[:-slots]]
        return counted if self.role[there] == MUST else list(map(max, worth, counted))


class _Unlimited(_Depth):
    """A train that counts every stop it visits: bounded by the stops that can still be reached."""

    def run(self) -> None:
        self._lay_out()
        closed = 0
        for station in self.searcher.stations:
            self.station = station
            firsts = self.arcs[station]
            barred = closed | self.network.excludes[station]
            for place, first in enumerate(firsts):
                self.later = [] if self.stops_here[station] else firsts[place + 1 :]
                self._arm([first], self.gain[station], 0, self.taken, barred, 1 << station, True)
            closed |= 1 << station
        self.effort.spend(self.steps)

    def ceiling(self) -> int:
        self._lay_out()
        starts = ((s, self._beyond(1 << s, self.taken, ~self.network.excludes[s], 2)) for s in self.searcher.stations)
        return max((self.gain[s] + beyond for s, beyond in starts), default=0)

    def _lay_out(self) -> None:
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
            self.settle(4)
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
