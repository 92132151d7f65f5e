"""All trains at once as one program: which chains, which stops, which ends each train's route has.

Every set of routes that may be run is a solution in zeros and ones, so whatever holds for all solutions holds for all
sets of routes. The reverse needs rows against closed loops, which are added when a loop is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.runs.classes import MAY, MUST, TrainClass, bits
from engine.runs.compress import Mask, Skeleton
from engine.runs.pool import Packing
from engine.runs.search import Found

NEARLY = 1e-6
# A row must be broken by more than this to be added.
BROKEN = 1e-4
# Loops are looked for among the chains that are used by more than such a share.
SHARES = (1e-6, 0.3, 0.5, 0.7, 0.9)


@dataclass(frozen=True, slots=True)
class FlowRow:
    """Some columns, times whole numbers, add up to no less than `low` and no more than `high`."""

    terms: tuple[tuple[int, int], ...]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of one train stand: whether it runs, then by chain, by stop visited, by stop it ends at."""

    kind: int
    runs: int
    chains: dict[int, int]
    visits: dict[int, int]
    ends: dict[int, int]


class Flow:
    """The program of some trains on one board: of all chains those that a way leads along."""

    def __init__(self, network: Skeleton, classes: Sequence[TrainClass], seats: Sequence[int], step: int) -> None:
        self.network = network
        self.classes = classes
        self.open = sorted({chain for around in network.at for chain, _ in around})
        self.values: list[int] = []
        self.rows: list[FlowRow] = []
        self.trains: list[Columns] = []
        worths: list[list[tuple[int, int]]] = []
        for kind in seats:
            train, worth = self._train(kind)
            # Of trains that count alike the first earns no less than the next.
            if self.trains and self.trains[-1].kind == kind:
                order = [(c, w // step) for c, w in worths[-1]] + [(c, -w // step) for c, w in worth]
                self._row(order, 0, None)
            self.trains.append(train)
            worths.append(worth)
        for key in range(network.keys):
            users = [c for c in self.open if network.chains[c].mask >> key & 1]
            if users:
                self._row([(train.chains[c], 1) for train in self.trains for c in users], None, 1)

    def worth_at_least(self, least: int) -> FlowRow:
        """Only answers of at least this worth keep this row."""
        return FlowRow(tuple((column, value) for column, value in enumerate(self.values) if value), least, None)

    def _column(self, value: int = 0) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def _row(self, terms: Iterable[tuple[int, int]], low: int | None, high: int | None) -> None:
        self.rows.append(FlowRow(tuple(terms), low, high))

    def _train(self, kind: int) -> tuple[Columns, list[tuple[int, int]]]:
        """The columns and rows of one train, and what its columns are worth."""
        network, train = self.network, self.classes[kind]
        stops = [stop for stop, around in enumerate(network.at) if around]
        runs = self._column()
        chains = {c: self._column() for c in self.open}
        visits = {stop: self._column() for stop in stops}
        ends = {stop: self._column() for stop in stops}
        counted: dict[int, int] = {}
        for stop in stops:
            if train.role[stop] == MUST:
                counted[stop] = visits[stop]
            elif train.role[stop] == MAY:
                counted[stop] = self._column()
                self._row([(counted[stop], 1), (visits[stop], -1)], None, 0)
        for stop, column in counted.items():
            self.values[column] = train.worth[stop]
        for stop in stops:
            # A stop on the way has two chains, an end has one.
            around = [(chains[c], 1) for c, _ in network.at[stop]]
            self._row([*around, (visits[stop], -2), (ends[stop], 1)], 0, 0)
            self._row([(ends[stop], 1), (visits[stop], -1)], 0 if network.nodes[stop].ends_here else None, 0)
            beside: dict[int, list[int]] = {}
            for c, other in network.at[stop]:
                beside.setdefault(other, []).append(c)
            for parallel in beside.values():
                self._row([*((chains[c], 1) for c in parallel), (visits[stop], -1)], None, 0)
        self._row([*((end, 1) for end in ends.values()), (runs, -2)], 0, 0)
        for group in self._exclusive():
            if calls := [(visits[stop], 1) for stop in group if stop in visits]:
                self._row([*calls, (runs, -1)], None, 0)
        if train.reach is not None:
            slots = [(column, train.cost[stop]) for stop, column in counted.items() if train.cost[stop]]
            self._row([*slots, (runs, -train.reach)], None, 0)
        at_home = [(counted[stop], 1) for stop in bits(train.mine) if stop in counted]
        self._row([*at_home, (runs, -1)], 0, None)
        self._row([*((column, 1) for column in counted.values()), (runs, -2)], 0, None)
        worth = [(column, train.worth[stop]) for stop, column in counted.items()]
        for extra in train.extras:
            column = self._column(extra.amount)
            worth.append((column, extra.amount))
            for side in sorted({extra.a, extra.b}):
                self._row([(column, 1), *((counted[stop], -1) for stop in bits(side) if stop in counted)], None, 0)
        return Columns(kind, runs, chains, visits, ends), worth

    def _exclusive(self) -> Iterator[tuple[int, ...]]:
        """Sets of stops of which a route visits one at most; every stop is in one of them."""
        excludes = self.network.excludes
        seen: set[Mask] = set()
        for stop, mask in enumerate(excludes):
            group = tuple(bits(mask))
            if all(excludes[other] == mask for other in group):
                if mask not in seen:
                    seen.add(mask)
                    yield group
            else:
                yield (stop,)
                yield from ((stop, other) for other in group if other > stop)

    def loops(self, shares: Sequence[float]) -> list[FlowRow]:
        """Rows that forbid what closed loops would need: among some stops fewer chains than stops."""
        found: dict[tuple[int, frozenset[int], int], None] = {}
        for train in self.trains:
            used = [c for c, column in train.chains.items() if shares[column] > NEARLY]
            tried: set[frozenset[int]] = set()
            for least in SHARES:
                for group in self._joined([c for c in used if shares[train.chains[c]] > least]):
                    if group in tried:
                        continue
                    tried.add(group)
                    richest = max(sorted(group), key=lambda stop: shares[train.visits[stop]])
                    within = sum(shares[train.chains[c]] for c in self._within(group))
                    if within > sum(shares[train.visits[s]] for s in group if s != richest) + BROKEN:
                        found[train.kind, group, richest] = None
        return [
            FlowRow(
                (
                    *((train.chains[c], 1) for c in self._within(group)),
                    *((train.visits[stop], -1) for stop in sorted(group) if stop != richest),
                ),
                None,
                0,
            )
            for kind, group, richest in found
            for train in self.trains
            if train.kind == kind
        ]

    def _joined(self, chains: Sequence[int]) -> list[frozenset[int]]:
        """The stops joined by these chains, in groups."""
        leader: dict[int, int] = {}

        def lead(stop: int) -> int:
            while leader.setdefault(stop, stop) != stop:
                stop = leader[stop]
            return stop

        for c in chains:
            leader[lead(self.network.chains[c].a)] = lead(self.network.chains[c].b)
        groups: dict[int, set[int]] = {}
        for stop in leader:
            groups.setdefault(lead(stop), set()).add(stop)
        return [frozenset(group) for group in groups.values()]

    def _within(self, group: frozenset[int]) -> list[int]:
        chains = self.network.chains
        return [c for c in self.open if chains[c].a in group and chains[c].b in group]

    def routes(self, shares: Sequence[float]) -> Packing:
        """The routes of an answer in zeros and ones, each at its exact value; loops beside a route are left out."""
        found: list[tuple[int, Found]] = []
        for train in self.trains:
            used = [c for c, column in train.chains.items() if shares[column] > 0.5]
            ends = [stop for stop, column in train.ends.items() if shares[column] > 0.5]
            route = self._route(self.classes[train.kind], used, ends)
            if route is not None:
                found.append((train.kind, route))
        return tuple(found)

    def _route(self, kind: TrainClass, used: Sequence[int], ends: Sequence[int]) -> Found | None:
        if not ends:
            return None
        here, visited, keys, chains = ends[0], 1 << ends[0], 0, list[int]()
        while True:
            onward = [(c, other) for c, other in self.network.at[here] if c in used and c not in chains]
            if len(onward) != 1 or visited & self.network.excludes[onward[0][1]]:
                break
            c, here = onward[0]
            chains.append(c)
            keys |= self.network.chains[c].mask
            visited |= 1 << here
        choice = kind.value(visited)
        return None if choice is None or not chains else Found(choice[0], visited, keys, tuple(chains))
