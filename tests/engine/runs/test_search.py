"""The two ways of searching for the routes of a train report the same routes, whatever track costs."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from engine.runs.classes import classes
from engine.runs.compress import Skeleton, compress
from engine.runs.effort import Effort, Spent
from engine.runs.legality import Route as Declared
from engine.runs.legality import best_stops, check, value, visited
from engine.runs.problem import Problem
from engine.runs.search import Found, Searcher, TripleCut
from tests.engine.runs.random_boards import board, paths


def listed(
    searcher: Searcher, prices: list[int], least: int, cuts: list[TripleCut], glance: int | None
) -> dict[int, int]:
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
        cuts = [TripleCut(1 << a | 1 << b | 1 << c, 7000) for a, b, c in triples]
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


@pytest.mark.parametrize("free_towns", [True, False])
def test_a_search_cut_short_anywhere_reports_no_route_below_its_value(free_towns):
    """A station that need not be counted was passed uncounted by routes found before the search met it."""
    passed = 0
    for seed in range(120):
        problem = Problem.from_json(board(seed, free_towns, 4, 4))
        network = compress(problem)
        free = [0] * len(network.chains)
        for kind in classes(problem, network):
            searcher = Searcher(network, kind, 1000)
            found: list[Found] = []

            def report(reduced: int, route: Found, found: list[Found] = found) -> int:
                found.append(route)
                return 0

            for steps, glance in ((300, None), (300, 0), (10**9, None)):
                with suppress(Spent):
                    searcher.run(free, 0, report, Effort(steps), (), 0, glance)
                searcher.turn()
            for route in found:
                choice = kind.value(route.visited)
                assert choice is not None
                assert route.value == choice[0]
                passed += (route.visited & kind.mine).bit_count() > 1
    assert passed > 500


def occupied(problem: Problem, network: Skeleton, path: tuple[int, ...]) -> int | None:
    """The keys of a path, chain by chain; None where it leaves the track that the solver keeps."""
    masks = {way: chain.mask for chain in network.chains for way in (chain.path, chain.path[::-1])}
    mask, begun = 0, 0
    for place, piece in enumerate(path, 1):
        at_a_stop = sum(isinstance(end, int) for end in problem.segments[piece].ends)
        if at_a_stop == 2 or (at_a_stop and place > begun + 1):
            if path[begun:place] not in masks:
                return None
            mask |= masks[path[begun:place]]
            begun = place
    return mask


@pytest.mark.parametrize("free_towns", [True, False])
def test_a_search_to_the_end_finds_the_most_that_any_track_can_earn(free_towns):
    """What is found for every set of occupied track is what trying all paths finds: so no bound lies below it."""
    compared = 0
    for seed in range(200, 260):
        problem = Problem.from_json(board(seed, free_towns, 3, 4))
        network = compress(problem)
        for kind in classes(problem, network):
            train = problem.train[kind.members[0]]
            everything: dict[int, int] = {}
            for path in paths(problem):
                stops = best_stops(problem, train, visited(problem, path)) if path[0] <= path[-1] else None
                if stops is not None and check(problem, [Declared(train.id, stops, path)]).legal:
                    mask = occupied(problem, network, path)
                    if mask is not None:
                        everything[mask] = max(value(problem, train, stops), everything.get(mask, 0))
            searcher = Searcher(network, kind, 1000)
            for _ in range(2):
                found = listed(searcher, [0] * len(network.chains), 0, [], None)
                assert {mask: worth // 1000 for mask, worth in found.items()} == everything
                searcher.turn()
            compared += len(everything)
    assert compared > 300
