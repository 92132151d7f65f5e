"""What docs/orders.md says is understood is understood, in some position, as the kind of order it stands beside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import looks_standing, read_standing
from engine.errors import Ambiguous, Refused
from engine.notation import parse_order, write_order
from tests.engine.ahead.tables import RED, SEATS, minors
from tests.engine.positions import Firm, position
from tests.phrasings.data import LANGUAGES
from tests.phrasings.positions import NAMES, at

PAGE = Path(__file__).parents[3] / "docs" / "orders.md"
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<ours>[^|]+) \| (?P<also>[^|]+) \|$", re.MULTILINE)
KEPT_BY_THE_SERVICE = "bid up to a limit (secret)"


def _examples() -> list[tuple[str, frozenset[str]]]:
    found = []
    for row in ROW.finditer(PAGE.read_text("utf-8")):
        if row["what"] in ("decision", "---", KEPT_BY_THE_SERVICE):
            continue
        ours = frozenset(order.split()[0] for order in re.findall(r"`([^`…]+)`", row["ours"]))
        found += [(said, ours | {"pass"}) for said in re.findall(r"`([^`]+)`", row["also"])]
    return found


@pytest.mark.parametrize(("said", "ours"), _examples())
def test_an_example_is_understood_as_it_stands_in_the_table(said: str, ours: frozenset[str]) -> None:
    if looks_standing(said):
        order = read_standing(minors(), RED, said)
        assert order is not None and order.write().split()[0] in ours, said
        return
    assert any(_kinds(name, said, language) & ours for language in LANGUAGES for name in NAMES), said


def test_every_order_on_file_the_page_teaches_is_understood() -> None:
    """The English forms of the table, and the block of a whole turn."""
    page = PAGE.read_text("utf-8")
    part = page[page.index("## Ahead of time") : page.index("## Agreements")]
    columns = [row["ours"] for row in ROW.finditer(part)]
    taught = [line for column in columns for line in re.findall(r"`([^`…]+)`", column) if looks_standing(line)]
    assert len(taught) >= 12
    # A company operates for whom it belongs to.
    railway = position("1861", 4, Firm("NW", {RED: 3}, 100, 300, "2"), seats=SEATS, round="stock", on_turn=RED)
    for line in taught:
        there = railway if "operate NW" in line else minors()
        assert read_standing(there, RED, line.replace("3-train of M-K", "2-train of M-K")), line
    block = re.search(r"```\n(when .*?)\n```", part, re.DOTALL)
    assert block is not None and read_standing(minors(), RED, block[1])


def _kinds(name: str, said: str, language: str) -> set[str]:
    """The first words of the orders a line can be in a position."""
    try:
        return {write_order(parse_order(at(name), said, language)).split()[0]}
    except Ambiguous as asked:
        return {order.split()[0] for order in asked.instead}
    except Refused:
        return set()
