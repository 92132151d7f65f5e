"""Who is asked to take over a seat says yes or no in their own words; before that nothing is an order."""

from __future__ import annotations

import pytest

from moderator.store.statuses import SeatStatus
from tests.moderator.house import Answered, House

GM, NEW = "boss@example.org", "new@example.org"


def asked(house: House, seat: str) -> str:
    """A game in which somebody is asked to take over a seat: Red's, whose turn it is, or Blue's."""
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "GM", f"gm replace {seat} by {NEW}", sender=GM)
    return game


def say(house: House, game: str, seat: str, text: str) -> tuple[Answered, str]:
    answered = house.write(game, seat, text, sender=NEW)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        return answered, next(one.status for one in play.players if one.name == seat)


YES = [
    "Yes, I'll take it.",
    "I'll take it",
    "Yes. I'll take over the seat!",
    "ok",
    "ich nehme an",
    "Ja, gerne!",
    "ja",
    "Ich nehme die Einladung an",
    "ich nehme teil",
    "Ich übernehme den Platz.",
    "Oui, je prends la place.",
    "d'accord",
    "네, 참가합니다",
    "네",
    "제가 이어받겠습니다",
    "Hello all!\nYes, gladly.\nNora",
]
NO = [
    "decline, sorry",
    "No thanks.",
    "No. Sorry, I can't take it.",
    "decline\ndecline",
    "Nein, danke",
    "Ich lehne ab",
    "Non merci",
    "아니요, 감사합니다",
]
NEITHER = [
    "Thanks for asking, let me think about it",
    "Yes if it starts in May",
    "bid N 5",
    "pass",
    "I'll take the train",
    "Hello!",
    "Yes, I'll take it. No, sorry.",
    "Yes, gladly.\nNo, sorry.",
    "join\ndecline",
    "Let me think.\nbid N 5",
]


@pytest.mark.parametrize("seat", ["Red", "Blue"])
@pytest.mark.parametrize("text", YES)
def test_a_yes_joins_and_says_so(house: House, seat: str, text: str) -> None:
    game = asked(house, seat)
    answered, status = say(house, game, seat, text)
    assert (answered.word, status) == ("ACCEPTED", SeatStatus.JOINED), answered.said
    assert "join" in answered.text and house.orders(game) == []
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None
        said = {"en": "you have joined", "de": "du bist dabei", "fr": "vous avez rejoint", "ko": "참가하셨고"}
        assert said[person.language] in answered.said


@pytest.mark.parametrize("seat", ["Red", "Blue"])
@pytest.mark.parametrize("text", NO)
def test_a_no_declines_and_plays_nothing(house: House, seat: str, text: str) -> None:
    game = asked(house, seat)
    answered, status = say(house, game, seat, text)
    assert (answered.word, status) == ("ACCEPTED", SeatStatus.DECLINED), answered.said
    assert house.orders(game) == []


@pytest.mark.parametrize("seat", ["Red", "Blue"])
@pytest.mark.parametrize("text", NEITHER)
def test_anything_else_is_asked_about_and_is_no_order(house: House, seat: str, text: str) -> None:
    game = asked(house, seat)
    answered, status = say(house, game, seat, text)
    assert (answered.word, status) == ("NOT ACCEPTED", SeatStatus.INVITED), answered.said
    assert "Do you join or decline? — Write instead: join or decline" in " ".join(answered.text.split())
    assert "confirm " not in answered.text, "no word plays anything either"
    assert house.orders(game) == []


@pytest.mark.parametrize("seat", ["Red", "Blue"])
def test_nobody_is_asked_for_orders_before_they_have_joined(house: House, seat: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1882", gm=GM)
    house.write(game, "GM", f"gm replace {seat} by {NEW}", sender=GM)
    for text in ("maybe tomorrow", "status"):
        answered, status = say(house, game, seat, text)
        assert status == SeatStatus.INVITED
        said = answered.text.lower()
        assert "you can answer now" not in said and "your decision" not in said and "your position" not in said, said
    joined, _ = say(house, game, seat, "join")
    assert ("your decision" in joined.text.lower()) == (seat == "Red")


def test_a_question_is_answered_before_anybody_says_yes(house: House) -> None:
    game = asked(house, "Blue")
    answered, status = say(house, game, "Blue", "Hello!\nstatus")
    assert (answered.word, status) == ("ACCEPTED", SeatStatus.INVITED), answered.said


@pytest.mark.parametrize("order", ["bid N 5", "pass"])
def test_orders_may_follow_a_join(house: House, order: str) -> None:
    game = asked(house, "Red")
    answered, status = say(house, game, "Red", f"join\n{order}")
    assert (answered.word, status) == ("ACCEPTED", SeatStatus.JOINED), answered.said
    assert house.orders(game) == [f"Red: {order}"]


def test_the_invitation_asks_in_its_subject(house: House) -> None:
    asked(house, "Blue")
    house.deliver()
    [row] = house.outbox("taking over", NEW)
    assert b"Will you take over Blue?" in (row.raw or b"")
