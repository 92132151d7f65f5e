"""The figures of the page are those of the game, and what departs from the book says so."""

from __future__ import annotations

import re

from engine.titles.t1882 import TITLE
from tests.engine.titles import figures
from tests.engine.titles.proving import numbers_in, proves, rules_of

RULES = rules_of("1882")

NUMBER = 18


@proves("18.1", "18.2", "18.3", "18.4", "18.5", "18.6")
def test_the_figures_on_the_page_are_those_of_the_game(golden: bool) -> None:
    said = figures.section(TITLE, NUMBER, ("market.txt",))
    if golden:
        figures.rewrite(RULES, NUMBER, said)
    assert figures.in_page(RULES, NUMBER) == said, "run pytest --golden on this file"


@proves("17.4")
def test_every_departure_names_the_paragraph_in_which_it_is_written() -> None:
    rows = re.findall(r"^\| (\d+(?:\.\d+)+) \|", RULES.read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 8 and set(rows) <= set(numbers_in(RULES))
