"""The figures of the page are those of the game, and what departs from the books says so."""

from __future__ import annotations

import re

from engine.titles.t1861 import TITLE
from tests.engine.titles import figures
from tests.engine.titles.proving import PARAGRAPH, proves
from tests.engine.titles.t1861.proof import RULES

NUMBER = 25


@proves("25.1", "25.2", "25.3", "25.4", "25.5", "25.6")
def test_the_figures_on_the_page_are_those_of_the_game(golden: bool) -> None:
    said = figures.section(TITLE, NUMBER, ("market.txt", "column.txt"))
    if golden:
        figures.rewrite(RULES, NUMBER, said)
    assert figures.in_page(RULES, NUMBER) == said, "run pytest --golden on this file"


@proves("21.5", "22.2")
def test_every_departure_names_the_paragraph_in_which_it_is_written() -> None:
    page = RULES.read_text("utf-8")
    numbers = set(PARAGRAPH.findall(page))
    rows = re.findall(r"^\| (\d+(?:\.\d+)+) \|", page, re.MULTILINE)
    assert len(rows) > 15 and set(rows) <= numbers
    told = page[page.index("**21.5**") : page.index("## 22.")]
    assert set(re.findall(r"`(\w+)`", told)) >= set(TITLE.presets["second_edition"])
