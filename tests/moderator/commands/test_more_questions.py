"""What it costs, which games there are, and "do what you suggest": in four languages, and never played unseen."""

from __future__ import annotations

import re

import pytest

from moderator.hearing import registry
from moderator.inbox.handle import handle
from tests.moderator.house import House

ASKED = {
    "prices": [
        "what does it cost?",
        "How much does this cost",
        "Is it free?",
        "What can I buy now?",
        "Combien ça coûte ?",
        "C'est gratuit ?",
        "Que puis-je acheter ?",
        "Was kostet das?",
        "Ist das kostenlos?",
        "Was kann ich jetzt kaufen?",
        "얼마예요?",
        "무료인가요?",
        "뭘 살 수 있나요?",
    ],
    "games": [
        "which games are there?",
        "What can I play here?",
        "are there any open seats?",
        "Quels jeux y a-t-il ?",
        "Y a-t-il des parties ouvertes ?",
        "Welche Spiele gibt es?",
        "Gibt es noch freie Plätze?",
        "어떤 게임이 있나요?",
        "빈 자리 있나요?",
    ],
    "advice": [
        "follow the advice",
        "I'll follow your advice",
        "do what you suggest",
        "as suggested",
        "What would you do?",
        "Je suis votre conseil",
        "fais ce que tu conseilles",
        "comme conseillé",
        "Ich folge deinem Rat",
        "mach was du vorschlägst",
        "wie vorgeschlagen",
        "추천대로 할게요",
        "조언을 따를게요",
    ],
}
EACH = [(said, command) for command, sentences in ASKED.items() for said in sentences]


@pytest.mark.parametrize(("said", "command"), EACH)
def test_a_question_is_the_command_it_stands_for(said: str, command: str) -> None:
    found = registry.find(said)
    assert found is not None and found[0].words == command


@pytest.mark.parametrize("said", ASKED["advice"])
def test_advice_is_shown_with_a_word_and_never_played_unseen(house: House, said: str) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    told = house.write(game, "Ann", said)
    assert told.word == "NOT ACCEPTED" and house.orders(game) == []
    word = re.search(r"confirm (\w{8})", told.text)
    assert word, told.text
    assert house.write(game, "Ann", f"confirm {word[1]}").word == "ACCEPTED"
    assert house.orders(game)


def test_advice_is_for_whoever_is_on_turn(house: House) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    told = house.write(game, "Bob", "follow the advice")
    assert told.word == "NOT ACCEPTED" and "not your move" in told.text and "confirm " not in told.text


def test_what_it_costs_is_answered_at_a_table_and_at_the_door(house: House) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    told = house.write(game, "Ann", "what does it cost?")
    assert told.word == "ACCEPTED" and "bid " in told.text and "takes no money" in told.text
    assert "takes no money" in _asked(house, "What does it cost?")


def test_which_games_there_are_names_titles_and_free_places(house: House) -> None:
    told = _asked(house, "Which games are there?")
    assert "1861" in told and "1882" in told and "There are none now" in told


def test_a_free_place_is_named_with_the_line_that_takes_it(house: House) -> None:
    lines = "new game 1861\nplayer Pat: pat@example.org\nbot Boris\nopen Cid\nvisibility public\nend game"
    word = re.search(r"confirm (\w{8})", _asked(house, lines))
    assert word
    _asked(house, f"confirm {word[1]}")
    told = _asked(house, "Which games are there?")
    assert "free: Cid" in told and "join game 1861-" in told, told


def _asked(house: House, text: str) -> str:
    receipt = house.take_in(house.raw("pat@example.org", "play@localhost", text), "pat@example.org", "play@localhost")
    handle(house.office, receipt.mail_id)
    return " ".join(house.answer(receipt.mail_id).text.split())
