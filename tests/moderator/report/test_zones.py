"""What the colours of the picture say, the text part says in signs: the spaces of the market, par, neutral stations."""

from __future__ import annotations

import pytest

from moderator.language import Words
from moderator.outbox.report import matrix, tables
from moderator.outbox.report.page import Letters
from tests.phrasings.positions import at


def test_the_market_in_letters_marks_its_zones_and_says_what_they_mean() -> None:
    lines = list(tables.market_lines(at("1882 stock round"), Words("en", "$")))
    assert any("*67" in line for line in lines) and any(line.startswith("#30 =40 ~50") for line in lines)
    said = " ".join(lines)
    for sign, zone in ("~ yellow", "certificate limit"), ("# brown", "several certificates"), ("* pink", "may start"):
        assert sign in said and zone in said
    # A sign stands in the gap between two prices, so the grid is no wider than it was.
    assert max(map(len, lines[:11])) <= 78


def test_what_no_title_marks_is_not_explained() -> None:
    said = " ".join(tables.market_lines(at("1867 stock round"), Words("en", "$")))
    assert "yellow" not in said and "% purple" in said


@pytest.mark.parametrize("language", ["en", "de", "fr", "ko"])
def test_the_table_has_par_and_neutral_stations_left(language: str) -> None:
    words = Words(language, "$")
    letters = [block for block in matrix.matrix(at("1882 stock round"), words) if isinstance(block, Letters)]
    lines = [line for block in letters for line in block.lines]
    assert any(line.startswith(words("par")) for line in lines)
    assert any(line.startswith(words("neutrals_left")) for line in lines)
