"""The two ways of searching for the routes of a train report the same routes, whatever track costs."""

from __future__ import annotations

from random import Random

import pytest

from engine.runs.classes import classes
from engine.runs.compress import compress
from engine.runs.effort import Effort
from engine.runs.problem import Problem
from engine.runs.search import Cut, Found, Searcher
from tests.engine.runs.random_boards import board


def listed(searcher: Searcher, prices: list[int], least: int, cuts: list[Cut], glance: int | None) -> dict[int, int]:
    """The best reduced value by track of every route above a threshold."""
    routes: dict[int, int] = {}

    def report(reduced: int, found: Found) -> int:
        held = 0
        for chain in found.chains:
            held |= searcher.network.chains[chain].mask
        assert held == found.keys
        assert reduced > least
        routes[found.keys] = max(reduced, routes.get(found.keys, reduced))
        return least

    searcher.run(prices, least, report, Effort(10**9), cuts, 0, glance)
    return routes


@pytest.mark.parametrize("free_towns", [True, False])
def test_searching_in_halves_reports_what_searching_in_depth_reports(free_towns):
    compared = 0
    for seed in range(60):
        problem = Problem.from_json(board(seed, free_towns, 4, 4))
        network, chance = compress(problem), Random(seed)
        prices = [chance.choice((0, 0, 5, 10, 30)) * 1000 for _ in network.chains]
        triples = [chance.sample(range(network.keys), 3) for _ in range(3)] if network.keys > 2 else []
        cuts = [Cut((1 << a, 1 << b, 1 << c), 7000) for a, b, c in triples]
        for kind in classes(problem, network):
            searcher = Searcher(network, kind, 1000)
            for least in (-10_000, 20_000, 50_000):
                in_depth = listed(searcher, prices, least, cuts, None)
                assert listed(searcher, prices, least, cuts, 0) == in_depth
                compared += len(in_depth)
    assert compared > 1_000


def test_a_search_that_turns_to_halves_on_the_way_reports_them_as_well():
    for seed in range(20):
        problem = Problem.from_json(board(seed, True, 5, 5))
        network = compress(problem)
        free = [0] * len(network.chains)
        for kind in classes(problem, network):
            searcher = Searcher(network, kind, 1000)
            assert listed(searcher, free, 30_000, [], 300) == listed(searcher, free, 30_000, [], None)
