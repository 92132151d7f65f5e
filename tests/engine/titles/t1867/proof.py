"""The page of 1867 beside that of its sister: what reads otherwise is proved here."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.engine.titles.proving import rules_of

RULES, SISTER = rules_of("1867"), rules_of("1861")
WHOLE = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\* ((?:.|\n)*?)(?=^\*\*\d|^## |\Z)", re.MULTILINE)

# Paragraphs that say what words mean or where things come from; there is nothing in them to prove.
VOCABULARY = {
    "1.1": "how the page came about",
    "1.3": "vocabulary",
    "1.4": "how doubts were decided",
    "21.1": "how options are set",
    "21.3.1": "recorded games are played by the tests of the records",
    "22.1": "where the choices are written",
    "23.3": "how tiles are called",
}


@cache
def page(path: Path = RULES) -> dict[str, str]:
    """The paragraphs of a page of rules, by number, whatever the currency and however the lines are folded."""
    found = WHOLE.findall(path.read_text("utf-8"))
    return {number: re.sub(r"\$(?=\d)", "R", " ".join(text.split())) for number, text in found}


@cache
def own() -> set[str]:
    """The paragraphs that read otherwise than in 1861; the others are proved there, on the same mechanisms."""
    sister = page(SISTER)
    return {number for number, text in page().items() if text != sister.get(number)}
