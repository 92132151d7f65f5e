"""A table whose time is up: nobody moves there any more until it is decided, and everybody knows."""

from __future__ import annotations

import pytest

from moderator.events import moving
from moderator.store.statuses import GameStatus, TableStatus
from moderator.table import deadlines
from moderator.table.robots import play_bots
from moderator.web import create_app
from tests.moderator.events.conftest import Club

CLOSED = "The time for this table is up: no more moves are taken while its result is worked out."


def closed(club: Club, rule: str = "ruling", people: tuple[str, ...] = ("Anna", "Bert"), bots: int = 0) -> str:
    """An event whose first round is over by the clock, with its one table unfinished; gives the game."""
    club.announce("format swiss 1", f"unfinished {rule}", people=people, bots=bots)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.house.pass_time(days=31)
    club.move_on()
    return game


def mover(club: Club, game: str) -> str:
    return str(club.house.row(game).mover)


@pytest.mark.parametrize(
    "lines",
    [
        "bid N 5",
        "turn 1\nbid N 5",
        "if N is at 10 then pass",
        "undo",
        "vote end yes",
        "resign",
        "propose give 2 to Bert",
    ],
)
def test_nothing_is_played_at_a_table_whose_time_is_up(club: Club, lines: str) -> None:
    game = closed(club)
    before = club.house.row(game)
    answer = club.house.write(game, mover(club, game), lines)
    assert answer.word == "NOT ACCEPTED"
    assert CLOSED in answer.said
    assert club.house.row(game).seq == before.seq
    assert "YOUR DECISION" not in answer.text


def test_who_sits_at_a_table_hears_that_its_time_is_up_and_no_clock_runs(club: Club) -> None:
    game = closed(club)
    assert club.house.row(game).status == GameStatus.CLOSED
    for name in ("anna", "bert"):
        told = club.house.outbox("notice", f"{name}@example.org")[-1]
        assert told.data["title"] == "cup: time is up at table 1"
        assert "The time of round 1 is up, and table 1 is not over." in told.data["text"]
        assert "the director rules on it" in told.data["text"]
        assert "ORDERS" not in club.house.text_of(told)
    with club.house.office.reading() as desk:
        assert deadlines.open_decision(desk, game) is None
    page = create_app(club.house.office).test_client()
    assert "the result of this table is being worked out" in page.get(f"/games/{game}").text
    assert game in page.get("/api/v1/games?status=closed").text
    assert club.write('td rule cup 1 Anna > Bert "as it stood"').word == "ACCEPTED"
    assert club.house.row(game).status == GameStatus.OVER


def test_all_tables_are_closed_before_the_first_is_played_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce("format swiss 1", "playouts 2", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    club.move_on()
    games = club.games()
    club.house.pass_time(days=31)
    # The round closes, then its tables do; nothing is worked out yet.
    monkeypatch.setattr(moving, "MOST_STEPS", 2)
    club.move_on()
    assert {club.house.row(game).status for game in games} == {GameStatus.CLOSED}
    assert [table.estimate for table in club.overview().tables] == [None, None]
    told = club.house.outbox("notice", "anna@example.org")[-1]
    assert "bots now play it out" in told.data["text"]
    monkeypatch.undo()
    club.move_on()
    assert {table.status for table in club.overview().tables} <= {TableStatus.UNCLEAR, TableStatus.DECIDED}


def test_what_counts_as_it_stands_is_over_without_being_closed(club: Club) -> None:
    game = closed(club, "stands")
    assert club.house.row(game).status == GameStatus.OVER
    assert not any("time is up" in row.data["title"] for row in club.house.outbox("notice", "anna@example.org"))


def test_a_bot_moves_no_more_when_time_is_up(club: Club) -> None:
    game = closed(club, people=("Anna",), bots=1)
    with club.house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        for seat in play.players:
            seat.bot = True
    assert play_bots(club.house.office, game) == 0


def test_nobody_is_replaced_at_a_table_whose_time_is_up(club: Club) -> None:
    closed(club)
    assert "Anna has no game under way in cup." in club.write("td replace cup Anna by bot").said
    assert club.write('td expel cup Anna "she left"').word == "ACCEPTED"


def test_a_game_goes_on_when_its_event_is_called_off(club: Club) -> None:
    game = closed(club)
    assert club.write('td cancel cup "too few"').word == "ACCEPTED"
    assert club.house.row(game).status == GameStatus.RUNNING
    with club.house.office.reading() as desk:
        assert deadlines.open_decision(desk, game) is not None
    assert club.house.write(game, mover(club, game), "bid N 5").word == "ACCEPTED"


def test_a_player_takes_back_no_move_of_a_game_that_was_ruled_on(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    first = mover(club, game)
    assert club.house.write(game, first, "bid N 5").word == "ACCEPTED"
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    answer = club.house.write(game, first, "undo")
    assert "only its moderator can take that back" in answer.said
    assert club.house.row(game).status == GameStatus.OVER


def test_the_director_may_end_a_closed_game_as_it_stands(club: Club) -> None:
    game = closed(club)
    asked = club._sent("td at cup 1 gm end", "boss@example.org")
    assert "end the game for good after 0 moves" in " ".join(asked.text.split())
    assert club.house.row(game).status != GameStatus.OVER
    club._confirmed(asked, "boss@example.org")
    assert club.house.row(game).status == GameStatus.OVER
    club.house.do("ending", game)
    assert club.overview().tables[0].status == TableStatus.DECIDED
