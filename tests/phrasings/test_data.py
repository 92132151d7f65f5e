"""The phrasings themselves: enough of them, none twice, and what they mean could be played where they are said."""

from __future__ import annotations

import pytest

from tests.phrasings.data import LANGUAGES, Phrasing, never_talk, phrasings, talk
from tests.phrasings.positions import NAMES, plays

ENOUGH = 220


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_phrasings_and_every_second_one_is_held(language: str) -> None:
    said = phrasings(language)
    assert len({(one.position, one.say) for one in said}) == len(said) >= ENOUGH
    assert sum(one.held for one in said) >= len(said) // 2
    assert {one.position for one in said} == set(NAMES)
    assert len(talk(language)) >= 20 and len(never_talk(language)) >= 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_phrasing_means_is_written_as_we_write_it_and_legal_there(language: str) -> None:
    wrong = [str(said) for said in phrasings(language) if not _sound(said)]
    assert wrong == []


def _sound(said: Phrasing) -> bool:
    assert bool(said.means) + bool(said.ask) + said.refuse == 1
    return all(plays(said.position, (order,)) for order in said.ask) and plays(said.position, said.means)
