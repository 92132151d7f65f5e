"""A line that was not understood and names something of the game is never left out at one word; a preview says so."""

from __future__ import annotations

import pytest

import engine
from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "hand in the 5 for a 2+2"), ("en", "swap the 58 at Moscow"), ("fr", "et la 58 à Moscou orientée 4")],
)
def test_what_names_something_is_not_offered_as_talk(counter: Counter, language: str, line: str) -> None:
    state = game("1861-3", 158)[1]
    id_ = counter.set_up(state, language)
    answered = counter.house.write(id_, engine.to_act(state), f"run best\n{line}\ndone", deliver=False)
    assert answered.word == "NOT ACCEPTED" and counter.house.orders(id_) == []
    assert "confirm" not in answered.text


def test_what_may_be_talk_is_offered_as_talk(counter: Counter) -> None:
    state = game("1861-3", 158)[1]
    id_ = counter.set_up(state, "en")
    answered = counter.house.write(id_, engine.to_act(state), "run best\nwhatever suits us\ndone", deliver=False)
    assert answered.word == "NOT ACCEPTED" and "without the line that is talk" in " ".join(answered.text.split())


def test_a_preview_of_a_sentence_says_that_it_was_tried(counter: Counter) -> None:
    state = game("1861-3", 158)[1]
    id_ = counter.set_up(state, "en")
    answered = counter.house.write(id_, engine.to_act(state), "preview\nwe run as best we can", deliver=False)
    assert answered.word == "PREVIEW" and "no order to try" not in answered.text


@pytest.mark.parametrize(
    ("language", "mail", "offered", "taken_back"),
    [
        ("en", "bid 20 on TSR... actually make that 25, I don't trust Blue", "bid TSR 25", "bid TSR 20"),
        ("de", "30! Nein, 35!", "biete 35 auf TSR", "biete 30 auf TSR"),
        ("fr", "25 ! Non, 30", "enchérir 30 sur TSR", "enchérir 25 sur TSR"),
        ("en", "bid 30\nEdit: 35.", "bid TSR 35", "bid TSR 30"),
    ],
)
def test_who_corrects_a_bid_is_offered_the_last_one(
    counter: Counter, language: str, mail: str, offered: str, taken_back: str
) -> None:
    answered, played = counter.write("private auction", language, *mail.splitlines())
    shown = [one for line in answered.rows[0].data["lines"] for one in line.get("instead", ())]
    assert played == [] and offered in shown and taken_back not in shown


@pytest.mark.parametrize("mail", ["resign me from the game please. kidding!!", "Is TSR fine? What would you do?"])
def test_no_word_is_given_for_what_does_nothing(counter: Counter, mail: str) -> None:
    answered, played = counter.write("private auction", "en", mail)
    assert played == [] and "confirm" not in answered.text
