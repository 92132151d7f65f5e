"""Who says in their own words what only a command does is told the command; nothing is done for it."""

from __future__ import annotations

import pytest

from moderator.hearing import registry
from moderator.hearing.pointing import pointed_at
from tests.phrasings.counter import Counter

POINTED = [
    ("Sorry, that last bid was a mistake, can I take it back?", "undo"),
    ("Mince, je voulais dire 20 et pas 25 ! On peut annuler ?", "undo"),
    ("Ups, verklickt", "undo"),
    ("되돌릴 수 있나요?", "undo"),
    ("Je n'ai plus le temps de jouer, je dois abandonner la partie", "resign"),
    ("abandonner", "resign"),
    ("게임 그만두고 싶어요", "resign"),
    ("I want to give up my seat in this game", "resign"),
    ("Can we have a bit more time?", "more time"),
    ("Könnten wir die Frist verlängern?", "more time"),
    ("My dad will play for me until Sunday", "substitute"),
    ("Kann mein Bruder für mich spielen?", "substitute"),
    ("Please tell Green that I won't bid on P4 if he leaves P5 to me", "press"),
    ("Dis à Green que je prends la P1", "press"),
    ("Green한테 P4는 내가 산다고 전해 주세요", "press"),
    ("Could you write to me in German from now on?", "language"),
    ("Bitte künftig alles auf Englisch, danke", "language"),
    ("영어로 바꿔 주세요", "language"),
    ("Unsubscribe me from these please", "unsubscribe"),
    ("Schickt mir bitte nur noch Mails, wenn ich dran bin", "unsubscribe"),
    ("Pas de rapports aussi longs svp", "reports"),
    ("메일이 너무 길어요", "reports"),
    ("Bin nächste Woche auf Dienstreise", "away"),
    ("다음 주에 출장이에요", "away"),
    ("아까 예약한 거 취소해 주세요", "cancel"),
]


@pytest.mark.parametrize(("line", "command"), POINTED)
def test_what_only_a_command_does_names_it(line: str, command: str) -> None:
    pointed = pointed_at(line, ["Green"])
    assert command in [one.partition(" ")[0] if command != "more time" else one[:9] for one in pointed]
    assert all(registry.find(one) is not None for one in pointed)


@pytest.mark.parametrize(
    "line",
    [
        "I quit this auction",
        "Too rich for me",
        "What a move!",
        "Good luck, Green!",
        "j'abandonne l'enchère",
        "Viel Glück euch allen",
        "포기할게요",
    ],
)
def test_talk_and_orders_point_at_nothing(line: str) -> None:
    assert pointed_at(line, ["Green"]) == ()


def test_beside_an_order_only_what_is_about_oneself_is_named(counter: Counter) -> None:
    answered, played = counter.write("private auction", "en", "bid TSR 25", "Off on a business trip, sorry folks")
    assert played == ["bid TSR 25"] and "away 2026-12-20 to 2027-01-03" in " ".join(answered.text.split())
    assert pointed_at("Oops, wrong bid", alone=False) == ()


def test_who_wants_to_give_up_the_game_is_not_offered_a_pass(counter: Counter) -> None:
    line = "Je n'ai plus le temps de jouer, je dois abandonner la partie"
    answered, played = counter.write("private auction", "fr", line)
    assert played == [] and "confirm" not in answered.text and "démissionner" in answered.text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Thanks for running this"),
        ("de", "Danke für die Auktion"),
        ("fr", "Merci d'avoir lancé cette partie"),
        ("ko", "진행해 주셔서 감사합니다"),
    ],
)
def test_whoever_runs_the_game_is_thanked_beside_an_order(counter: Counter, language: str, line: str) -> None:
    assert counter.write("private auction", language, "bid TSR 25", line)[1] == ["bid TSR 25"]
