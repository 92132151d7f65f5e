"""Points in exact fractions, against schemes conventions publish, worked by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from moderator.events.scoring import figure, score, scores_of
from moderator.events.values import Ending, Kind, Points, Result, Scheme, SeatResult, TableKey
from moderator.language import Words


def result(*wealth: int | None, how: Ending = Ending.PLAYED, number: int = 1, **kinds: Kind) -> Result:
    """A table of a, b, c … with their wealth; ranks follow from it."""
    known = [each for each in wealth if each is not None]
    seats = tuple(
        SeatResult(
            name, each, None if each is None else 1 + sum(other > each for other in known), kinds.get(name, Kind.PLAYED)
        )
        for name, each in zip("abcdefgh", wealth, strict=False)
    )
    return Result(TableKey(1, 1, number), seats, how)


def values(found: Result, scheme: Scheme) -> list[F]:
    return [one.value for one in score(found, scheme).values()]


def test_margin_of_the_avalon_hill_championships() -> None:
    """The 18xx event of the 1999 World Boardgaming Championships: the winner's score is 2 less the second's wealth as a
    part of the winner's; $10,000 and $8,500 make 1.15."""
    assert values(result(10_000, 8_500, 6_000, 500), Scheme(Points.MARGIN)) == [
        F(115, 100),
        F(85, 100),
        F(6, 10),
        F(5, 100),
    ]


def test_share_of_the_train_gamers_association() -> None:
    """Several boards in the last round at Gencon, Origins and Railcon (2009): the winner is who has the greatest value
    over the value of all players of their board."""
    close = values(result(5_000, 4_500, 4_000, 3_500), Scheme(Points.SHARE))
    clear = values(result(6_000, 3_000, 3_000), Scheme(Points.SHARE))
    assert close[0] == F(5, 17) and clear[0] == F(1, 2)
    assert sum(close) == sum(clear) == 1


def test_points_of_heats_at_the_world_boardgaming_championships() -> None:
    """Format "Heats Most Wins - Points" (Union Pacific, WBC 2023): 1,000, 100, 10 and 1 points for the first places;
    a first, a second and a fourth make 1,101."""
    row = (F(1000), F(100), F(10), F(1))
    scheme = Scheme(Points.OWN, own={4: row, 5: row})
    tables = [result(9, 8, 7, 6), result(8, 9, 7, 6), result(1, 9, 8, 7)]
    assert sum(found["a"].value for found in scores_of(tables, scheme)) == 1101
    assert values(result(9, 8, 7, 6, 5), scheme) == [1000, 100, 10, 1, 0]


def test_shared_places_split_their_points() -> None:
    """Dixiecon's rule for places by centres: ties split the points for the places involved (70 and 50 make 60 each)."""
    scheme = Scheme(Points.OWN, own={4: (F(270), F(70), F(50), F(34))})
    assert values(result(9, 5, 5, 1), scheme) == [270, 60, 60, 34]


def test_rank_points_are_the_part_of_the_others_one_is_ahead_of() -> None:
    assert values(result(9, 8, 7), Scheme(Points.RANK)) == [1, F(1, 2), 0]
    assert values(result(9, 8, 8, 7, 6), Scheme(Points.RANK)) == [1, F(5, 8), F(5, 8), F(1, 4), 0]
    assert values(result(4, 4, 4, 4), Scheme(Points.RANK)) == [F(1, 2)] * 4


def test_a_win_weighs_more_than_all_shares() -> None:
    won, lost = result(400, 300, 300), result(300, 400, 300)
    assert values(won, Scheme(Points.WINS)) == [100 + F(4, 10), F(3, 10), F(3, 10)]
    assert values(result(400, 400, 200), Scheme(Points.WINS))[:2] == [50 + F(4, 10)] * 2
    assert score(won, Scheme(Points.WINS))["a"].value > 50 * score(lost, Scheme(Points.WINS))["a"].value


@pytest.mark.parametrize("points", list(Points))
def test_who_forfeits_gets_what_the_scheme_says_and_comes_last(points: Points) -> None:
    scheme = Scheme(points, own={3: (F(3), F(2), F(1))}, forfeit=F(-1, 4))
    found = score(result(500, None, 300, b=Kind.FORFEIT), scheme)
    assert found["b"].value == F(-1, 4)
    assert found["a"].value > found["c"].value > 0


def test_the_wealth_of_a_forfeited_seat_is_nobodys_share() -> None:
    assert values(result(600, 999, 400, b=Kind.FORFEIT), Scheme(Points.SHARE)) == [F(6, 10), 0, F(4, 10)]


