"""Routes of a train without a limit, or whose limit no route of the board can reach."""

from __future__ import annotations

from collections.abc import Sequence

from engine.runs.classes import PASS
from engine.runs.compress import Mask
from engine.runs.depth import Depth


class Unlimited(Depth):
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
