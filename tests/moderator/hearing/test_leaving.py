"""Who goes to bed has not passed: a leave-taking beside the words of a pass is asked about, and costs nothing."""

from __future__ import annotations

import pytest

import engine
from tests.phrasings.counter import Counter
from tests.phrasings.positions import at


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "That's all from me for today, see you tomorrow."),
        ("de", "Bin raus, muss ins Bett!"),
        ("de", "Bin raus. Gute Nacht zusammen!"),
        ("de", "Für heute bin ich raus, gute Nacht!"),
        ("fr", "C'est tout pour aujourd'hui, à demain !"),
        ("ko", "저는 이만 쉬겠습니다. 모두 안녕히 주무세요!"),
    ],
)
def test_a_good_night_in_the_words_of_a_pass_is_asked_about_and_not_played(
    counter: Counter, language: str, line: str
) -> None:
    answered, played = counter.write("minor auction", language, line)
    assert answered.word == "NOT ACCEPTED" and played == []
    shown = {order for one in answered.rows[0].data["lines"] for order in one["instead"]}
    state = at("minor auction")
    assert shown & {engine.in_words(state, order, language) for order in ("pass", "done")}, shown


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "pass, good night"),
        ("fr", "Je passe. À demain !"),
        ("ko", "패스합니다. 안녕히 주무세요!"),
        ("en", "I'm out. Good luck all!"),
    ],
)
def test_a_plain_pass_with_a_good_night_behind_it_is_played(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("minor auction", language, line)
    assert answered.word == "ACCEPTED" and played == ["pass"]


def test_who_ends_a_turn_of_orders_may_say_good_night(counter: Counter) -> None:
    answered, played = counter.write("1882 trains", "en", "train 2. That's all. See you tomorrow!")
    assert answered.word == "ACCEPTED" and played == ["train 2", "done"]


def test_an_end_for_today_beside_an_order_is_asked_about_with_and_without_it(counter: Counter) -> None:
    line = "J'achète un train 2, et c'est tout pour aujourd'hui, à demain !"
    answered, played = counter.write("1882 trains", "fr", line)
    assert answered.word == "NOT ACCEPTED" and played == []
    assert answered.text.count("confirm ") == 2
