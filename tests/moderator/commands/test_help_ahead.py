"""Help about orders on file fits on a telephone, in every language, and what it teaches is understood."""

from __future__ import annotations

import re

import pytest

import engine
from engine import Refused
from engine.ahead.facts import JOINED
from engine.ahead.reading import known_facts
from engine.message import Message
from moderator.hearing.called import topic_called
from moderator.hearing.how_to import IF, STANDING
from moderator.language import Words, languages
from tests.engine.ahead.tables import RED, SEATS, minors
from tests.moderator.house import House
from tests.printed import TITLES, first_draws

# What a telephone shows at once: lines of about forty letters; Korean letters are twice as wide.
LINES, WIDE = 24, 42


def width(text: str) -> int:
    return sum(2 if "가" <= letter <= "힣" else 1 for letter in text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("topic", [STANDING, IF], ids=["standing", "if"])
def test_help_fits_on_one_screen_of_a_telephone(language: str, topic: tuple[object, ...]) -> None:
    words = Words(language, "R")
    lines = [words.text(line) for line in topic]
    assert sum(-(-width(line) // WIDE) for line in lines) <= LINES, "\n".join(lines)


@pytest.mark.parametrize("language", languages())
def test_what_help_shows_is_understood(language: str) -> None:
    words, state = Words(language, "R"), minors()
    line = words.text(IF[0])
    try:
        found = engine.read_standing(state, RED, line, language=language)
    except Refused as refused:
        raise AssertionError(f"{line}: {refused.message}") from refused
    assert found is not None, line
    for row in IF[5:7]:
        for fact in words.text(row).split(" · "):
            assert engine.read_condition(state, RED, fact, language).write(), fact


@pytest.mark.parametrize("title", TITLES)
def test_each_fact_on_the_shelf_has_its_help(title: str) -> None:
    state = engine.replay(engine.start(title, SEATS, first_draws(title, SEATS)))
    shown = {type(one) for topic in engine.CONDITIONS for one in engine.examples(state, RED, topic)}
    assert not {*known_facts(state.title), *JOINED} - shown
    # And is found under a word of every language.
    for topic in engine.CONDITIONS:
        asked = {name for name in (topic, f"fact {topic}") if name in {topic_called(one) for one in CALLED}}
        assert asked, topic


CALLED = (
    "price", "shares", "cash", "director", "phase", "trains left", "owner", "tile", "station", "sold", "floats",
    "loans", "passes", "sells", "buys", "bids", "starts", "and",
)  # fmt: skip
ASKED = {
    "en": CALLED,
    "fr": ("cours", "possède", "caisse", "propriétaire", "tuile", "emprunts", "et"),
    "de": ("kurs", "besitzt", "kasse", "besitzer", "plättchen", "kredite", "und"),
    "ko": ("주가", "보유", "현금", "소유", "타일", "대출", "그리고"),
}


@pytest.mark.parametrize("language", ASKED)
def test_help_for_a_fact_shows_how_it_is_written_on_one_screen(house: House, language: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    house.write(game, "Blue", f"language {language}", deliver=False)
    state, words = house.state(game), Words(language, "R")
    head = words.text(Message("A condition of an order on file may say (`help if` tells how):"))
    for topic in ASKED[language]:
        answer = house.write(game, "Blue", f"help {topic}", deliver=False)
        assert answer.word == "ACCEPTED", topic
        told = answer.rows[0].data["blocks"][0]["text"]
        _, found, facts = told.partition(head)
        assert found, (topic, told)
        lines = [head, *facts.strip("\n").split("\n")]
        assert sum(-(-width(line) // WIDE) for line in lines) <= LINES, facts
        for line in lines[1:]:
            stated = re.split(r"\s?: ", line.strip(), maxsplit=1)[0]
            assert engine.read_condition(state, engine.Player("Blue"), stated, language).write(), line
