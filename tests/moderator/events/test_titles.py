"""Every title in an event, from the announcement to the audit: played to its end, and played out from the middle."""

from __future__ import annotations

import pytest

import engine
from moderator.bots.choose import choose
from moderator.events.auditing import audit
from moderator.store.statuses import CupStatus, TableStatus
from tests.moderator.events.conftest import Club

TITLES = [title for title in engine.titles() if title != "toy"]
# So many moves are made by mail before the round's time is up.
MOVES = 40


@pytest.mark.parametrize("title", TITLES)
def test_every_title_can_be_announced_for_every_size_it_has(club: Club, title: str) -> None:
    club.announce(f"titles {title}", "tables 4 from 3 to 5", bots=7)
    club.close()
    club.move_on()
    tables = club.overview().tables
    assert sorted(len(table.seats) for table in tables) == [3, 4]
    assert {club.house.row(game).title for game in club.games()} == {title}


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_bots_play_an_event_of_every_title_to_its_end(club: Club, title: str) -> None:
    club.announce(f"titles {title}", "tables 3", "format swiss 1", bots=3)
    club.close()
    club.move_on()
    while club.games():
        club.play()
    club.move_on()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    assert overview.tables[0].result is not None and overview.tables[0].result["how"] == "played"
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_a_table_of_every_title_is_played_out_from_the_middle(club: Club, title: str) -> None:
    club.announce(f"titles {title}", "tables 3", "format swiss 1", "playouts 2", people=("Anna",), bots=2)
    club.close()
    club.move_on()
    (game,) = club.games()
    while club.house.row(game).seq < MOVES:
        club.house.do("bots", game)
        mover = engine.Player(str(club.house.row(game).mover))
        order = engine.write_order(choose(club.house.state(game), mover))
        assert club.house.write(game, mover, order, deliver=False).word == "ACCEPTED"
    club.house.pass_time(days=31)
    club.move_on()
    (table,) = club.overview().tables
    assert table.estimate is not None and len(table.estimate["samples"]) == 2
    if table.status == TableStatus.UNCLEAR:
        order = " > ".join(seat["seat"] for seat in table.seats)
        assert club.write(f'td rule cup 1 {order} "as it looks"').word == "ACCEPTED"
        club.move_on()
    with club.house.office.reading() as desk:
        assert audit(desk, club.row(), play_outs=True) == []
    assert club.row().status == CupStatus.OVER
