"""Pages as they are heard: what a screen reader is given by Chromium, in its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

import engine
from engine.moves import LayTile
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.test_table_in_a_browser import mover, settled, sit
from tests.moderator.web.visiting import signed_in

# What is read out by itself; all else stands around it.
WITH_NAMES = {"link", "button", "textbox", "slider", "combobox", "checkbox", "application", "image", "heading"}


@dataclass(frozen=True)
class Heard:
    """One thing on the page: what it is, and how it is called."""

    role: str
    name: str
    level: int


def heard(page: Any) -> list[Heard]:
    """The page's accessibility tree, in the order in which it is read."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}

    def walk(node: dict[str, Any]) -> Iterator[Heard]:
        if not node.get("ignored"):
            levels = [one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "level"]
            name = str(node.get("name", {}).get("value", ""))
            yield Heard(str(node.get("role", {}).get("value", "")), name, int(levels[0]) if levels else 0)
        for child in node.get("childIds", ()):
            if child in nodes:
                yield from walk(nodes[child])

    return list(walk(next(iter(nodes.values()))))


def headings(some: list[Heard]) -> list[str]:
    return [one.name for one in some if one.role == "heading"]


def well_ordered(some: list[Heard]) -> None:
    """Everything has a name, headings go down a step at a time, and no two buttons are called the same."""
    assert [one for one in some if one.role in WITH_NAMES and not one.name.strip()] == []
    levels = [one.level for one in some if one.role == "heading"]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))
    buttons = Counter(one.name for one in some if one.role == "button")
    assert {name for name, count in buttons.items() if count > 1} == set()


@pytest.fixture
def building(house: House) -> str:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: any(isinstance(move, LayTile) for move in engine.legal_moves(state)))
    return game


def test_the_table_is_read_from_the_turn_to_the_map_the_orders_and_the_rest(
    page: Any, served: str, house: House, building: str
) -> None:
    sit(page, served, house, building, mover(house, building))
    settled(page)
    some = heard(page)
    well_ordered(some)
    found = headings(some)
    order = ["Map", "Your orders", "What happened", "Press", "Companies and players", "Stock market", "Over the rounds"]
    assert [name for name in found if name in order] == order
    # The map is one thing with keys of its own: its words are those of its hexes, not those of its drawing.
    names = [one.name for one in some]
    board = names.index("Map: arrow keys move from hex to hex, Enter chooses one")
    drawn = [one for one in some[board : names.index("Your orders")] if one.role == "StaticText"]
    assert drawn == []
    assert "director of the company" in names and not any("★" in one.name for one in some if one.role == "cell")


def test_a_tile_is_called_by_its_order_once(page: Any, served: str, house: House, building: str) -> None:
    sit(page, served, house, building, mover(house, building))
    settled(page)
    page.evaluate("document.querySelectorAll('#panel details').forEach((one) => { one.open = true; })")
    tiles = [one.name for one in heard(page) if one.role == "button" and one.name.startswith("lay ")]
    assert tiles and all(name.count("lay ") == 1 and ": " in name for name in tiles)


def test_my_page_says_of_every_button_what_it_is_for(page: Any, served: str, house: House) -> None:
    for _ in range(2):
        house.game("Red", "Blue", "Green", title="1861", gm="red@example.org")
    signed_in(page, "red@example.org", house, served)
    page.goto(f"{served}/me/")
    some = heard(page)
    well_ordered([one for one in some if not one.name.startswith("Show ")])
    links = Counter(one.name for one in some if one.role == "link")
    assert {name for name, count in links.items() if count > 1} == set()
