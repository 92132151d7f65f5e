"""How people keep their time: facts written down once, and what they say as time goes by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from moderator.errands.sweep import meet_deadline
from moderator.store.tables import Decision, PunctualityRow
from moderator.table.reliability import HALF_LIFE, HORIZON, reckoned, reliability
from tests.moderator.house import House

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def facts(house: House) -> list[tuple[str, str]]:
    with house.office.reading() as desk:
        rows = list(desk.session.scalars(select(PunctualityRow).order_by(PunctualityRow.id)))
        return [(desk.person(row.person_id).name, row.what) for row in rows]  # type: ignore[union-attr]


def test_nothing_known_gives_no_share() -> None:
    assert reckoned([], NOW).percent is None
    assert reckoned([(NOW, "on time")] * 4, NOW).percent is None


def test_the_share_is_that_of_decisions_in_time_and_late_ones_count_half() -> None:
    known = reckoned([*[(NOW, "on time")] * 6, *[(NOW, "late")] * 2, *[(NOW, "missed")] * 2], NOW)
    assert (known.on_time, known.late, known.missed, known.percent) == (6, 2, 2, 70)


def test_what_was_excused_counts_neither_way() -> None:
    assert reckoned([*[(NOW, "on time")] * 6, *[(NOW, "excused")] * 6], NOW).percent == 100


def test_a_game_given_up_weighs_like_ten_misses() -> None:
    good = [(NOW, "on time")] * 10
    left, missed = reckoned([*good, (NOW, "resigned")], NOW), reckoned([*good, *[(NOW, "missed")] * 10], NOW)
    assert left.percent == missed.percent == 50


def test_a_fact_fades_to_half_in_half_a_year_and_to_nothing_in_three() -> None:
    old = [(NOW - HALF_LIFE, "missed")] * 10
    assert reckoned(old, NOW).known == pytest.approx(5.0)
    # Ten good decisions of today outweigh ten bad ones of half a year ago two to one.
    assert reckoned([*old, *[(NOW, "on time")] * 10], NOW).percent == 67
    assert reckoned([(NOW - HORIZON - timedelta(days=1), "missed")], NOW).missed == 0


def test_each_decision_is_counted_once_for_whoever_made_it(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.write(game, "Red", "bid N 5")
    assert facts(house) == [("Red", "on time")]
    house.pass_time(hours=49)
    with house.office.reading() as desk:
        row = desk.session.scalars(select(Decision).where(Decision.open)).one()
    assert meet_deadline(house.office, row.id) == "late"
    house.pass_time(hours=1)
    house.write(game, "Blue", "bid N 10")
    assert facts(house) == [("Red", "on time"), ("Blue", "late")]


def test_a_miss_is_counted_once_however_often_the_sweep_looks(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    with house.office.reading() as desk:
        row = desk.session.scalars(select(Decision).where(Decision.open)).one()
    house.pass_time(hours=25)
    meet_deadline(house.office, row.id)
    house.pass_time(hours=25)
    assert [meet_deadline(house.office, row.id) for _ in range(5)] == ["missed", "", "", "", ""]
    assert facts(house) == [("Red", "missed")]
    house.write(game, "Red", "pass")
    assert facts(house) == [("Red", "missed")], "moving afterwards makes it no better and no worse"


def test_what_somebody_else_did_for_a_player_is_not_the_players(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.write(game, "GM", "gm as Red\npass\nend as", sender="boss@example.org")
    assert facts(house) == []


def test_a_decision_that_was_taken_away_is_not_counted(house: House) -> None:
    """Red passes and takes it back: Blue was asked, and decided nothing; nor has Red, who is to decide again."""
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "undo")
    assert facts(house) == []
    house.write(game, "Red", "pass")
    assert facts(house) == [("Red", "on time")]


def test_giving_up_a_seat_is_remembered(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "resign")
    house.confirm(game, "Red")
    assert facts(house) == [("Red", "resigned")]


def test_it_is_told_by_mail(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    answer = house.write(game, "Red", "reliability")
    assert "On time 1, late 0, missed 0, excused 0, games given up 0." in answer.text
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        assert reliability(desk, person).on_time == 1
