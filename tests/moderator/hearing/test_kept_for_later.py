"""What is written off turn is kept as it was meant, or refused; a line that is not understood is never a run."""

from __future__ import annotations

import pytest

from engine import Refused
from moderator.hearing.orders import for_later
from tests.moderator.report.positions import PLAYED, game

POSITIONS = ["1882-auction-opens", "1861-run", "1882-stock"]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(
    "line",
    [
        "always pass",
        "immer passen",
        "Dauerauftrag passen",
        "pass until the auction is over",
        "colourless green ideas sleep furiously pass",
        "run best if I can",
        "run K-K for me every round: best run, pay out",
    ],
)
def test_a_line_that_is_not_understood_is_not_kept_as_a_run(position: str, line: str) -> None:
    with pytest.raises(Refused):
        for_later(game(*PLAYED[position])[1], line, "en")


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "run best"), ("en", "please run the best routes"), ("fr", "meilleur trajet"), ("ko", "최선의 운행")],
)
def test_the_best_run_stays_the_best_run_of_its_day(position: str, language: str, line: str) -> None:
    assert for_later(game(*PLAYED[position])[1], line, language) == ["run best"]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Ich nehme noch eine"),
        ("de", "Die nehm ich"),
        ("fr", "Je la prends"),
        ("en", "I'll take another one"),
        ("ko", "저도 하나 더 살게요"),
    ],
)
def test_what_is_taken_without_a_name_is_not_kept_as_a_train(position: str, language: str, line: str) -> None:
    with pytest.raises(Refused, match="does not say what"):
        for_later(game(*PLAYED[position])[1], line, language)


@pytest.mark.parametrize(
    ("language", "line"), [("fr", "J'en prends deux"), ("en", "I'll take two"), ("ko", "두 개 살게요")]
)
def test_where_no_train_is_sold_two_of_them_are_no_train(language: str, line: str) -> None:
    with pytest.raises(Refused, match="does not say what"):
        for_later(game(*PLAYED["1882-stock"])[1], line, language)
