"""A place that somebody declines: who arranged the game is told once, and how it is filled."""

from __future__ import annotations

from moderator.store.statuses import SeatStatus
from tests.moderator.house import House


def _declined(house: House) -> str:
    game = house.game("Ann", "Bob", "Cid", gm="ann@example.org", start=False)
    house.write(game, "Bob", "decline")
    return game


def test_who_moderates_and_plays_is_told_once_of_a_place_that_is_free(house: House) -> None:
    _declined(house)
    assert len(house.outbox("notice", "ann@example.org")) == 1 == len(house.outbox("notice", "cid@example.org"))


def test_the_moderator_is_told_how_a_place_is_filled_and_the_line_works(house: House) -> None:
    game = _declined(house)
    [notice] = house.outbox("notice", "ann@example.org")
    line = "gm replace Bob by bot"
    assert line in " ".join(house.text_of(notice).split())
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        [gm] = [house.office.seat_address(one) for one in play.seats if one.role == "gm"]
    receipt = house.take_in(house.raw("ann@example.org", gm, line), "ann@example.org", gm)
    house.do("receive", receipt.mail_id)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        bob = play.seat("Bob")
        assert bob is not None and bob.bot and bob.status == SeatStatus.JOINED


def test_the_others_are_not_told_commands_of_a_moderator(house: House) -> None:
    _declined(house)
    [notice] = house.outbox("notice", "cid@example.org")
    assert "gm replace" not in house.text_of(notice)
