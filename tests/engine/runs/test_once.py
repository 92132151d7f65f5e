"""The best run where a route may be in each hex only once, held against trying everything."""

from __future__ import annotations

from functools import partial
from itertools import groupby

import pytest

from engine.board.hexes import Hex
from engine.runs.best import best
from engine.runs.legality import check
from engine.runs.once import STEPS, best_once, by_listing, comes_back
from engine.runs.problem import Problem, Side
from tests.engine.runs.random_boards import board, by_trying_everything


def made(seed: int, free_towns: bool, wide: int = 3) -> tuple[Problem, list[Hex]]:
    """A board of chance, and the hex of each of its pieces of track."""
    problem = Problem.from_json(board(seed, free_towns, wide))
    ends = (segment.ends[0] for segment in problem.segments)
    return problem, [Hex(end.hex if isinstance(end, Side) else problem.node[end].hex) for end in ends]


def once(path: tuple[int, ...], hexes: list[Hex]) -> bool:
    entered = [hex_ for hex_, _ in groupby(hexes[piece] for piece in path)]
    return len(set(entered)) == len(entered)


@pytest.mark.parametrize("free_towns", [True, False])
def test_nothing_earns_more_in_hexes_entered_once(free_towns: bool) -> None:
    for seed in range(30):
        problem, hexes = made(seed, free_towns)
        most = by_trying_everything(problem, allowed=partial(once, hexes=hexes))
        if most is not None:
            found = by_listing(problem, hexes, best(problem), STEPS)
            assert (found.value, found.proved) == (most, True), seed
            assert check(problem, found.routes).total == most
            assert best_once(problem, hexes).value == most, seed


@pytest.mark.parametrize("seed", [76, 206, 227, 246])
def test_the_best_run_that_comes_back_to_a_hex_is_not_taken(seed: int) -> None:
    problem, hexes = made(seed, free_towns=False, wide=4)
    free, found = best(problem), best_once(problem, hexes)
    assert any(comes_back(route, hexes) for route in free.routes)
    assert not any(comes_back(route, hexes) for route in found.routes)
    assert check(problem, found.routes).total == found.value < free.value and found.proved
    most = by_trying_everything(problem, 40_000, allowed=partial(once, hexes=hexes))
    assert most in (None, found.value)


def test_what_is_cut_short_is_not_called_proved() -> None:
    problem, hexes = made(3, free_towns=True)
    free = best(problem)
    cut = by_listing(problem, hexes, free, steps=5)
    assert not cut.proved and cut.bound >= free.value >= cut.value
