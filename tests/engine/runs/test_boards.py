"""How far an answer lies below the best is measured against what is proved later, not against its own bound."""

from __future__ import annotations

import json
from pathlib import Path

from bench.boards import Measured, measured, summed_up
from engine.runs.best import Solution, solve
from engine.runs.problem import Problem

OWN = sorted((Path(__file__).parent / "boards").glob("*.json"))


def answer(value: int, bound: int) -> Solution:
    return Solution((), value, bound, value == bound, 0)


def test_the_shortfall_is_measured_against_the_value_proved_later_and_not_against_the_bound():
    one = Measured("a", answer(95, 200), 1.0, answer(100, 100))
    assert one.settled
    assert round(one.shortfall, 9) == 0.05


def test_what_is_never_proved_is_held_against_the_best_found_and_the_lowest_bound():
    one = Measured("a", answer(95, 110), 1.0, answer(90, 105))
    assert not one.settled
    assert (one.best, one.most, one.shortfall) == (95, 105, 0)
    said = {str(row["name"]).split(", ")[-1]: row["value"] for row in summed_up("made", [one])}
    assert said["never settled: below the lowest bound"] == 9.52
    assert said["worst shortfall where settled"] == 0


def test_two_answers_that_meet_settle_a_board_that_neither_proved():
    assert Measured("a", answer(100, 110), 1.0, answer(90, 100)).settled


def test_a_board_left_open_is_gone_on_with_and_one_that_is_proved_is_not():
    boards = [json.loads(path.read_text()) for path in OWN]
    hasty, whole = 300, 1_000_000
    found = list(measured(boards, whole // hasty, hasty))
    assert {one.longer is None for one in found} == {True, False}
    for board, one in zip(boards, found, strict=True):
        assert (one.longer is None) == one.answer.proved
        assert one.settled
        assert one.best == solve(Problem.from_json(board)).value
    # Without going on nothing is said about what lies below what.
    names = [str(row["name"]) for row in summed_up("made", list(measured(boards, 0, hasty)))]
    assert not any("shortfall" in name for name in names)
