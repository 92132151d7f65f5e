"""Standings: recomputed from results, equal where nothing tells players apart."""

from __future__ import annotations

from fractions import Fraction as F
from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from engine.message import Message
from moderator.events.explained import ties_told
from moderator.events.lines import Line
from moderator.events.overview import Overview
from moderator.events.ties import rank
from moderator.events.values import Ending, Kind, Points, Result, Scheme, SeatResult, Standing, TableKey, Tie
from moderator.store.statuses import EntryStatus

FAIR = (Tie.WINS, Tie.DIRECT, Tie.STRENGTH, Tie.SHARE)


def table(number: int, **wealth: int) -> Result:
    seats = (SeatResult(one, each, 1 + sum(other > each for other in wealth.values())) for one, each in wealth.items())
    return Result(TableKey(1, 1, number), tuple(seats))


def order(found: tuple[Standing, ...]) -> list[tuple[str, int]]:
    return [(one.entrant, one.rank) for one in found]


def test_most_wins_then_points_as_in_heats_at_the_wbc() -> None:
    """Format "Heats Most Wins - Points" of the World Boardgaming Championships: most wins, then 1,000, 100, 10 and 1
    points for places. Two wins go before one, and with one win each the two seconds go before the third."""
    row = (F(1000), F(100), F(10), F(1))
    results = [
        table(1, ann=9, bob=8, cy=7, dee=6),
        table(2, ann=9, cy=8, bob=7, eve=6),
        table(3, bob=9, eve=8, dee=7, cy=6),
        table(4, cy=9, bob=8, eve=7, dee=6),
    ]
    found = rank(["ann", "bob", "cy", "dee", "eve"], results, Scheme(Points.OWN, own={4: row}), [Tie.WINS], "s")
    points = {one.entrant: one.points for one in found}
    assert points == {"ann": 2000, "bob": 1210, "cy": 1111, "dee": 12, "eve": 111}
    assert order(found) == [("ann", 1), ("bob", 2), ("cy", 3), ("eve", 4), ("dee", 5)]


def test_only_the_best_heats_count() -> None:
    results = [table(1, a=9, b=1), table(2, a=1, b=9), table(3, a=9, b=1)]
    found = rank(["a", "b"], results, Scheme(Points.RANK, best=2), [], "s")
    assert [(one.entrant, one.points) for one in found] == [("a", 2), ("b", 1)]
    assert str(found[0].working) == "Points: 2. Tables that count: 2."


def test_wins_tell_equal_points_apart() -> None:
    """a: 1 + 0; b: 1/2 + 1/2."""
    results = [table(1, a=9, b=5, c=1), table(2, d=9, b=5, a=1)]
    found = rank(["b", "a"], results, Scheme(Points.RANK), [Tie.WINS], "s")
    assert order(found) == [("a", 1), ("b", 2)]


def test_the_direct_meeting_tells_apart_only_those_who_are_equal() -> None:
    """a beat b, c beat a, and c has more points than both: only the meeting of a and b counts."""
    results = [table(1, a=9, b=1), table(2, c=9, a=1), table(3, b=9, d=1), table(4, c=9, d=1)]
    found = rank(["d", "b", "a", "c"], results, Scheme(Points.RANK), [Tie.DIRECT], "s")
    assert order(found) == [("c", 1), ("a", 2), ("b", 3), ("d", 4)]
    assert [one.tie_values for one in found] == [(0,), (1,), (-1,), (0,)]


def test_the_strength_of_opponents() -> None:
    """a and b won once each; a against c, who won elsewhere, b against d, who did not."""
    results = [table(1, a=9, c=1), table(2, b=9, d=1), table(3, c=9, e=1)]
    found = rank(["b", "a"], results, Scheme(Points.RANK), [Tie.WINS, Tie.DIRECT, Tie.STRENGTH], "s")
    assert order(found) == [("a", 1), ("b", 2)]
    assert found[0].tie_values == (1, 0, 1)


def test_the_share_of_wealth_comes_after_that() -> None:
    results = [table(1, a=7, c=3), table(2, b=8, d=2)]
    assert order(rank(["a", "b"], results, Scheme(Points.RANK), FAIR, "s")) == [("b", 1), ("a", 2)]


def test_equal_ranks_are_shared_and_the_next_is_left_out() -> None:
    results = [table(1, a=7, c=3), table(2, b=7, d=3)]
    assert order(rank(["d", "b", "a", "c"], results, Scheme(Points.RANK), FAIR, "s")) == [
        ("b", 1),
        ("a", 1),
        ("d", 3),
        ("c", 3),
    ]


