"""Ratings by title, from games in the order they ended."""

from __future__ import annotations

from itertools import pairwise

from moderator.events.ratings import rate, sure
from moderator.events.values import Rated


def game(number: int, title: str = "1861", **ranks: int) -> Rated:
    return Rated(f"g{number}", title, ranks)


def test_who_wins_gains_and_everybody_is_known_better() -> None:
    found = rate([game(1, a=1, b=2, c=3)])
    a, b, c = found.at("1861")
    assert [one.player for one in (a, b, c)] == ["a", "b", "c"]
    assert a.mu > 25 > c.mu and all(one.sigma < 8.333333 and one.games == 1 for one in (a, b, c))


def test_equal_ranks_are_ties() -> None:
    found = rate([game(1, a=1, b=1)])
    a, b = found.now["1861", "a"], found.now["1861", "b"]
    assert (a.mu, a.sigma) == (b.mu, b.sigma)
    assert a.mu == 25


def test_a_strong_opponent_brings_more() -> None:
    past = [game(number, a=1, b=2) for number in range(5)]
    over_a = rate([*past, game(9, x=1, a=2)]).now["1861", "x"]
    over_b = rate([*past, game(9, x=1, b=2)]).now["1861", "x"]
    assert over_a.mu > over_b.mu


def test_titles_are_rated_apart() -> None:
    found = rate([game(1, a=1, b=2), game(2, "1882", a=2, b=1)])
    assert found.now["1861", "a"].mu > 25 > found.now["1882", "a"].mu


def test_who_has_not_asked_to_be_rated_is_not_there() -> None:
    found = rate([game(1, a=1, b=2, c=3), game(2, a=2, c=1)], {"a", "b"})
    assert set(found.now) == {("1861", "a"), ("1861", "b")}
    assert found.now["1861", "a"].games == 1
    assert found.now == rate([game(1, a=1, b=2)]).now


def test_the_same_game_counts_once_and_the_order_of_names_not_at_all() -> None:
    games = [game(1, a=1, b=2, c=3), game(2, c=1, b=2, a=3)]
    assert rate([*games, games[0]]) == rate(games) == rate([game(1, c=3, b=2, a=1), game(2, b=2, c=1, a=3)])


def test_the_history_leads_from_the_first_rating_to_the_last() -> None:
    found = rate([game(number, a=1 + number % 2, b=2 - number % 2) for number in range(4)])
    steps = found.of("a")
    assert [step.game for step in steps] == ["g0", "g1", "g2", "g3"]
    assert all(one.after == other.before for one, other in pairwise(steps))
    assert steps[-1].after == found.now["1861", "a"]


def test_the_table_is_sorted_by_what_is_sure() -> None:
    found = rate([game(1, x=1, y=2), *(game(number, a=1, b=2) for number in range(2, 9))])
    assert [sure(one) for one in found.at("1861")] == sorted((sure(one) for one in found.at("1861")), reverse=True)
    assert found.at("1861")[0].player == "a"


def test_ratings_are_written_down_once() -> None:
    """The same figures on any machine."""
    a = rate([game(1, a=1, b=2, c=3), game(2, a=2, b=1, c=3)]).now["1861", "a"]
    assert (a.mu, a.sigma) == (27.890477, 7.925231)
