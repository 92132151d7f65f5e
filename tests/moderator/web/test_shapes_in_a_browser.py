"""How the table lies on screens and on paper."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.test_table_in_a_browser import building, mover, settled, sit

__all__ = ["building"]


@pytest.fixture
def late(house: House) -> str:
    """A game with as many companies as there are side by side."""
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: state.phase == "4")
    return game


def test_no_column_is_cut_off_on_a_screen_and_cash_is_seen_on_a_phone(
    page: Any, served: str, house: House, late: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    sit(page, served, house, late, mover(house, late))
    wide, seen = page.evaluate("() => (({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])"
                               "(document.querySelector('#sheet .scroll'))")  # fmt: skip
    assert wide <= seen + 1
    assert page.locator("#board").bounding_box()["width"] > 820, "the map is as wide as it can be"
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    cash = page.locator(".matrix .player .sum").first.bounding_box()
    assert cash["x"] + cash["width"] < 350


def test_what_stands_above_the_map_takes_one_line_at_a_desk(page: Any, served: str, house: House, late: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 860})
    # Where a run is to come the row is fullest.
    bring(house, late, engine.runs_yet)
    sit(page, served, house, late, mover(house, late))
    for language in ("en", "fr", "de", "ko"):
        page.locator(f'footer button[value="{language}"]').click()
        page.locator(f'html[lang="{language}"]').wait_for()
        assert page.locator(".routes a").count() == 2
        assert page.locator(".tools").bounding_box()["height"] <= 44, language


def test_the_paper_has_the_position_and_nothing_to_click(page: Any, served: str, house: House, late: str) -> None:
    page.set_viewport_size({"width": 1060, "height": 700})
    sit(page, served, house, late, mover(house, late))
    assert page.get_by_role("button", name="Print this position").is_visible()
    page.emulate_media(media="print")
    for hidden in (".top", ".foot", ".compose", ".tools", ".leaf", ".bars", "details.wide-part", ".undo"):
        assert not page.locator(hidden).first.is_visible(), hidden
    for shown in ("#board svg", ".matrix", "#market svg", ".log"):
        assert page.locator(shown).is_visible(), shown
    box, sheet = page.locator(".matrix").bounding_box(), page.locator(".sheet-part").bounding_box()
    assert box["x"] + box["width"] <= sheet["x"] + sheet["width"] + 1, "no column is cut off"


def test_the_line_below_the_map_tells_what_lies_on_the_hex_now(
    page: Any, served: str, house: House, building: str
) -> None:
    sit(page, served, house, building, mover(house, building))
    hex_ = page.locator(".lays .at").first.get_attribute("data-hex")
    page.locator(f'.hex[data-hex="{hex_}"]').click()
    before = page.locator("#hex-facts").inner_text()
    page.locator("#at-hex button.tile").first.click()
    page.locator(".lines li.good").first.wait_for()
    settled(page)
    after = page.locator("#hex-facts").inner_text()
    assert before != after and after.startswith(str(hex_))


def test_the_news_of_a_game_are_found_as_a_feed(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue")
    page.goto(f"{served}/games/{game}")
    link = page.locator('link[type="application/atom+xml"]').get_attribute("href")
    assert page.request.get(f"{served}{link}").ok