def test_a_seat_that_changed_hands_counts_in_part() -> None:
    found = score(result(600, 400, a=Kind.REPLACED), Scheme(Points.SHARE, replaced=F(1, 2)))
    assert (found["a"].value, found["b"].value) == (F(3, 10), F(4, 10))
    assert str(found["a"].working) == "600 of the table's 1,000. A seat that changed hands counts 0.5 of it."


def test_an_adjudicated_table_counts_like_a_played_one() -> None:
    seats = result(600, 400).standing
    ruled = Result(TableKey(1, 1, 1), tuple(SeatResult(s.entrant, s.wealth, s.rank, Kind.ADJUDICATED) for s in seats))
    assert values(ruled, Scheme(Points.SHARE)) == [F(6, 10), F(4, 10)]


def test_a_ruling_without_wealth_still_gives_shares() -> None:
    """Three places: ahead of two, one and none of the others."""
    seats = tuple(SeatResult(name, None, rank, Kind.ADJUDICATED) for name, rank in (("a", 1), ("b", 2), ("c", 3)))
    ruled = Result(TableKey(1, 1, 1), seats, Ending.RULED)
    assert values(ruled, Scheme(Points.SHARE)) == [F(2, 3), F(1, 3), 0]
    assert values(ruled, Scheme(Points.MARGIN)) == [1, 0, 0]


def test_byes_by_rule() -> None:
    bye = Result(TableKey(1, 2, 9), (SeatResult("a", None, None, Kind.BYE),), Ending.BYE)
    for points, worth in (
        (Points.RANK, F(1, 2)),
        (Points.SHARE, F(1, 2)),
        (Points.MARGIN, 1),
        (Points.WINS, F(101, 2)),
    ):
        assert values(bye, Scheme(points)) == [worth]
    tables = [result(9, 8, 7), result(7, 8, 9), bye]
    assert [found["a"].value for found in scores_of(tables, Scheme(Points.RANK, bye=None))] == [1, 0, F(1, 2)]


def test_a_void_table_brings_nothing() -> None:
    assert values(result(5, 4, 3, how=Ending.VOID), Scheme(Points.SHARE)) == [0, 0, 0]


def test_a_table_where_nobody_has_anything_is_shared() -> None:
    assert values(result(0, 0), Scheme(Points.SHARE)) == [F(1, 2)] * 2
    assert values(result(0, 0), Scheme(Points.MARGIN)) == [1, 1]


def test_the_working_is_said_in_every_language() -> None:
    found = score(result(10_000, 8_500), Scheme(Points.MARGIN))
    assert str(found["a"].working) == "Won: 2 less 8,500/10,000."
    said = {language: Words(language).say(found["b"].working) for language in ("fr", "ko", "de")}
    assert "contre" in said["fr"] and "승자" in said["ko"]
    assert said["de"] == "8.500 gegen 10.000 des Siegers."
    part = figure(F(115, 100))
    assert str(part) == "1.15" and Words("fr").say(part) == "1,15"  # type: ignore[arg-type]
    assert [str(figure(value)) for value in (F(3), F(1, 3), F(-1, 8), F(2999999, 1000000))] == [
        "3",
        "0.333",
        "-0.125",
        "3.0",
    ]


def ruled(*seats: tuple[int, int]) -> Result:
    """A table of a, b, c … with wealth and the place the director has given."""
    standing = tuple(SeatResult(name, worth, rank) for name, (worth, rank) in zip("abcd", seats, strict=False))
    return Result(TableKey(1, 1, 1), standing, Ending.RULED)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (Points.RANK, [1, F(1, 2), 0]),
        (Points.SHARE, [F(2, 3), F(1, 3), 0]),
        (Points.WINS, [100 + F(2, 3), F(1, 3), 0]),
        (Points.MARGIN, [1, 0, 0]),
    ],
)
def test_nobody_gains_more_than_who_was_ruled_to_be_before_them(points: Points, expected: list[F]) -> None:
    assert values(ruled((300, 1), (500, 2), (200, 3)), Scheme(points)) == expected


def test_a_ruling_that_agrees_with_wealth_counts_wealth() -> None:
    assert values(ruled((500, 1), (300, 2)), Scheme(Points.SHARE)) == [F(5, 8), F(3, 8)]
    assert values(ruled((500, 1), (300, 2)), Scheme(Points.MARGIN)) == [F(7, 5), F(3, 5)]
    assert values(ruled((500, 1), (500, 2)), Scheme(Points.SHARE)) == [F(1, 2), F(1, 2)]
