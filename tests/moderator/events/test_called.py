"""Commands that a sentence about events proposes are in its reader's own words, and are read back as the same."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from moderator.hearing.how_to import TOURNAMENTS
from moderator.hearing.registry import find, in_words

# Its argument is read in English alone, and half a line in each language is worse than one in ours.
ENGLISH = ("rated yes",)


def catalogue(language: str) -> dict[str, Any]:
    folder = files("moderator")
    ours = tomllib.loads(folder.joinpath("events", "words", f"{language}.toml").read_text(encoding="utf-8"))
    others = tomllib.loads(folder.joinpath("words", f"{language}.toml").read_text(encoding="utf-8"))
    about = TOURNAMENTS.template
    return {**ours["messages"], about: others["messages"][about]}


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_sentences_about_events_propose_commands_in_their_readers_words(language: str) -> None:
    checked = set()
    for english, said in catalogue(language).items():
        for line in re.findall(r"`([^`]+)`", english):
            ours = re.sub(r"\{\w+\}", "cup", line)
            found = find(ours)
            if found is None or in_words(ours, language) == ours or ours in ENGLISH or "end event" in english:
                continue
            proposed = [re.sub(r"\{\w+\}", "cup", one) for one in re.findall(r"`([^`]+)`", said)]
            assert ours not in proposed, (english, said)
            assert found[0] in [read[0] for one in proposed if (read := find(one)) is not None], (english, said)
            checked.add(found[0].words)
    assert {"withdraw from", "resign", "terms", "join", "decline", "events", "help"} <= checked


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_how_to_appeal_is_in_the_readers_words(language: str) -> None:
    (said,) = [text for english, text in catalogue(language).items() if english.endswith('writes: appeal {cup} "why"')]
    line = said.rpartition(": ")[2]
    found = find(line)
    assert found is not None and found[0].words == "appeal" and not line.startswith("appeal ")
