"""Commands that an answer proposes are in the reader's words, where those are read back as the same."""

from __future__ import annotations

import pytest

from moderator.hearing import registry
from moderator.language import languages
from tests.moderator.house import House


@pytest.mark.parametrize("language", languages())
def test_what_is_proposed_is_read_back_as_the_same_command(language: str) -> None:
    for command in registry.all_commands():
        said = registry.in_words(command.words, language)
        found = registry.find(said)
        assert found is not None and found[0] is command, said


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("de", "join", "mitmachen"),
        ("fr", "help P5", "aide P5"),
        ("ko", "status", "상태"),
        ("en", "tutorial again", "tutorial again"),
        # There is no such word, or it is none of ours.
        ("fr", "gm pause", "gm pause"),
        ("de", "bid N 105", "bid N 105"),
    ],
)
def test_a_command_in_the_words_of_a_language(language: str, line: str, said: str) -> None:
    assert registry.in_words(line, language) == said


@pytest.mark.parametrize(("language", "word"), [("de", "stand"), ("fr", "état"), ("ko", "상태")])
def test_an_answer_proposes_commands_in_the_readers_words(house: House, language: str, word: str) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    house.write(game, "Bob", f"language {language}")
    told = house.write(game, "Bob", "advice").text
    assert f" {word}\r\n" in told and " status\r\n" not in told, told
