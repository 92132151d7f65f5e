"""Whole events in the long tier: sixteen seats in two titles with people by mail, and a thousand players."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

import engine
from moderator.bots.choose import choose
from moderator.events import announcing, entry, moving
from moderator.events.auditing import audit
from moderator.events.overview import Overview
from moderator.store.statuses import CupStatus, EntryStatus, TableStatus
from moderator.table.robots import play_bots
from moderator.web import create_app
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.events.test_tables import Killed, killed_at
from tests.moderator.house import open_house, settings_for

ANNOUNCEMENT = """td new cup
called Spring Cup
titles 1861, 1882
format swiss 3 then final
tables 4
playouts 2
round 60 days
hours 48
late default
places 16
replacement waiting list
end event"""
PEOPLE = ("Anna", "Bert", "Cleo", "Dora")


def _order(club: Club, game: str, seat: str) -> str:
    """What somebody writes who plays as a bot would."""
    with club.house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        return engine.write_order(choose(play.state, engine.Player(seat)))


def _play_people(club: Club, missing: set[str], moves: int) -> bool:
    """People who are there answer the mails that ask them; who is missing lets the clock run."""
    moved = False
    for table in club.overview().tables:
        if table.status != TableStatus.PLAYING or table.game_id is None:
            continue
        for _ in range(moves):
            row = club.house.row(table.game_id)
            mover = str(row.mover or "")
            name = mover if mover in PEOPLE else ""
            if row.status != "running" or not name or name in missing:
                break
            answer = club.house.write(table.game_id, mover, _order(club, table.game_id, mover), deliver=False)
            assert answer.word in ("ACCEPTED", "CONFIRM"), answer.said
            moved = True
            play_bots(club.house.office, table.game_id)
    return moved


@pytest.mark.long
@pytest.mark.parametrize("seed", [0])
def test_sixteen_seats_three_swiss_rounds_and_a_final(club: Club, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Bots and people by mail in 1861 and 1882: one goes missing, one withdraws, one table is adjudicated, the director
    writes mails only, and the process is killed again and again."""
    chance = random.Random(seed)
    assert club.write(ANNOUNCEMENT).word == "ACCEPTED"
    for name in PEOPLE:
        assert "you have entered" in club.write(f"enter cup as {name}", f"{name.lower()}@example.org").said
    for number in range(12):
        assert club.write(f"td enter cup bot Bot {chr(65 + number)}").word == "ACCEPTED"
    assert "waiting list" in club.write("enter cup as Emil", "emil@example.org").said
    assert club.write("td close cup").word == "ACCEPTED"
    deaths, missing, held = 0, {"Bert"}, ""
    for _ in range(3000):
        overview = club.overview()
        if overview.cup.status == CupStatus.OVER:
            break
        try:
            with killed_at(chance, monkeypatch, 0.002):
                club.move_on()
                for game in club.games():
                    if game != held:
                        play_bots(club.house.office, game)
                    moving.take_ending(club.house.office, game)
        except Killed:
            deaths += 1
            monkeypatch.undo()
            continue
        overview = club.overview()
        first = len(overview.rounds) == 1
        if first and not held:
            # One table of the first round is left alone, so that it is not over when its round is.
            held = next(str(t.game_id) for t in overview.tables if not {s["seat"] for s in t.seats} & set(PEOPLE))
        if first and overview.entry_named("Bert").status == EntryStatus.ENTERED and "Bert" in missing:
            answer = club.write("td replace cup Bert")
            if answer.word == "ACCEPTED":
                table = overview.table_of(overview.entry_named("Bert"))
                assert table is not None
                assert (
                    club.house.write(str(table.game_id), "Bert", "join", sender="emil@example.org").word == "ACCEPTED"
                )
                missing.discard("Bert")
        if len(overview.rounds) == 2 and overview.entry_named("Dora").status == EntryStatus.ENTERED:
            club.write("withdraw from cup", "dora@example.org")
        if not _play_people(club, missing, 5):
            waiting = [t for t in overview.tables if t.status == TableStatus.UNCLEAR]
            for table in waiting:
                names = " > ".join(seat["seat"] for seat in table.seats)
                assert club.write(f'td rule cup {table.number} {names} "as it looks"').word == "ACCEPTED"
            playing = set(club.games())
            if playing <= {held} and playing:
                club.house.pass_time(days=61)
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER, club.state()
    assert deaths > 0
    assert {table.title for table in overview.tables} == {"1861", "1882"}
    for row in overview.rounds:
        games = [table.game_id for table in overview.tables_of(row)]
        assert len(set(games)) == len(games)
        assert None not in games
    hows = {(table.result or {}).get("how") for table in overview.tables}
    assert hows & {"adjudicated", "ruled"}
    assert overview.entry_named("Bert").status == EntryStatus.WITHDRAWN
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []
        assert [row.standings for row in overview.rounds][-1] is not None
    assert club.house.outbox("event", BOSS)


@pytest.mark.long
def test_a_league_of_a_thousand(tmp_path: Path, postgres_url: str, no_pictures: None) -> None:
    """250 tables are made in a job that is killed again and again; its page asks no more than that of four players."""
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    house.eager = False
    club = Club(house)
    with house.office.desk() as desk:
        lines = ["titles toy", "format swiss 1", "tables 4", "places 1000", "late default"]
        cup = announcing.announce(desk, "cup", lines, "test", desk.meet(BOSS, "Boss"))
        for number in range(1000):
            person = desk.meet(f"p{number}@example.org", f"P {number}")
            entry.enter(desk, cup, person, f"Player {number}")
    club.close()
    started = time.monotonic()
    while club.overview().rounds == [] or club.overview().rounds[0].status != "running":
        club.move_on()
    print(f"1,000 players drawn and 250 tables made in {time.monotonic() - started:.0f} s")
    overview = club.overview()
    games = [table.game_id for table in overview.tables]
    assert len(games) == len(set(games)) == 250
    seated = [seat["entry"] for table in overview.tables for seat in table.seats]
    assert len(set(seated)) == 1000
    told = [row for row in house.outbox() if re.match(r"cup cup table", row.key)]
    assert len(told) == 1000
    assert len({row.key for row in house.outbox()}) == len(house.outbox())
    client = create_app(house.office).test_client()
    begun = time.monotonic()
    assert client.get("/events/cup/standings").status_code == 200
    print(f"the page of standings: {time.monotonic() - begun:.2f} s")
    house.office.close()


def test_an_event_goes_its_way_on_postgres_too(tmp_path: Path, postgres_url: str, no_pictures: None) -> None:
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    house.eager = False
    club = Club(house)
    club.announce(bots=4)
    club.close()
    club.run()
    with house.office.reading() as desk:
        overview = Overview.of(desk, announcing.find(desk, "cup"))
        assert overview.cup.status == CupStatus.OVER
        assert audit(desk, overview.cup) == []
    house.office.close()
