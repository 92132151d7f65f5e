"""Tables that were not over in time: players are told in plain words how the result came about, and how to appeal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from moderator.events import playouts, results
from moderator.store.statuses import TableStatus
from tests.moderator.events.conftest import BOSS, Club

UNTIL = "That can be done until the next round is published or the event is over"


def late(club: Club, monkeypatch: pytest.MonkeyPatch, *terms: str, doubt: bool = False, people: int = 2) -> None:
    """Everybody sits where they sat when the time of the round was up."""
    monkeypatch.setattr(results, "play_out", lambda state, seed, **_: playouts.play_out(state, seed, 20))
    monkeypatch.setattr(results, "unclear", lambda estimates: [("Anna", "Bert")] if doubt else [])
    club.announce("format swiss 1", "playouts 2", *terms, people=("Anna", "Bert", "Cleo", "Dora")[:people], bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    club.move_on()


def told(club: Club, name: str = "anna") -> str:
    rows = club.house.outbox("notice", f"{name}@example.org")
    return "\n".join(row.data["text"] for row in rows)


@pytest.mark.parametrize("people", [2, 4])
def test_an_estimate_is_explained_with_its_range_and_how_to_appeal(
    club: Club, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    late(club, monkeypatch, people=people)
    text = told(club)
    assert "so bots have played it on from there, 2 times" in text
    assert "nine of ten real results lie within its range" in text
    assert "Anna: estimated " in text and ", from " in text
    assert "No two of these ranges overlap, so the estimates are the result, as the terms say." in text
    assert 'appeal cup "why"' in text and UNTIL in text


def test_players_hear_that_ranges_overlap_and_then_what_the_director_decided_and_why(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    late(club, monkeypatch, doubt=True)
    assert club.overview().tables[0].status == TableStatus.UNCLEAR
    text = told(club)
    assert "Some of these ranges overlap" in text and "the director decides" in text
    assert "Bert: estimated " in text
    club.write('td rule cup 1 Bert > Anna "Bert had the better trains"')
    ruled = "The director has ruled on table 1: Bert had the better trains"
    rows = club.house.outbox("notice", "anna@example.org")
    (last,) = [row.data["text"] for row in rows if ruled in row.data["text"]]
    assert "Bert: estimated " in last, "what the estimate was stands beside what was decided"
    text = told(club)
    assert 'appeal cup "why"' in text and UNTIL in text, "with the end of the round"


def test_a_table_that_counts_as_it_stands_is_told_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    late(club, monkeypatch, "unfinished stands")
    text = told(club)
    assert "As the terms say, it counts as it stood" in text and "nothing was estimated" in text
    assert UNTIL in text


def test_until_when_a_result_can_be_appealed_against_is_told_with_its_moment(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    late(club, monkeypatch, "unfinished stands")
    until = club.overview().goes_on_at(club.overview().rounds[0])
    assert until is not None
    assert f"by itself neither comes before {until:%a} {until.day} {until:%b}" in told(club)


def test_a_game_played_to_its_end_is_told_without_any_of_this(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    for name in ("Anna", "Bert"):
        club.house.write(game, name, "vote end yes")
    club.house.do("ending", game)
    club.move_on()
    assert "estimate" not in told(club) and "was not over" not in told(club)


def test_a_ruling_on_the_last_table_of_a_round_tells_one_s_line_once(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    text = told(club)
    assert text.count("You are 1 of 2.") == 1 and text.count('appeal cup "why"') == 1, text


def test_the_ruling_that_is_proposed_shares_places_where_the_estimates_are_equal(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = results.estimates_of

    def equal(kept: Mapping[str, Any]) -> tuple[playouts.Estimate, ...]:
        first, *others = found(kept)
        return first, *(replace(one, mean=first.mean) for one in others)

    monkeypatch.setattr(results, "estimates_of", equal)
    late(club, monkeypatch, doubt=True)
    names = " = ".join(seat["seat"] for seat in club.overview().tables[0].seats)
    (asked,) = [row for row in club.house.outbox("notice", BOSS) if "rule on" in row.data["title"]]
    assert asked.data["orders"] == [f'td rule cup 1 {names} "as the play-outs have it"']


def test_the_ruling_that_is_proposed_with_an_appeal_says_what_the_result_is(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    late(club, monkeypatch, doubt=True)
    club.write('td rule cup 1 Anna = Bert "nobody was ahead"')
    club.write('appeal cup "I was"', "anna@example.org")
    asked = [row for row in club.house.outbox("notice", BOSS) if "an appeal" in row.data["title"]][-1]
    assert asked.data["orders"][0] in (
        'td rule cup 1 Anna = Bert "the reason"',
        'td rule cup 1 Bert = Anna "the reason"',
    )


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([(1, "A"), (2, "B"), (3, "C")], "A > B > C"),
        ([(2, "B"), (1, "A"), (2, "C")], "A > B = C"),
        ([(1, "A"), (1, "B"), (3, "C")], "A = B > C"),
    ],
)
def test_who_has_the_same_place_shares_it_in_a_ruling(seats: list[tuple[int, str]], said: str) -> None:
    assert results.in_order(seats) == said
