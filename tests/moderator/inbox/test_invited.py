"""Whoever is invited answers as people answer, and is heard; joined only who says so."""

from __future__ import annotations

import pytest

from moderator.store.statuses import SeatStatus
from tests.moderator.house import House


def _answered(house: House, text: str) -> tuple[str, str]:
    """What became of Bob's seat, and what he was told."""
    game = house.game("Ann", "Bob", "Cid", start=False)
    answer = house.write(game, "Bob", text)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat("Bob")
        assert seat is not None
        return seat.status, answer.text


@pytest.mark.parametrize(
    "text",
    [
        "I'm in, what do I do?",
        "Sounds great, count me in. Who else is playing?",
        "Hi Ann, I'd love to play! How long does a game take?",
        "Gerne, ich bin dabei. Was muss ich machen?\nLG Bob",
        "Ich spiele mit. Was muss ich machen?",
        "D'accord, je veux bien jouer",
        "Je participe ! Comment ça marche ?",
        "네, 같이 하겠습니다. 어떻게 하면 되나요?",
    ],
)
def test_who_joins_and_asks_something_has_joined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.JOINED, told


@pytest.mark.parametrize(
    "text",
    [
        "ok, who are you?",
        "Yes? What is this?",
        "Sure, but what does it cost?",
        "I'm in, but can we start in May?",
        "I'd play if Cid does",
        "Ja, was ist das?",
        "Oui, c'est quoi ?",
        "네, 이게 뭐예요?",
        "Am I in?",
        "Can I join later?",
        "I'm not in",
    ],
)
def test_who_only_asks_has_not_joined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.INVITED, told


@pytest.mark.parametrize(
    "text", ["Not interested", "아니요 괜찮습니다", "바빠서 못 하겠어요", "Kein Interesse", "Pas intéressé, merci"]
)
def test_who_is_not_interested_has_declined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.DECLINED, told


@pytest.mark.parametrize(
    ("text", "told"),
    [("Nein danke", "angenommen"), ("Désolé, pas le temps", "accepté"), ("죄송합니다, 참가 못합니다", "승인")],
)
def test_who_declines_is_answered_in_their_language(house: House, text: str, told: str) -> None:
    assert f"({told})" in _answered(house, text)[1]
