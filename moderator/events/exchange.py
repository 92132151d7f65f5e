"""A good draw by exchange: two players at different tables change places as long as that makes the draw better, then a
few tables are mixed by lot and it begins again. Always gives an answer; work is counted in players looked at."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from moderator.events.aims import Aims, Numbers
from moderator.events.lots import Lots

# Of all partners that leave the weightier aims as they are, so many are tried for better seats.
TRIED = 6
# So many tables are mixed at once.
MIXED = 3

Tables = list[list[int]]


@dataclass
class Exchange:
    """Tables under way. What sits together costs `pairs`; seats come on top, in a place of their own."""

    aims: Aims
    lots: Lots
    effort: int
    # Nothing is better than this.
    least: int = 0
    pairs: Numbers = field(init=False)
    tables: Tables = field(init=False)
    at: Numbers = field(init=False)
    # For each table what each player would cost there, with all who sit there now; and where they sit.
    there: Numbers = field(init=False)
    own: Numbers = field(init=False)
    total: int = field(init=False)
    done: list[tuple[int, int]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.pairs = self.aims.together() + self.aims.bound * self.aims.broken
        # Those who must sit together are a bonus where they do: what can't be helped is taken off.
        self.least += int(np.minimum(self.aims.bound, 0).sum()) // 2 * self.aims.broken
        self.tables = begin(self.aims)
        self.at = np.empty(len(self.aims.players), dtype=np.int64)
        self.there = np.empty((len(self.tables), len(self.aims.players)), dtype=np.int64)
        for number, table in enumerate(self.tables):
            self.at[table] = number
            self.there[number] = self.pairs[table].sum(axis=0)
        self.own = self.there[self.at, np.arange(len(self.at))]
        self.total = int(self.own.sum()) // 2 + sum(self._seats(table) for table in self.tables)

    def _seats(self, table: list[int]) -> int:
        return self.aims.seating(tuple(sorted(table)))[0] * self.aims.places[2]

    def improve(self) -> Tables:
        """The best draw found with this effort."""
        self._descend(range(len(self.at)))
        while self.effort > 0 and self.total > self.least and len(self.tables) > 1:
            before = self.total
            self.done.clear()
            self._descend(self._mix())
            if self.total > before:
                for one, other in reversed(self.done[:]):
                    self._swap(one, other)
        return self.tables

    def _descend(self, players: range | list[int]) -> None:
        """Exchanges until nobody can be exchanged for the better."""
        waiting, queued = deque(players), set(players)
        while waiting and self.effort > 0:
            one = waiting.popleft()
            queued.discard(one)
            self.effort -= 1
            other = self._partner(one)
            if other is not None:
                tables = int(self.at[one]), int(self.at[other])
                self._swap(one, other)
                for again in (*self.tables[tables[0]], *self.tables[tables[1]]):
                    if again not in queued:
                        queued.add(again)
                        waiting.append(again)

    def _partner(self, one: int) -> int | None:
        """With whom this player best changes places, if anybody."""
        here = int(self.at[one])
        change = self.there[self.at, one] + self.there[here] - 2 * self.pairs[one] - self.own - self.own[one]
        change[self.at == here] = self.aims.broken
        if not self.aims.seats.any():
            best = int(change.argmin())
            return best if change[best] < 0 else None
        return self._with_seats(one, change)

    def _with_seats(self, one: int, change: Numbers) -> int | None:
        """Seats weigh more than clubs and less than the rest: the exact change of both, for the best few."""
        count = min(TRIED, len(change))
        few = np.argpartition(change, count - 1)[:count]
        best, least = None, 0
        for other in sorted(int(k) for k in few):
            if change[other] >= self.aims.places[1]:
                continue
            exact = int(change[other]) + self._seats_changed(one, other)
            if exact < least:
                best, least = other, exact
        return best

    def _seats_changed(self, one: int, other: int) -> int:
        first, second = self.tables[self.at[one]], self.tables[self.at[other]]
        after = self._seats([other if k == one else k for k in first])
        after += self._seats([one if k == other else k for k in second])
        return after - self._seats(first) - self._seats(second)

    def _swap(self, one: int, other: int) -> None:
        a, b = int(self.at[one]), int(self.at[other])
        self.total += int(self.there[b, one] + self.there[a, other] - 2 * self.pairs[one, other])
        self.total += self._seats_changed(one, other) - int(self.own[one] + self.own[other])
        self.tables[a][self.tables[a].index(one)] = other
        self.tables[b][self.tables[b].index(other)] = one
        self.at[one], self.at[other] = b, a
        changed = self.pairs[other] - self.pairs[one]
        self.there[a] += changed
        self.there[b] -= changed
        for table in (a, b):
            self.own[self.tables[table]] = self.there[table, self.tables[table]]
        self.done.append((one, other))

    def _mix(self) -> list[int]:
        """A few tables near each other in the order of scores exchange players by lot."""
        first = self.lots.below(len(self.tables))
        chosen = {first}
        for _ in range(MIXED - 1):
            beside = self.tables[first][self.lots.below(len(self.tables[first]))]
            near = int(np.argsort(self.aims.scores[beside], kind="stable")[self.lots.below(min(24, len(self.at)))])
            chosen.add(int(self.at[near]) if self.lots.below(2) else self.lots.below(len(self.tables)))
        touched = [player for number in sorted(chosen) for player in sorted(self.tables[number])]
        for one in touched:
            other = touched[self.lots.below(len(touched))]
            if self.at[one] != self.at[other]:
                self._swap(one, other)
        return touched


def begin(aims: Aims) -> Tables:
    """Tables filled from the top: by score, then by lot; who must sit together comes as one."""
    left = sorted(range(len(aims.players)), key=lambda k: (-aims.steps[k], k))
    room = list(aims.sizes)
    tables: Tables = [[] for _ in room]
    pinned = [k for k in left if (aims.bound[k] < 0).any()]
    done: set[int] = set()
    for one in pinned:
        if one in done:
            continue
        group = [one, *(int(k) for k in np.flatnonzero(aims.bound[one] < 0))]
        fits = [number for number, size in enumerate(room) if size - len(tables[number]) >= len(group)]
        if fits:
            tables[fits[0]] += group
            done |= set(group)
    rest = iter([k for k in left if k not in done])
    for number, size in enumerate(room):
        while len(tables[number]) < size:
            tables[number].append(next(rest))
    return tables
