"""Pages as people use them, in a real browser: readable by everybody (axe-core), at any width, by keyboard alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from moderator.language import languages
from moderator.outbox.compose import unsubscribe_link
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from tests.moderator.house import House, copied, open_house, settings_for
from tests.moderator.web.visiting import person_of, signed_in

PAGES = (
    "/",
    "/help",
    "/signin",
    "/new",
    "/me/",
    "/me/hooks",
    "/games/GAME/moderate",
    "/console/?who=red",
    "/rules/1861",
    "/rules/1867",
    "/cards/1882",
    "/mailbox/",
    "/verify",
    "/import",
    "/enter",
    "/nowhere",
)
WIDTHS = (360, 800, 1280, 1600)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, str]:
    """A table under way, one with open seats, one that is mine to moderate: set up once, and copied for each test."""
    house = open_house(settings_for(tmp_path_factory.mktemp("begun")))
    made = house.game("Red", "Blue", "Green", title="1861", gm="red@example.org")
    house.write(made, "Red", "bid TSR 20", deliver=False)
    house.game("Red", "Green", "Blue", title="1861")
    with house.office.desk() as desk:
        wishes = [Wish("Red", "ann@example.org"), Wish("Blue", open=True), Wish("Green", open=True)]
        new_game(desk, GamePlan("1882", wishes, gm="boss@example.org"), "test")
        desk.meet("red@example.org").operator = True
    house.office.close()
    return house, made


@pytest.fixture
def house(tmp_path: Path, begun: tuple[House, str]) -> Iterator[House]:
    made = copied(begun[0], tmp_path)
    yield made
    made.office.close()


@pytest.fixture
def game(begun: tuple[House, str]) -> str:
    return begun[1]


def looked_at(page: Any, served: str, path: str, width: int, look: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=look)
    page.goto(served + path)
    # To be looked at by people, where somebody asks for it.
    if folder := os.environ.get("WAYBILL_SCREENSHOTS"):
        name = path.strip("/").replace("/", "-").partition("?")[0] or "front"
        page.screenshot(path=Path(folder) / f"{name}-{width}-{look}.png", full_page=True)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{path} {width} {look}\n{found.generate_report()}"
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{path} at {width} px is {wide} px too wide"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_readable_by_everybody(page: Any, served: str, house: House, game: str, path: str) -> None:
    signed_in(page, "red@example.org", house, served)
    for width, look in ((360, "dark"), (1280, "light")):
        looked_at(page, served, path.replace("GAME", game), width, look)


def test_no_place_in_the_head_of_a_page_lies_below_another(page: Any, served: str, house: House) -> None:
    person_of(house, "red@example.org")
    signed_in(page, "red@example.org", house, served)
    for language, width in product(languages(), (320, 360, 540, 800)):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{served}/help")
        if page.get_attribute("html", "lang") != language:
            page.locator(f'footer button[value="{language}"]').click()
        boxes = [one.bounding_box() for one in page.locator(".top a").all()]
        for one, other in combinations(boxes, 2):
            beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            below = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert beside or below, (language, width, one, other)


@pytest.mark.parametrize(("width", "look"), [(360, "dark"), (1280, "light"), (1280, "dark")])
def test_what_comes_up_on_the_way_is_readable(
    page: Any, served: str, house: House, game: str, width: int, look: str
) -> None:
    """An auction, the past, a game that waits, an offer that ends one, a word that is wrong, a guest who leaves."""
    house.write(game, "Blue", "propose end the game", deliver=False)
    signed_in(page, "red@example.org", house, served)
    looked_at(page, served, f"/games/{game}", width, look)
    page.locator('.offers button[value^="accept"]').click()
    page.locator("#panel:not([aria-busy='true']) .came .lines").wait_for()
    assert Axe().run(page).violations_count == 0, Axe().run(page).generate_report()
    looked_at(page, served, f"/games/{game}?at=0", width, look)
    with house.office.reading() as desk:
        waiting = desk.games.latest(1, "inviting")[0].id
    signed_in(page, "ann@example.org", house, served)
    looked_at(page, served, f"/games/{waiting}", width, look)
    page.context.clear_cookies()
    page.goto(f"{served}/signin")
    page.locator("#address").fill("ben@example.org")
    page.locator("form.sheet button").click()
    looked_at(page, served, "/enter?wrong=1", width, look)
    page.goto(served)
    page.get_by_role("button", name="Try it now").click()
    page.wait_for_url("**/games/**")
    page.goto(f"{served}/me/")
    page.get_by_role("button", name="Sign out").click()
    assert Axe().run(page).violations_count == 0, Axe().run(page).generate_report()


def test_pages_that_need_something_first_are_readable_too(page: Any, served: str, house: House, game: str) -> None:
    """A chosen mail and its parts, a letter to be written, one that was set aside, somebody who is rated, the page that
    stops reports."""
    house.write(game, "Red", "help")
    house.take_in(b"From: x@example.org\r\n\r\nwhat is this?", "x@example.org", "nobody@play.example.org")
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        play = desk.game(game)
        assert red is not None and play is not None
        red.rated = True
        seat = play.seat("Red")
        assert seat is not None
        stop = unsubscribe_link(desk, seat, red.id).removeprefix(desk.settings.base_url)
        arrived, sent = desk.incoming.latest(1)[0].id, house.outbox("answer", "red@example.org")[-1].id
    signed_in(page, "red@example.org", house, served)
    paths = [f"/mailbox/{sent}?part={part}" for part in ("text", "html", "files", "source")]
    paths += ["/mailbox/?to=red@example.org", "/mailbox/write", f"/console/mails/{arrived}", f"/people/{red.id}", stop]
    for path, (width, look) in product(paths, ((360, "dark"), (1280, "light"))):
        answer = page.request.get(served + path)
        assert answer.status < 400, (path, answer.status)
        looked_at(page, served, path, width, look)


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_is_readable_at_every_width_by_day_and_night(
    page: Any, served: str, house: House, game: str, path: str, width: int, look: str
) -> None:
    signed_in(page, "red@example.org", house, served)
    looked_at(page, served, path.replace("GAME", game), width, look)


def test_everything_is_reached_and_done_by_keyboard(page: Any, served: str, house: House, game: str) -> None:
    signed_in(page, "red@example.org", house, served)
    page.goto(served + "/me/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    reached = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert {"zone", "weekdays", "tongue", "reports", "Save"} <= reached
    page.locator("#zone").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Asia/Seoul")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer")
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None and person.zone == "Asia/Seoul"


def test_the_letters_of_the_map_are_read_beside_the_orders(page: Any, served: str, house: House, game: str) -> None:
    """The widest map of ours on the narrowest screen that has the orders beside it, of those that are usual."""
    signed_in(page, "red@example.org", house, served)
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto(f"{served}/games/{game}")
    drawn = page.locator("#board svg")
    enlarged = drawn.evaluate("map => map.getBoundingClientRect().width / map.viewBox.baseVal.width")
    names = drawn.evaluate(
        "map => Math.min(...[...map.querySelectorAll('text')].map(one => one.getAttribute('font-size')))"
    )
    assert names * enlarged >= 10
    # Nothing but the map: no band below its last hex that says nothing.
    below = drawn.evaluate("map => map.viewBox.baseVal.height - map.querySelector('.hexes').getBBox().height")
    assert below <= 24


def test_a_phone_shows_a_map_that_is_read_on_its_first_screen(page: Any, served: str, house: House, game: str) -> None:
    signed_in(page, "red@example.org", house, served)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served}/games/{game}")
    page.locator("#board.zoomed").wait_for()
    drawn = page.locator("#board svg")
    enlarged = drawn.evaluate("map => map.getBoundingClientRect().width / map.viewBox.baseVal.width")
    assert 10.5 * enlarged >= 10
    # Half of what is seen at first, at the least, is the map.
    assert page.locator("#board").bounding_box()["y"] <= 390
    brand, me = (page.locator(one).bounding_box()["y"] for one in (".brand", ".top .me"))
    assert abs(brand - me) < 10


def test_an_auction_leaves_the_orders_on_the_first_screen(page: Any, served: str, house: House, game: str) -> None:
    signed_in(page, f"{str(house.row(game).mover).lower()}@example.org", house, served)
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto(f"{served}/games/{game}")
    send = page.locator(".compose button.main").first.bounding_box()
    assert send["y"] + send["height"] <= 800


def test_one_click_and_one_is_at_a_table(page: Any, served: str, house: House, no_pictures: None) -> None:
    page.goto(served)
    page.select_option("#title", "1861")
    page.get_by_role("button", name="Try it now").click()
    page.wait_for_url("**/games/**")
    assert house.row(page.url.rpartition("/")[2].partition("?")[0]).status == "running"


def test_light_and_dark_are_chosen_and_kept(page: Any, served: str, house: House) -> None:
    page.goto(served + "/help")
    page.get_by_role("button", name="Dark").click()
    page.goto(served + "/help")
    assert page.get_attribute("html", "data-look") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(239, 233, 220)"
