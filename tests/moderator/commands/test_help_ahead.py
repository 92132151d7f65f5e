"""Help about orders on file fits on a telephone, in every language, and what it teaches is understood."""

from __future__ import annotations

import pytest

import engine
from engine import Refused
from moderator.hearing.how_to import IF, STANDING
from moderator.language import Words, languages
from tests.engine.ahead.tables import RED, minors

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