def test_the_lot_is_the_same_for_everybody_who_knows_the_seed() -> None:
    results = [table(1, a=7, c=3), table(2, b=7, d=3)]
    found = {
        seed: order(rank(["a", "b"], results, Scheme(Points.RANK), [*FAIR, Tie.LOT], seed))
        for seed in map(str, range(9))
    }
    again = {
        seed: order(rank(["b", "a"], results[::-1], Scheme(Points.RANK), [*FAIR, Tie.LOT], seed)) for seed in found
    }
    assert found == again
    assert {tuple(each) for each in found.values()} == {(("a", 1), ("b", 2)), (("b", 1), ("a", 2))}


def test_byes_and_voids_are_nobodys_win() -> None:
    bye = Result(TableKey(1, 2, 1), (SeatResult("a", None, None, Kind.BYE),), Ending.BYE)
    void = Result(TableKey(1, 2, 2), table(1, b=9, a=1).standing, Ending.VOID)
    found = rank(["a", "b"], [bye, void], Scheme(Points.RANK), [Tie.WINS, Tie.SHARE], "s")
    assert [(one.entrant, one.points, one.tie_values) for one in found] == [("a", F(1, 2), (0, 0)), ("b", 0, (0, 0))]


NAMES = "abcdefg"


@st.composite
def events(draw: st.DrawFn) -> list[Result]:
    found = []
    for number in range(draw(st.integers(1, 5))):
        seated = draw(st.lists(st.sampled_from(NAMES), min_size=3, max_size=5, unique=True))
        found.append(table(number, **{one: draw(st.integers(0, 4)) for one in seated}))
    return found


@given(events(), st.permutations(NAMES), st.sampled_from(list(Points)), st.permutations(FAIR))
def test_permuting_players_permutes_standings(
    results: list[Result], others: list[str], points: Points, ties: list[Tie]
) -> None:
    new = dict(zip(NAMES, others, strict=True))
    renamed = [
        Result(one.table, tuple(SeatResult(new[s.entrant], s.wealth, s.rank, s.kind) for s in one.standing), one.how)
        for one in results[::-1]
    ]
    row = (F(5), F(3), F(2))
    scheme = Scheme(points, own={3: row, 4: row, 5: row})
    before = rank(list(NAMES), results, scheme, ties, "s")
    after = rank(others[::-1], renamed, scheme, ties, "s")
    assert {(new[one.entrant], one.rank, one.points, one.tie_values) for one in before} == {
        (one.entrant, one.rank, one.points, one.tie_values) for one in after
    }


def told(ranks: tuple[int, int], first: Result, second: Result) -> list[str]:
    """What is said of a and b, who have two points each and are told apart by their shares, if by anything."""
    lines = [
        Line(who, rank, F(2), (share,), Message("{points}", points="2"), 1)
        for who, rank, share in zip("ab", ranks, (F(1, 2), F(1, 3)), strict=True)
    ]
    entries = {who: SimpleNamespace(name=who.upper(), status=EntryStatus.ENTERED) for who in "ab"}
    terms = SimpleNamespace(ties=(Tie.SHARE,))
    event = cast(Overview, SimpleNamespace(terms=terms, by_key=entries, results=[first, second]))
    return [str(one) for one in ties_told(lines, event)]


def test_nothing_has_decided_between_two_of_different_groups_who_share_a_place() -> None:
    alike = table(1, a=9, c=9, e=1), table(2, b=6, d=9, f=1)
    assert told((7, 7), *alike) == ["The same points in different groups, and the same place: A and B."]
    assert told((7, 8), *alike) == ["The same points: A and B. What decided: share of wealth."]


def test_it_is_said_that_shares_are_larger_at_smaller_tables() -> None:
    larger = "Where fewer sat at a table, or somebody forfeited a seat, everybody's share of its wealth is larger."
    assert larger in told((1, 2), table(1, a=9, c=9), table(2, b=6, d=9, f=1))
    gone = Result(TableKey(1, 1, 2), (SeatResult("b", 6, 1), SeatResult("d", 9, None, Kind.FORFEIT)))
    assert larger in told((1, 2), table(1, a=9, c=9), gone)
    assert larger not in told((1, 2), table(1, a=9, c=9), table(2, b=6, d=9))
