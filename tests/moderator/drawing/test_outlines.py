"""Words drawn as outlines look as the rasteriser would have written them, and none is lost."""

from __future__ import annotations

import re

import numpy as np
import pytest

from moderator.drawing import palette
from moderator.drawing.map_svg import map_svg
from moderator.drawing.outlines import outline, outlined
from moderator.drawing.picture import FILES, FONTS, raster
from moderator.drawing.svg import text, window
from tests.moderator.report.positions import game

BOX = (0, 0, 160, 40)
# With other fonts than the usual ones the words are left to the rasteriser.
BY_THE_RASTERISER = (*FILES, str(FONTS / "NanumSquareB.ttf"))


def far(words: str, **how: object) -> float:
    """The share of points that differ by more than the eye would see."""
    svg = window(BOX, [text((80.0, 20.0), words, 11.0, **how)], palette.PAPER)
    ours, theirs = (raster(svg, fonts, zoom=3.0).astype(int) for fonts in (FILES, BY_THE_RASTERISER))
    assert (ours != 255).any() == bool(words.strip())
    return float((np.abs(ours - theirs).max(axis=2) > 100).mean())


@pytest.mark.parametrize("words", ["Moscow", "AVA To", "fi fl", "Saint-Étienne", "A & B < C", "Łódź ŐŰ", "60/80"])
@pytest.mark.parametrize("weight", ["normal", "bold"])
@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_word_lies_where_the_rasteriser_would_have_written_it(words: str, weight: str, anchor: str) -> None:
    assert far(words, font_weight=weight, text_anchor=anchor, fill=palette.INK) < 0.002


def test_a_halo_is_as_wide_as_before() -> None:
    halo = {"stroke": "#ff0000", "stroke_width": 2.5, "paint_order": "stroke"}
    assert far("Toronto", fill=palette.INK, **halo) < 0.002


def test_a_word_the_font_lacks_stays_a_word() -> None:
    svg = text((80.0, 20.0), "Ann 초록", 11.0)
    assert outlined(svg) == svg and outline("초록", bold=False) is None
    assert far("Ann 초록") == 0.0


def test_every_word_of_a_map_is_drawn_as_an_outline() -> None:
    svg = map_svg(game("1861-3", 900)[1])
    words = len(re.findall("<text ", svg))
    assert words > 300
    drawn = outlined(svg)
    assert "<text" not in drawn and len(re.findall(r'<path transform="matrix', drawn)) == words
