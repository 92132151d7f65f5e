"""Mails say when the game ends, and what brings it nearer."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from moderator.language import Words
from moderator.outbox.report.follows import follows
from tests.engine.positions import Firm, opening, position
from tests.phrasings.positions import SEATS

OPERATING: dict[str, Any] = {"round": "operating", "step": "track"}


@pytest.mark.parametrize(
    ("title", "there", "last"),
    [
        # The last set is the next one, and has three rounds.
        ("1867", {"number": 8, "sub": 1, "ending": "8-train", "final_set": 9}, "9.3"),
        ("1867", {"number": 9, "sub": 2, "ending": "8-train", "final_set": 9}, "9.3"),
        ("1861", {"number": 5, "sub": 1, "ending": "8-train", "final_set": 5}, "5.3"),
        ("1861", {"number": 5, "sub": 1, "ending": "bank", "final_set": 0}, "5.1"),
        ("1882", {"number": 4, "sub": 1, "ending": "market", "final_set": 0}, "4.1"),
    ],
)
def test_the_round_with_which_the_game_ends_is_named(title: str, there: dict[str, Any], last: str) -> None:
    company = next(iter(opening(title, seats=SEATS).title.companies))
    state = position(title, 3, Firm(company, "Red", at=100), seats=SEATS, on_turn=company, **OPERATING, **there)
    assert engine.last_round(state) == last


def test_before_an_end_is_announced_there_is_no_last_round() -> None:
    assert engine.last_round(opening("1867")) == ""


@pytest.mark.parametrize(
    ("title", "phase", "owned", "first", "when"),
    [
        ("1867", "5", "3", "6", "sold or exported"),
        ("1867", "3", "2", "4", "sold"),  # 4.7: nothing is exported before phase 4
        ("1861", "3", "2", "4", "sold"),
    ],
)
def test_where_trains_are_exported_that_makes_others_useless_too(
    title: str, phase: str, owned: str, first: str, when: str
) -> None:
    company = next(iter(opening(title, seats=SEATS).title.companies))
    firm = Firm(company, "Red", at=100, trains=owned)
    state = position(title, 3, firm, seats=SEATS, phase=phase, on_turn=company, **OPERATING)
    section = follows(state, Words("en", state.title.currency))
    assert f"When the first {first}-train is {when}, these rust" in str(section)
