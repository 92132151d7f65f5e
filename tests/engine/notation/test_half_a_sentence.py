"""A reading that is offered holds every train that its line names; a line of which it holds less offers nothing."""

from __future__ import annotations

import pytest

import engine
from engine.errors import Guessed
from engine.notation.gist import guess
from tests.moderator.report.positions import game
from tests.phrasings.positions import at


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Lege bitte die 3 auf L12 (Richtung 2), danach zwei 2er."),
        ("de", "Lege bitte die 3 auf L12 (Richtung 2), danach drei 2er. Den Rest heben wir auf."),
        ("en", "Kindly the 3 on L12 facing 2, and afterwards we fancy two 2s"),
    ],
)
def test_a_train_whose_figure_is_the_tiles_as_well_is_not_left_out(language: str, line: str) -> None:
    assert guess(at("1882 track"), line, language) is None


def test_a_tile_without_trains_is_offered_as_ever() -> None:
    offered = guess(at("1882 track"), "Lege bitte die 3 auf L12 (Richtung 2), das lohnt sich sehr.", "de")
    assert isinstance(offered, Guessed) and offered.instead == ("lay 3 on L12 facing 2",)


@pytest.mark.parametrize("company", ["SCR", "CNoR"])
def test_a_second_purchase_in_the_same_words_is_no_talk_about_the_first(company: str) -> None:
    """There too it is not said whether from the pool; a turn was ended with one share where two were ordered."""
    lines = [f"buy {company} from ipo", f"kaufe {company}", "fertig"]
    assert engine.gist(game("1882-1", 129)[1], lines, "de") is None
    both = [lines[0], f"kaufe {company} aus dem Pool", "fertig"]
    assert engine.gist(game("1882-1", 129)[1], both, "de") == ((lines[0],), (f"buy {company} from pool",), ("done",))
