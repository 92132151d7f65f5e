"""Choosing among listed routes: the best set, found and proved in whole numbers, for one train or several of a kind."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine.runs import linear
from engine.runs.cuts import hits, violated
from engine.runs.effort import Effort, Spent
from engine.runs.packing import Branching

KEYS = 7


def question(seed: int) -> tuple[list[int], list[list[int]], list[int]]:
    """Routes of two kinds of train over a few keys; the last row of a route is its kind."""
    chance = Random(seed)
    rooms = [*[1] * KEYS, chance.choice((1, 2)), chance.choice((1, 1, 3))]
    rows = [[*sorted(chance.sample(range(KEYS), chance.randint(1, 4))), KEYS + chance.randint(0, 1)] for _ in range(11)]
    return [10 * chance.randint(1, 9) * len(row) for row in rows], rows, rooms


def best_of_all(values: list[int], rows: list[list[int]], rooms: list[int]) -> int:
    best = 0
    for size in range(1, 6):
        for some in combinations(range(len(values)), size):
            used = [row for index in some for row in rows[index]]
            if all(used.count(row) <= room for row, room in enumerate(rooms)):
                best = max(best, sum(values[index] for index in some))
    return best


@pytest.mark.parametrize("with_prices", [True, False])
def test_branching_finds_what_trying_all_sets_finds(with_prices, monkeypatch):
    if not with_prices:
        monkeypatch.setattr(linear, "highspy", None)
    for seed in range(120 if with_prices else 30):
        values, rows, rooms = question(seed)
        packing = Branching(values, rows, 10, 10, Effort(10**9))
        packing.search(rooms)
        assert packing.best is not None
        used = [row for index in packing.best for row in rows[index]]
        assert all(used.count(row) <= room for row, room in enumerate(rooms))
        best = best_of_all(values, rows, rooms)
        assert sum(values[index] for index in packing.best) == best
        beyond = Branching(values, rows, best + 10, 10, Effort(10**9))
        beyond.search(rooms)
        assert beyond.best is None


def test_branching_says_when_its_steps_are_spent():
    values, rows, rooms = question(1)
    with pytest.raises(Spent):
        Branching(values, rows, 10, 10, Effort(20)).search(rooms)


def test_many_knots_of_three_routes_are_untied_without_branching_on_each():
    """Of three routes that pairwise share a key one can run, where the relaxed answer takes half of each."""
    knots = 24
    rows = [
        [*sorted((3 * knot + a, 3 * knot + b)), 3 * knots] for knot in range(knots) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    packing = Branching([40] * len(rows), rows, 10, 10, Effort(10_000))
    packing.search([*[1] * 3 * knots, knots])
    assert packing.best is not None
    assert len(packing.best) == knots


def test_a_triple_is_hit_by_one_route_of_those_that_can_run_together():
    found = 0
    for seed in range(60):
        chance = Random(seed)
        masks = [sum(1 << key for key in chance.sample(range(KEYS), chance.randint(2, 4))) for _ in range(9)]
        for triple in violated([(0.5, mask) for mask in masks]):
            found += 1
            assert triple.bit_count() == 3
            hit = [mask for mask in masks if hits(triple, mask)]
            assert sum(0.5 for _ in hit) > 1
            assert all(one & other for one, other in combinations(hit, 2))
    assert found > 100
