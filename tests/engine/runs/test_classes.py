"""What a route may count: the best choice of stops, found without trying them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from engine.runs.classes import MAY, MUST, PASS, Extra, TrainClass, bits


def train(chance: Random, stops: int) -> TrainClass:
    """A train with a reach, stations and bonuses drawn by chance."""
    extras = []
    for _ in range(chance.randint(0, 2)):
        a, b = (1 << chance.randrange(stops) for _ in range(2))
        extras.append(Extra(a, b, chance.choice((10, 40))))
    return TrainClass(
        members=("x",),
        reach=chance.randint(1, 5),
        role=tuple(chance.choice((MUST, MAY, MAY, MAY, PASS)) for _ in range(stops)),
        cost=tuple(chance.choice((0, 1, 1, 1, 1, 2)) for _ in range(stops)),
        worth=tuple(chance.choice((10, 20, 30, 40, 60)) for _ in range(stops)),
        mine=sum(1 << i for i in range(stops) if chance.random() < 0.3),
        extras=tuple(extras),
    )


def by_trying_all(kind: TrainClass, visited: int) -> Iterator[int]:
    """The worth of every choice that is allowed."""
    must = [i for i in bits(visited) if kind.role[i] == MUST]
    may = [i for i in bits(visited) if kind.role[i] == MAY]
    for size in range(len(may) + 1):
        for some in combinations(may, size):
            counted = [*must, *some]
            mask = sum(1 << i for i in counted)
            assert kind.reach is not None
            if sum(kind.cost[i] for i in counted) <= kind.reach and len(counted) > 1 and mask & kind.mine:
                bonuses = [extra.amount for extra in kind.extras if mask & extra.a and mask & extra.b]
                yield sum(kind.worth[i] for i in counted) + sum(bonuses)


def test_the_choice_of_stops_is_the_best_of_all_choices():
    found = 0
    for seed in range(1_500):
        chance = Random(seed)
        stops = chance.randint(2, 9)
        kind = train(chance, stops)
        visited = (1 << stops) - 1
        choice = kind.value(visited)
        assert (None if choice is None else choice[0]) == max(by_trying_all(kind, visited), default=None), seed
        found += choice is not None
    assert found > 500


def test_many_stations_on_a_route_do_not_multiply_the_choices():
    """Every set of stations was tried: hundreds of choices for a route through ten, some milliseconds each time."""
    stops = 14
    kind = TrainClass(
        ("5+5E",), 5, (MAY,) * stops, (1,) * stops, tuple(range(10, 10 + stops)), sum(1 << i for i in range(10)), ()
    )
    assert len(list(kind._choices((1 << stops) - 1))) <= 2
