"""The figures of the page are those of the game."""

from __future__ import annotations

from engine.titles.t1867 import TITLE
from tests.engine.titles import figures
from tests.engine.titles.proving import proves
from tests.engine.titles.t1867.proof import RULES

NUMBER = 25


@proves("25.1", "25.2", "25.3", "25.4", "25.5", "25.6", "25.7")
def test_the_figures_on_the_page_are_those_of_the_game(golden: bool) -> None:
    said = figures.section(TITLE, NUMBER, ("column.txt", "market.txt"))
    if golden:
        figures.rewrite(RULES, NUMBER, said)
    assert figures.in_page(RULES, NUMBER) == said, "run pytest --golden on this file"
