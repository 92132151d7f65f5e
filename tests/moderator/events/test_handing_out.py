"""Play-outs are errands of their own for the workers, each table's seed one: in any order, by as many as there are,
killed or rung for twice, with the same figures."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from engine import State
from moderator.errands.sweep import ERRANDS, sweep
from moderator.events import handing_out, playouts, results
from moderator.events.handing_out import IN_HAND, MOST_UNDER_WAY, OUT, play_one
from moderator.events.moving import move_on
from moderator.events.results import table_seeds
from moderator.store.cup_tables import CupTable
from moderator.store.statuses import TableStatus
from tests.moderator.events.conftest import Club

COUNT = 11


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each seed was played out; quickly, for only who does it matters here."""
    counted: Counter[str] = Counter()

    def counting(state: State, seed: str, last_set: int = 0) -> playouts.Sample:
        counted[seed] += 1
        return playouts.play_out(state, seed, 6, last_set)

    monkeypatch.setattr(results, "play_out", counting)
    return counted


def time_is_up(club: Club, tables: int = 1) -> None:
    """The tables of a round are closed, and the first play-outs handed out; nobody has played any yet."""
    people = ("Anna", "Bert", "Cleo", "Dora")[: 2 * tables]
    club.announce("format swiss 1", f"playouts {COUNT}", people=people, bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    go_on(club)


def go_on(club: Club) -> None:
    while move_on(club.house.office, club.cup):
        pass


def rung(club: Club) -> list[Any]:
    return [key for task, key in club.house.bells if task == "playout"]


def tables(club: Club) -> list[CupTable]:
    return club.overview().tables


def samples(table: CupTable) -> dict[str, Any]:
    assert table.estimate is not None
    found: dict[str, Any] = table.estimate["samples"]
    return found


def test_each_table_and_seed_is_an_errand_of_its_own_and_so_many_are_under_way(
    club: Club, played: Counter[str]
) -> None:
    time_is_up(club, 2)
    assert len(rung(club)) == len(set(rung(club))) == MOST_UNDER_WAY
    assert not played, "whoever keeps the event plays nothing out"
    for number in range(5):
        assert play_one(club.house.office, rung(club)[number])
        # Whoever is done rings for the next one; nobody has more in hand than there may be.
        assert sum(len((table.estimate or {}).get(OUT, {})) for table in tables(club)) <= MOST_UNDER_WAY
    assert set(played.values()) == {1}


def test_in_any_order_by_any_number_of_workers_the_figures_are_the_same(club: Club, played: Counter[str]) -> None:
    time_is_up(club, 2)
    turn = 0
    while any(table.status == TableStatus.PLAYING for table in tables(club)):
        keys = rung(club)
        for key in keys:
            club.house.bells.remove(("playout", key))
        # The last that was rung for is done first, and each of them once more for a bell that rang twice.
        for key in [*keys[::-1], *keys[:2]]:
            club.house.do("playout", list(key))
        go_on(club)
        turn += 1
        assert turn < 50
    assert len(played) == 2 * COUNT and set(played.values()) == {1}, "none twice, none missing"
    overview = club.overview()
    for table in overview.tables:
        seeds = table_seeds(overview, table)
        assert set(samples(table)) == set(seeds) and OUT not in (table.estimate or {})
        with club.house.office.reading() as desk:
            play = desk.game(table.game_id or "")
            assert play is not None
            seq = int((table.estimate or {})["seq"])
            assert samples(table) == {seed: results.sample(play, seq, seed) for seed in seeds}


def test_two_at_once_lose_neither(club: Club, played: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One play-out is finished while another is under way."""
    time_is_up(club)
    first, second = rung(club)[:2]
    thinking = results.sample

    def meanwhile(*about: Any) -> dict[str, Any]:
        monkeypatch.setattr(results, "sample", thinking)
        assert play_one(club.house.office, second)
        return thinking(*about)

    monkeypatch.setattr(results, "sample", meanwhile)
    assert play_one(club.house.office, first)
    assert set(samples(tables(club)[0])) == {first[1], second[1]}


def test_what_a_killed_worker_had_in_hand_is_handed_out_again_later(club: Club, played: Counter[str]) -> None:
    time_is_up(club)
    lost = rung(club)
    club.house.bells.clear()
    go_on(club)
    assert rung(club) == [], "somebody may be at it"
    club.house.pass_time(minutes=IN_HAND / timedelta(minutes=1) + 1)
    sweep(club.house.office, club.house.do, timedelta(0))
    assert rung(club) == lost
    club.move_on()
    assert tables(club)[0].status in (TableStatus.DECIDED, TableStatus.UNCLEAR)
    assert len(played) == COUNT and set(played.values()) == {1}


@pytest.mark.parametrize("line", ['td rule cup 1 Anna > Bert "as it stood"', 'td cancel cup "too few"'])
def test_a_play_out_that_is_wanted_no_more_is_not_played(club: Club, played: Counter[str], line: str) -> None:
    time_is_up(club)
    keys = rung(club)
    assert club.write(line).word == "ACCEPTED"
    assert not any(play_one(club.house.office, key) for key in keys)
    assert not played
    assert not play_one(club.house.office, (10_000, "nothing"))


def test_play_outs_come_after_mail_and_their_bells_grow_stale(club: Club) -> None:
    errand = ERRANDS["playout"]
    assert (errand.task, errand.do) == ("waybill.bots", handing_out.play_one)
    assert errand.seconds is not None and errand.seconds <= IN_HAND.total_seconds()
