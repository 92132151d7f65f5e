"""Whoever plays for the first time asks how something is done, and is told."""

from __future__ import annotations

import pytest

import engine
from moderator.hearing.questions import asked_in_a_sentence
from moderator.inbox.handle import handle
from tests.moderator.house import House


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("how do I bid?", "help bid"),
        ("How do I start a company?", "help start"),
        ("how do I lay track?", "help lay"),
        ("how can I buy a train?", "help train"),
        ("Comment je fais pour enchérir ?", "help bid"),
        ("comment créer une compagnie ?", "help start"),
        ("comment poser une tuile ?", "help lay"),
        ("Wie biete ich?", "help bid"),
        ("Wie gründe ich eine Gesellschaft?", "help start"),
        ("Wie lege ich ein Plättchen?", "help lay"),
        ("어떻게 입찰하나요?", "help bid"),
        ("회사를 어떻게 세우나요?", "help start"),
        ("타일은 어떻게 놓나요?", "help lay"),
    ],
)
def test_who_asks_how_something_is_done_is_told(house: House, text: str, command: str) -> None:
    assert asked_in_a_sentence(text) == command
    game = house.game("Ann", "Bob", "Cid", title="1882")
    before = house.orders(game)
    answered = house.write(game, "Ann", text)
    assert answered.verdict == "ACCEPTED" and house.orders(game) == before


# What newcomers ask of their first emails, and what answers it.
ASKED = {
    "help facing": (
        "what does facing 4 mean",
        "Was bedeutet Richtung 4?",
        "Que veut dire orientation 4 ?",
        "방향 4는 뭐예요?",
    ),
    "help pass": ("how do I pass?", "Wie passe ich?", "Comment passer ?", "패스는 어떻게 하나요?"),
    "clock": (
        "what if I'm late?",
        "Was passiert, wenn ich zu spät bin?",
        "Que se passe-t-il si je suis en retard ?",
        "늦으면 어떻게 되나요?",
    ),
    "help undo": (
        "how do I undo?",
        "Wie nehme ich meinen Zug zurück?",
        "Comment annuler mon coup ?",
        "어떻게 되돌리나요?",
    ),
    "map": (
        "can I see the map larger?",
        "Kann ich den Plan größer sehen?",
        "Puis-je voir la carte en plus grand ?",
        "지도를 크게 볼 수 있나요?",
    ),
    "help moderator": (
        "how do I ask the moderator?",
        "Wie frage ich den Spielleiter?",
        "Comment contacter le modérateur ?",
        "진행자에게 어떻게 물어보나요?",
    ),
    "help about": (
        "how long does a game take?",
        "Wie lange dauert eine Partie?",
        "Combien de temps dure une partie ?",
        "한 게임은 얼마나 걸리나요?",
    ),
    "rules": ("where are the rules?", "Wo finde ich die Regeln?", "Où sont les règles ?", "규칙은 어디에 있나요?"),
    "status": ("who else is playing?", "Wer spielt noch mit?", "Avec qui je joue ?", "다른 참가자는 누구예요?"),
    "legal": ("what can I do now?", "Was kann ich jetzt tun?", "Que puis-je faire ?", "지금 뭘 할 수 있나요?"),
}


@pytest.mark.parametrize(("command", "sentences"), ASKED.items())
def test_what_newcomers_ask_is_answered_in_every_language(command: str, sentences: tuple[str, ...]) -> None:
    assert [asked_in_a_sentence(text) for text in sentences] == [command] * len(sentences)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what is a station?", "own place in a city"),
        ("Was ist ein Bahnhof?", "own place in a city"),
        ("what is par?", "the price a company starts at"),
        ("what does facing 4 mean?", "clockwise by one side"),
        ("how do I pass?", "you are out of it"),
        ("what happens if I am late?", "then the moderator decides"),
        ("how do I ask the moderator?", "`press gm`"),
        ("can I see the map larger?", "/games/"),
        ("how long does it take?", "40 to 90 emails"),
        ("what is this?", "/rules/1882"),
    ],
)
@pytest.mark.parametrize("begun", [True, False])
def test_a_newcomers_question_is_answered_by_one_mail(house: House, text: str, said: str, begun: bool) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1882", gm="gina@example.org", start=begun)
    answered = house.write(game, "Ann", text)
    assert answered.verdict == "ACCEPTED" and said in " ".join(answered.text.split())


@pytest.mark.parametrize(
    ("language", "orders"), [("de", ("passe", "fertig")), ("fr", ("passe", "fini")), ("ko", ("패스", "완료"))]
)
def test_what_is_said_of_passing_names_orders_that_are_read(
    house: House, language: str, orders: tuple[str, ...]
) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1882")
    house.write(game, "Ann", f"language {language}", deliver=False)
    told = " ".join(house.write(game, "Ann", "help pass").text.split())
    state = house.state(game)
    assert all(f"`{one}`" in told for one in orders)
    assert [str(engine.parse_order(state, one)) for one in orders] == [
        str(engine.parse_order(state, one)) for one in ("pass", "done")
    ]


def test_who_asks_before_there_is_a_game_is_told_how_one_begins(house: House) -> None:
    receipt = house.take_in(
        house.raw("xavier@example.org", "play@localhost", "what is this?"), "xavier@example.org", "play@localhost"
    )
    handle(house.office, receipt.mail_id)
    told = " ".join(house.answer(receipt.mail_id).text.split())
    assert "railway board games" in told and "40 to 90 emails" in told and "new game 1861" in told
