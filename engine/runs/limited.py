"""Routes of a train that counts a limited number of stops: bounded depth-first search, arm after arm."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add

from engine.runs.classes import MAY, MUST, PASS, bits
from engine.runs.compress import Mask
from engine.runs.depth import Depth

NEVER = -(10**15)
BEFORE = [NEVER]
# How many of the richest stops the bounds keep apart, and after how many uses a better bound pays for its making.
RICH = 10
PAYS = 300
Row = list[int]


class Ahead:
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


@dataclass(frozen=True, slots=True)
class Beginning:
    """A station to set out from: the chains that leave it, and the route that is nothing but this station."""

    station: int
    firsts: list[Arc]
    # No second arm leaves a station that ends every route.
    alone: bool
    worth: Row
    barred: Mask
    visited: Mask
    table: Ahead


class Limited(Depth):
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
            self.explore(self._set_out(station, closed))
            closed |= 1 << station
        self.effort.spend(self.steps)

    def explore(self, start: Beginning) -> None:
        """All routes through one station: every first arm, each with all second arms that leave by a later chain."""
        for place, first in enumerate(start.firsts):
            self.later = [] if start.alone else start.firsts[place + 1 :]
            self.first = first[0]
            self._first_arm([first], start.worth, 0, 0, self.taken, start.barred, start.visited, start.table)

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
        self.tables: dict[Mask, Ahead] = {}
        self.uses: dict[Mask, int] = {}

    def _ahead(self, barred: Mask) -> Ahead:
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
        return Ahead(rows)

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

    def _table(self, barred: Mask, known: Ahead | None) -> Ahead:
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

    def _set_out(self, station: int, closed: Mask) -> Beginning:
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
        # This station is counted and those passed are not, which is right for one start among several; the steps may be
        # spent before that one. So a route through a second station is reported at its exact value.
        self.doubtful = self.searcher.doubtful
        for other in self.searcher.stations:
            if other != station and train.role[other] == MAY:
                self.doubtful |= 1 << other
        barred = shut | network.excludes[station]
        table = self._table(barred, None)
        self.arcs = [
            [self._arc(arc) for arc in sorted(around, key=lambda arc: (-table.rows[arc][self.reach], arc))]
            for around in self.out
        ]
        slots = train.cost[station]
        worth = [NEVER] * slots + [self.searcher.booked[station]] * (self.reach + 1 - slots)
        return Beginning(station, self.arcs[station], self.stops_here[station], worth, barred, 1 << station, table)

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

    def _with_second(self, table: Ahead) -> Ahead:
        """Make the table ready for this first arm: what a second one can add depends on the chains left for it."""
        if table.first != self.first:
            nothing = [0] * (self.reach + 1)
            rows = [table.rows[arc[0]] for arc in self.later]
            table.second = list(map(max, nothing, *rows)) if rows else nothing
            table.second_turned = table.second[::-1]
            table.joint = {}
            table.first = self.first
        return table

    def _both(self, table: Ahead, arc: int) -> Row:
        one, two = table.rows[arc], table.second
        row = [max(map(add, one[: q + 1], two[q::-1])) for q in range(self.reach, -1, -1)]
        table.joint[arc] = row
        return row

    def _first_arm(
        self, arcs: list[Arc], worth: Row, cost: int, toll: int, keys: Mask, barred: Mask, visited: Mask, known: Ahead
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
        self, arcs: list[Arc], worth: Row, cost: int, toll: int, keys: Mask, barred: Mask, visited: Mask, known: Ahead
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
