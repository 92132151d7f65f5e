"""Which games one is in: those alone, and whose move it is."""

from __future__ import annotations

import pytest

from moderator.commands.asking import my_games
from moderator.hearing import registry
from moderator.inbox.handle import handle
from moderator.store.statuses import GameStatus, SeatStatus
from tests.moderator.house import House


@pytest.fixture(autouse=True)
def unrendered(house: House) -> None:
    house.eager = False


@pytest.mark.parametrize(
    "said",
    [
        "my games",
        "mes parties",
        "meine Partien",
        "내 게임",
        "Which games am I in?",
        "Quelles sont mes parties ?",
        "In welchen Partien bin ich?",
        "제가 하는 게임이 뭐예요?",
    ],
)
def test_it_is_asked_in_four_languages(said: str) -> None:
    found = registry.find(said)
    assert found is not None and found[0].words == "my games"


def _told(house: House, game: str, seat: str, **more: str) -> str:
    answered = house.write(game, seat, "my games", **more)
    assert answered.word == "ACCEPTED"
    return str(answered.rows[0].data["blocks"])


def test_ones_own_games_are_listed_and_nobody_elses(house: House) -> None:
    mine, other = house.game("Ann", "Bob", gm="boss@example.org"), house.game("Cid", "Ann", start=False)
    third = house.game("Bob", "Cid")
    told = _told(house, mine, "Ann")
    assert f"{mine} (toy), you are Ann: it is your move." in told
    assert f"{other} (toy), you are invited as Ann." in told and third not in told
    assert "you are Bob: Ann is to move." in _told(house, mine, "Bob")
    assert "you moderate it: Ann is to move." in _told(house, mine, "GM", sender="boss@example.org")


def test_games_that_are_over_or_declined_are_not_listed_and_what_is_left_out_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, over, declined = (house.game("Ann", "Bob", start=n < 2) for n in range(3))
    with house.office.desk() as desk:
        play, seat = desk.game(over), desk.seats.of_game(declined)[0]
        assert play is not None
        play.row.status, seat.status = GameStatus.OVER, SeatStatus.DECLINED
    told = _told(house, mine, "Ann")
    assert mine in told and over not in told and declined not in told and "There may be more" not in told
    house.game("Cid", "Ann")
    monkeypatch.setattr(my_games, "MOST", 1)
    told = _told(house, mine, "Ann")
    assert mine not in told and "There may be more" in told


def test_it_is_answered_at_the_open_mailbox_too(house: House) -> None:
    game = house.game("Ann", "Bob")
    play = f"play@{house.office.settings.mail_domain}"
    raw = house.raw("bob@example.org", play, "my games")
    handle(house.office, house.take_in(raw, "bob@example.org", play).mail_id)
    assert f"{game} (toy), you are Bob: Ann is to move." in str(house.outbox("answer", "bob@example.org")[-1].data)
