"""Draws: proved against every draw there is where fields are small, within their bounds where they are large."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from engine import Refused
from moderator.events.aims import aims
from moderator.events.bounds import bounds
from moderator.events.division import divide
from moderator.events.draw import draw
from moderator.events.lots import Lots
from moderator.events.records import drawing_kept, drawing_read
from moderator.events.rounds import _quality_told
from moderator.events.values import Drawing, DrawTask

ROOT = Path(__file__).parents[3]
Tables = tuple[tuple[str, ...], ...]


def names(count: int) -> tuple[str, ...]:
    return tuple(f"e{number}" for number in range(1, count + 1))


def field_of(count: int, rounds: int, seed: str = "a", **more: Any) -> DrawTask:
    """Players with a past that nobody drew with care: rounds of tables by lot."""
    lots, entrants = Lots(seed, "past"), names(count)
    met: dict[frozenset[str], int] = {}
    seated: dict[str, tuple[int, ...]] = dict.fromkeys(entrants, ())
    scores = dict.fromkeys(entrants, Fraction(0))
    for _ in range(rounds):
        order = lots.shuffled(entrants)
        for begin in range(0, count, 4):
            table = order[begin : begin + 4]
            for seat, one in enumerate(table):
                seated[one] = (*seated[one], seat)
                scores[one] += Fraction(lots.below(7), 3)
            for pair in combinations(table, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    clubs = {one: f"club {lots.below(4)}" for one in entrants}
    return DrawTask(entrants, (3, 4, 5), 4, scores, met, seated, clubs, swiss=True, seed=seed, **more)


def partitions(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    if not sizes:
        yield ()
        return
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(players[1:], size - 1):
            table = (players[0], *mates)
            for rest in partitions(tuple(one for one in players if one not in table), tuple(left)):
                yield (table, *rest)


def cost(task: DrawTask, tables: Tables) -> tuple[int, ...]:
    """What the tables cost, worked out another way; seats as well as they can be."""
    low, high = min(task.scores.values()), max(task.scores.values())
    step = {one: int((score - low) * 1000 / (high - low)) if high > low else 0 for one, score in task.scores.items()}
    repeats = scores = seats = clubs = 0
    for table in tables:
        for one, other in combinations(table, 2):
            times = task.met.get(frozenset((one, other)), 0)
            repeats += sum(range(times + 1))
            scores += abs(step[one] - step[other]) if task.swiss else 0
            clubs += task.clubs.get(one, one) == task.clubs.get(other, other)
        seats += min(
            sum(task.seated.get(one, ()).count(seat) for seat, one in enumerate(order)) for order in permutations(table)
        )
    return repeats, scores, seats, clubs


def allowed(task: DrawTask, tables: Tables) -> bool:
    inside = [frozenset(table) for table in tables]
    together = all(any(pin <= table for table in inside) for pin in task.pins)
    return together and not any(ban <= table for ban in task.bans for table in inside)


def seats_of(drawing: Drawing) -> Tables:
    return tuple(table.seats for table in drawing.tables)


@pytest.mark.parametrize("count", [6, 7, 8, 9, 10])
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_small_draw_is_the_best_of_all_draws(count: int, rounds: int) -> None:
    task = field_of(count, rounds, seed=f"{count}.{rounds}")
    sizes = divide(count, task.sizes, task.wanted)
    assert sizes is not None
    best = min(cost(task, tables) for tables in partitions(task.entrants, sizes))
    drawing = draw(task)
    assert drawing.optimal and drawing.gap == 0
    assert drawing.cost == best == cost(task, seats_of(drawing))
    # The seats given are as good as the cost says.
    sat = sum(task.seated[one].count(seat) for table in drawing.tables for seat, one in enumerate(table.seats))
    assert sat == drawing.cost[2]


def test_what_the_director_wants_comes_before_everything() -> None:
    pins, bans = (frozenset({"e1", "e2", "e3"}),), (frozenset({"e4", "e5"}), frozenset({"e4", "e6"}))
    task = field_of(9, 2, pins=pins, bans=bans)
    best = min(cost(task, each) for each in partitions(task.entrants, (5, 4)) if allowed(task, each))
    drawing = draw(task)
    assert allowed(task, seats_of(drawing))
    assert drawing.optimal and drawing.cost == best


def test_a_bound_is_never_above_the_best_draw() -> None:
    for number in range(6):
        task = field_of(8, number, seed=str(number))
        costs = [cost(task, tables) for tables in partitions(task.entrants, (4, 4))]
        for aim, bound in enumerate(bounds(aims(task, (), (4, 4)))):
            assert bound <= min(each[aim] for each in costs)


def test_scores_alone_are_drawn_as_well_as_their_bound() -> None:
    scores = {one: Fraction(number * number, 7) for number, one in enumerate(names(16))}
    drawing = draw(DrawTask(names(16), (4,), 4, scores, swiss=True, seed="x"))
    assert drawing.optimal
    assert [set(table.seats) for table in drawing.tables] == [set(names(16)[k - 4 : k]) for k in (16, 12, 8, 4)]


def test_three_rounds_of_sixteen_players_need_no_repeats() -> None:
    met: dict[frozenset[str], int] = {}
    for number in range(3):
        drawing = draw(DrawTask(names(16), (4,), 4, met=dict(met), seed=f"round {number}"))
        assert drawing.optimal and drawing.cost[0] == 0
        for table in drawing.tables:
            for pair in combinations(table.seats, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1


def test_the_order_of_the_entrants_does_not_matter() -> None:
    task = field_of(12, 2)
    assert draw(replace(task, entrants=task.entrants[::-1], sizes=(5, 4, 3))) == draw(task)


def test_another_seed_is_another_draw() -> None:
    assert len({seats_of(draw(DrawTask(names(12), (4,), 4, seed=str(number)))) for number in range(10)}) == 10


def test_the_same_seed_gives_the_same_draw_everywhere() -> None:
    """Written down once; and again in a process that hashes otherwise."""
    drawing = draw(DrawTask(names(8), (4,), 4, seed="published"))
    assert seats_of(drawing) == (("e2", "e1", "e7", "e4"), ("e5", "e3", "e6", "e8"))
    program = "from test_draw import *\nprint(seats_of(draw(field_of(30, 3), 3_000)), seats_of(draw(field_of(13, 3))))"
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert said == {f"{seats_of(draw(field_of(30, 3), 3_000))} {seats_of(draw(field_of(13, 3)))}\n"}


@pytest.mark.parametrize("count", [40, 90])
def test_a_large_draw_seats_everybody_once_and_says_how_good_it_is(count: int) -> None:
    task = field_of(count, 3)
    drawing = draw(task, 4_000)
    assert sorted(one for table in drawing.tables for one in table.seats) == sorted(task.entrants)
    assert drawing.cost == cost(task, seats_of(drawing))
    assert drawing.cost[0] == 0
    assert 0 <= drawing.gap <= 1 and drawing.optimal == (drawing.gap == 0)


def test_more_effort_is_never_worse() -> None:
    task = field_of(60, 4)
    drawn = [draw(task, effort).cost for effort in (100, 1_000, 5_000)]
    assert drawn == sorted(drawn, reverse=True)


def test_what_the_director_wants_is_found_in_large_fields() -> None:
    pins, bans = (frozenset({"e1", "e40"}), frozenset({"e2", "e30", "e20"})), (frozenset({"e3", "e4", "e5", "e6"}),)
    task = field_of(41, 2, pins=pins, bans=tuple(map(frozenset, combinations(*bans, 2))))
    assert allowed(task, seats_of(draw(task, 3_000)))


@pytest.mark.parametrize(
    ("count", "sizes", "wanted", "tables"),
    [
        (24, (3, 4, 5), 4, (4,) * 6),
        (23, (3, 4, 5), 4, (4, 4, 4, 4, 4, 3)),
        (22, (3, 4, 5), 4, (4, 4, 4, 4, 3, 3)),
        (21, (3, 4, 5), 4, (5, 4, 4, 4, 4)),
        (6, (3, 4, 5), 4, (3, 3)),
        (7, (4, 5), 4, None),
        (11, (5,), 5, None),
    ],
)
def test_tables_are_of_the_size_wanted_as_far_as_can_be(
    count: int, sizes: tuple[int, ...], wanted: int, tables: tuple[int, ...] | None
) -> None:
    assert divide(count, sizes, wanted) == tables


def test_who_sits_out_is_the_last_who_has_not_yet() -> None:
    scores = {one: Fraction(number) for number, one in enumerate(names(9))}
    drawing = draw(DrawTask(names(9), (4,), 4, scores, had_bye=frozenset({"e1"}), swiss=True, seed="s"))
    assert drawing.byes == ("e2",)
    assert len(drawing.tables) == 2


def test_nobody_sits_out_where_everybody_can_play() -> None:
    for count in range(3, 13):
        assert draw(DrawTask(names(count), (3, 4, 5), 4)).byes == ()


@pytest.mark.parametrize(
    ("task", "why"),
    [
        (DrawTask(names(2), (3, 4), 4), "2 players are too few for a table of 3 or 4."),
        (DrawTask(names(5), (1, 4), 4), "Tables have 2 to 8 seats."),
        (
            DrawTask(names(6), (4,), 4, had_bye=frozenset(names(5))),
            "2 of the players have to sit out, and only 1 had no bye yet: allow another size of table.",
        ),
        (
            DrawTask(names(8), (4,), 4, pins=(frozenset(names(5)),)),
            "5 players are to sit together, and no table has more than 4 seats.",
        ),
        (
            DrawTask(names(8), (4,), 4, pins=(frozenset({"e1", "e2"}),), bans=(frozenset({"e1", "e2"}),)),
            "e1 and e2 are to sit together and are kept apart.",
        ),
        (
            DrawTask(names(8), (4,), 4, bans=(frozenset({"e1", "e2", "e3"}),)),
            "No draw gives the director all that is to be together and all that is to be apart.",
        ),
        (DrawTask(("e1", "e1", "e2"), (3,), 3), "Somebody is in the draw twice."),
    ],
)
def test_a_contradiction_is_refused_in_one_sentence(task: DrawTask, why: str) -> None:
    with pytest.raises(Refused) as refused:
        draw(task)
    assert refused.value.why == why


@pytest.mark.long
@pytest.mark.parametrize("wanted", [3, 4, 5])
def test_two_dozen_players_are_proved(wanted: int) -> None:
    assert draw(replace(field_of(24, 5), wanted=wanted)).optimal


def met_in(task: DrawTask, rounds: int) -> Counter[frozenset[str]]:
    """How often everybody has met everybody after so many rounds, each drawn from those before it."""
    met: Counter[frozenset[str]] = Counter()
    for number in range(rounds):
        drawing = draw(replace(task, met=dict(met), seed=f"{task.seed} {number}"))
        for table in drawing.tables:
            met.update(frozenset(pair) for pair in combinations(table.seats, 2))
    return met


def splits(names: tuple[str, ...], size: int) -> Iterator[list[tuple[str, ...]]]:
    """Every way to make tables of one size."""
    if not names:
        yield []
        return
    first, rest = names[0], names[1:]
    for others in combinations(rest, size - 1):
        for more in splits(tuple(name for name in rest if name not in others), size):
            yield [(first, *others), *more]


def most_even(names: tuple[str, ...], size: int, rounds: int) -> int:
    """The least sum of squared meetings that any plan of so many rounds has."""
    numbers = {frozenset(pair): at for at, pair in enumerate(combinations(names, 2))}
    plans = [
        frozenset(numbers[frozenset(pair)] for table in split for pair in combinations(table, 2))
        for split in splits(names, size)
    ]
    best = 10**6
    # The first round is as good as any other.
    for plan in product(plans, repeat=rounds - 1):
        counts = Counter(number for one in (plans[0], *plan) for number in one)
        best = min(best, sum(count * count for count in counts.values()))
    return best


@pytest.mark.parametrize(("players", "size", "rounds"), [(6, 3, 3), (6, 3, 5), (8, 4, 3), (6, 2, 4)])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_group_meets_as_evenly_as_any_plan_has_it(players: int, size: int, rounds: int, seed: str) -> None:
    names = tuple(f"e{number}" for number in range(1, players + 1))
    met = met_in(DrawTask(entrants=names, sizes=(size,), wanted=size, seed=seed), rounds)
    assert sum(count * count for count in met.values()) == most_even(names, size, rounds)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nine_at_tables_of_three_meet_everybody_once_in_four_rounds(seed: str) -> None:
    names = tuple(f"e{number}" for number in range(1, 10))
    met = met_in(DrawTask(entrants=names, sizes=(3,), wanted=3, seed=seed), 4)
    assert {met[frozenset(pair)] for pair in combinations(names, 2)} == {1}


def test_what_is_not_proved_says_of_which_aim_and_how_far_at_most() -> None:
    """A fourth Swiss round of 40: nobody meets twice, and of the scores only a bound is known."""
    made = field_of(40, 3)
    drawing = draw(made, 3_000)
    assert not drawing.optimal and drawing.aim is not None
    least = bounds(aims(made, drawing.byes, tuple(len(table.seats) for table in drawing.tables)))
    assert drawing.cost[: drawing.aim] == least[: drawing.aim], "weightier aims are at their bounds"
    assert drawing.least == least[drawing.aim] < drawing.cost[drawing.aim]
    assert drawing.gap == Fraction(drawing.cost[drawing.aim] - drawing.least, drawing.cost[drawing.aim])
    assert drawing_read(drawing_kept(drawing)) == drawing
    kept = drawing_kept(drawing)
    del kept["aim"]
    assert drawing_read(kept).aim is None, "as it was kept before"
    told = str(_quality_told(drawing))
    assert "not known" in told
    assert (str(drawing.least) in told) or f"{float(drawing.gap) * 100:.1f} %" in told
    assert "is optimal" in str(_quality_told(replace(drawing, optimal=True)))
