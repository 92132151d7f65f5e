"""What one kind of train sees on the compressed board: the stops it counts and what a route is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.runs.compress import Mask, Skeleton
from engine.runs.problem import HexBonus, Problem, Train, TrainId

MUST, MAY, PASS = "must", "may", "pass"


@dataclass(frozen=True, slots=True)
class Extra:
    """A bonus in masks of stops: one of `a` and one of `b` must be counted (`a` equals `b` for a single hex)."""

    a: Mask
    b: Mask
    amount: int


@dataclass(frozen=True)
class TrainClass:
    """Trains that count alike are one class with several members."""

    members: tuple[TrainId, ...]
    # Slots a route of this class can use; None where every stop of the board fits.
    reach: int | None
    role: tuple[str, ...]
    cost: tuple[int, ...]
    worth: tuple[int, ...]
    mine: Mask
    extras: tuple[Extra, ...]

    def value(self, visited: Mask) -> tuple[int, Mask] | None:
        """The best legal choice of counted stops on a path through these, exactly; None where there is none."""
        best: tuple[int, Mask] | None = None
        for counted in self._choices(visited):
            if not counted & self.mine or counted & (counted - 1) == 0:
                continue
            total = sum(self.worth[i] for i in bits(counted))
            total += sum(extra.amount for extra in self.extras if counted & extra.a and counted & extra.b)
            if best is None or total > best[0]:
                best = total, counted
        return best

    def _choices(self, visited: Mask) -> Iterator[Mask]:
        on_path = list(bits(visited))
        fixed = sum(1 << i for i in on_path if self.role[i] == MUST)
        free = [i for i in on_path if self.role[i] == MAY]
        if self.reach is None:
            yield fixed | sum(1 << i for i in free)
            return
        left = self.reach - sum(self.cost[i] for i in bits(fixed))
        if left < 0:
            return
        marked = 0
        for extra in self.extras:
            marked |= extra.a | extra.b
        special = [i for i in free if marked >> i & 1 or self.cost[i] != 1]
        plain = sorted((i for i in free if i not in special), key=lambda i: (-self.worth[i], i))
        own = next((i for i in plain if self.mine >> i & 1), None)
        for size in range(len(special) + 1):
            for some in combinations(special, size):
                room = left - sum(self.cost[i] for i in some)
                if room >= 0:
                    sure = fixed | sum(1 << i for i in some)
                    counted = sure | sum(1 << i for i in plain[:room])
                    yield counted
                    # Where no station is among the richest, the richest station takes the place of the poorest of them.
                    if room and own is not None and not counted & self.mine:
                        yield sure | 1 << own | sum(1 << i for i in plain[: room - 1])


def classes(problem: Problem, network: Skeleton) -> tuple[TrainClass, ...]:
    """The company's trains, alike ones together, those that earn most first."""
    alike: dict[tuple[object, ...], list[Train]] = {}
    for train in problem.trains:
        key = (train.reach, train.multiplier, train.mandatory, train.optional)
        alike.setdefault(key, []).append(train)
    return tuple(_train_class(problem, network, trains) for trains in alike.values())


def _train_class(problem: Problem, network: Skeleton, trains: list[Train]) -> TrainClass:
    train = trains[0]
    role = tuple(
        MUST if node.kind in train.mandatory else MAY if node.kind in train.optional else PASS for node in network.nodes
    )
    countable = [i for i, r in enumerate(role) if r != PASS]
    most = sum(network.nodes[i].visit_cost for i in countable)
    return TrainClass(
        members=tuple(t.id for t in trains),
        reach=None if train.reach is None or train.reach >= most else train.reach,
        role=role,
        cost=tuple(node.visit_cost for node in network.nodes),
        worth=tuple(train.multiplier * node.revenue for node in network.nodes),
        mine=sum(1 << i for i in countable if network.nodes[i].mine),
        extras=tuple(_extras(problem, network, train, countable)),
    )


def _extras(problem: Problem, network: Skeleton, train: Train, countable: list[int]) -> Iterator[Extra]:
    def where(hexes: frozenset[str]) -> Mask:
        return sum(1 << i for i in countable if network.nodes[i].hex in hexes)

    for bonus in problem.bonuses:
        if isinstance(bonus, HexBonus):
            extra = Extra(where(bonus.hexes), where(bonus.hexes), bonus.amount)
        else:
            times = train.multiplier if bonus.times_multiplier else 1
            extra = Extra(where(bonus.a), where(bonus.b), bonus.amount * times)
        if extra.a and extra.b:
            yield extra


def bits(mask: Mask) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
