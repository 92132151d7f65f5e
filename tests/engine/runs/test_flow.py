"""All trains in one program: its bounds hold for every set of routes, its rows for every whole answer."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bench.boards import made
from engine.runs import closing, columns, linear
from engine.runs.best import solve
from engine.runs.classes import classes
from engine.runs.closing import TOGETHER, TWO, Closing, close_by_flow, exchange, whole_answer
from engine.runs.columns import Solving
from engine.runs.compress import compress, without
from engine.runs.effort import Effort, Spent
from engine.runs.expand import expand
from engine.runs.flow import Flow, FlowRow
from engine.runs.legality import check
from engine.runs.parity import halved
from engine.runs.prices import free
from engine.runs.problem import Problem
from tests.engine.runs.random_boards import board, by_trying_everything


def question(problem: Problem) -> Solving | None:
    """The question before anything is known; None where nothing can be run."""
    network = compress(problem)
    kinds = tuple(kind for kind in classes(problem, network) if kind.mine)
    if not kinds or not network.chains:
        return None
    run = Solving(network, kinds, 5, Effort(10**9))
    run.bound = 10**6
    return run


def boards(free_towns: bool, count: int) -> list[tuple[Problem, Solving, int]]:
    """Boards that the program has something to say about, with what trying everything finds."""
    found = []
    for seed in range(300, 300 + count):
        problem = Problem.from_json(board(seed, free_towns, 4, 4))
        run, everything = question(problem), by_trying_everything(problem)
        if run is not None and everything:
            found.append((problem, run, everything))
    return found


@pytest.mark.parametrize("free_towns", [True, False])
def test_the_program_alone_finds_and_proves_what_trying_everything_finds(free_towns):
    compared = 0
    for problem, run, everything in boards(free_towns, 60):
        close_by_flow(run)
        assert run.closed()
        assert run.value == everything
        verdict = check(problem, expand(problem, run.network, run.classes, run.best))
        assert verdict.legal
        assert verdict.total == everything
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("free_towns", [True, False])
def test_no_prices_whatever_lead_to_a_bound_below_the_best(free_towns):
    chance = Random(7)
    for _, run, everything in boards(free_towns, 40):
        seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
        flow = Flow(run.network, run.classes, seats, run.step)
        closing_ = Closing(run, flow, run.effort)
        for _ in range(5):
            prices = [chance.uniform(-40, 40) for _ in flow.rows]
            judged = closing_._added_up(prices, [0.0] * len(flow.values))
            assert judged.bound >= everything * closing.FINE


def test_an_answer_is_never_better_than_the_relaxed_one_and_rows_never_cut_it_off():
    """The best routes, written as zeros and ones, keep every row that was added on the way to the proof."""
    for _, run, everything in boards(free_towns=True, count=40):
        seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
        flow = Flow(run.network, run.classes, seats, run.step)
        printed = len(flow.rows)
        answer = whole_answer(run, flow, everything)
        assert sum(found.value for _, found in answer) == everything
        shares = linear.whole(flow.values, [(r.terms, r.low, r.high) for r in flow.rows], 1000).shares
        # From a poor answer on, so that there is something to prove.
        Closing(run, flow, run.effort).search()
        assert run.value == everything
        for row in flow.rows[printed:]:
            worth = sum(times * shares[column] for column, times in row.terms)
            assert row.high is None or worth <= row.high + 1e-6


def test_rows_made_by_halving_hold_for_every_whole_solution_of_those_they_come_from():
    made_rows = 0
    for seed in range(200):
        chance = Random(seed)
        columns = 6
        rows = []
        for _ in range(7):
            terms = tuple((c, chance.choice((-2, -1, 1, 1, 2))) for c in sorted(chance.sample(range(columns), 3)))
            low, high = chance.choice(((None, chance.randint(0, 3)), (chance.randint(-3, 0), None), (0, 1), (1, 1)))
            rows.append(FlowRow(terms, low, high))
        program = linear.Program([chance.randint(1, 9) for _ in range(columns)])
        for row in rows:
            program.add_row(row.terms, row.low, row.high)
        relaxed = program.solve()
        if relaxed is None:
            continue
        fresh = halved(rows, relaxed.shares, 50, Effort(10**9))
        made_rows += len(fresh)
        for whole in product((0, 1), repeat=columns):
            if all(keeps(row, whole) for row in rows):
                assert all(keeps(row, whole) for row in fresh)
        assert not any(keeps(row, relaxed.shares) for row in fresh)
    assert made_rows > 30


def keeps(row: FlowRow, shares: tuple[float, ...]) -> bool:
    worth = sum(times * shares[column] for column, times in row.terms)
    return (row.low is None or worth >= row.low - 1e-9) and (row.high is None or worth <= row.high + 1e-9)


def test_track_that_is_taken_leads_nowhere_and_so_does_what_lies_behind_it():
    run = next(run for _, run, _ in boards(free_towns=True, count=40) if len(run.network.chains) > 6)
    network = run.network
    for taken in range(network.keys):
        left = without(network, 1 << taken)
        open_ = {chain for around in left.at for chain, _ in around}
        assert all(not network.chains[chain].mask >> taken & 1 for chain in open_)
        assert left.chains == network.chains
    assert not any(without(network, (1 << network.keys) - 1).at)


@pytest.mark.parametrize(("size", "boards_made"), [(TWO, 15), (TOGETHER, 30)])
def test_exchanging_trains_leaves_routes_that_may_run_together(size, boards_made):
    better = 0
    for number in range(boards_made):
        data = made("made", 0, number)
        if data is None:
            continue
        problem = Problem.from_json(data)
        run = question(problem)
        if run is None or sum(run.rooms) <= size:
            continue
        run.effort = Effort(60_000)
        exchange(run, size)
        better += run.value > 0
        verdict = check(problem, expand(problem, run.network, run.classes, run.best))
        assert verdict.legal
        assert verdict.total == run.value
    assert better > 3


def test_a_proof_that_runs_out_of_steps_says_so_and_its_bound_holds():
    for _, run, everything in boards(free_towns=True, count=25):
        seats = [kind for kind, room in enumerate(run.rooms) for _ in range(room)]
        for steps in (0, 100, 400, 2_000):
            run.best, run.bound = (), 10**6
            try:
                Closing(run, Flow(run.network, run.classes, seats, run.step), Effort(steps)).search()
            except Spent:
                assert run.bound >= everything
            else:
                assert run.value == run.bound == everything


def test_boards_nobody_tuned_for_are_answered_with_routes_that_stand_and_bounds_that_hold():
    for number in range(6):
        data = made("made", 1, number)
        if data is None:
            continue
        assert data == made("made", 1, number)
        problem = Problem.from_json(data)
        hasty, longer = solve(problem, 20_000), solve(problem, 120_000)
        for answer in (hasty, longer):
            assert answer.fault is None
            assert check(problem, answer.routes).total == answer.value
        assert max(hasty.value, longer.value) <= min(hasty.bound, longer.bound)
        assert not (hasty.proved and longer.proved) or hasty.value == longer.value


@pytest.mark.parametrize("free_towns", [True, False])
def test_trying_the_routes_that_lose_less_settles_nothing_that_is_not_settled(free_towns, monkeypatch):
    """Where too many routes fit in the gap only some are listed; a better answer may contain another one."""
    monkeypatch.setattr(columns, "PART", 6)
    settled, open_ = 0, 0
    for _, run, everything in boards(free_towns, 60):
        _, priced = columns._price(run, free(run.network, len(run.classes)))
        assert priced is not None
        for most in (2, 4, 8, 16, 32, 64):
            run.best, run.bound = (), 10**6
            if columns._finish(run, priced, most):
                settled += 1
                assert run.value == run.bound == everything
            else:
                open_ += 1
                assert run.value <= everything < run.bound
    assert settled > 50
    assert open_ > 50
