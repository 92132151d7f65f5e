"""What comes to an open table without a move, and what is said of what was sent."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.moderator.house import House
from tests.moderator.web.test_table import merging
from tests.moderator.web.test_table_in_a_browser import mover, settled, sit


def main_button(page: Any) -> Any:
    return page.locator("#composer button.main")


def test_an_offer_comes_to_an_open_page_and_is_answered_by_a_button_that_says_so(
    page: Any, served: str, house: House
) -> None:
    game = merging(house)
    sit(page, served, house, game, "Blue")
    assert page.locator(".offers").count() == 0
    house.write(game, "Red", "propose merge M-V, K-R and D into SW", deliver=False)
    page.locator(".offers").get_by_role("button", name="Accept").click()
    settled(page)
    expect(main_button(page)).to_have_text("Accept")
    assert "played as soon as this is sent" in page.locator(".came").inner_text()
    with page.expect_response("**/send"):
        main_button(page).click()
    # The position was put on the table, so this game can't be played again from its first move: no page is looked at.
    assert any("merge M-V, K-R and D into SW" in one for one in house.orders(game))


def test_press_comes_to_an_open_page_and_not_into_what_one_is_writing(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(page, served, house, game, "Blue")
    house.write(game, "Red", "press Blue\nare you there?\nend press", deliver=False)
    page.get_by_text("are you there?").wait_for()
    page.locator("#said").fill("I am")
    house.write(game, "Red", "press Blue\nstill there?\nend press", deliver=False)
    page.locator("#news").wait_for()
    expect(page.locator("#said")).to_have_value("I am")


def test_a_yes_that_ends_the_game_needs_a_tick(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue", title="1882")
    name = mover(house, game)
    house.write(game, name, "propose end the game", deliver=False)
    sit(page, served, house, game, "Blue" if name == "Red" else "Red")
    page.locator(".offers").get_by_role("button", name="Accept").click()
    settled(page)
    expect(main_button(page)).to_have_text("Accept, and end the game")
    main_button(page).click()
    page.wait_for_timeout(500)
    assert house.row(game).status == "running", "nothing goes before it is said to be meant"
    page.get_by_role("checkbox", name=re.compile("over at once")).check()
    main_button(page).click()
    page.get_by_text("The game is over.").first.wait_for()
    assert house.row(game).status == "over"


def test_a_yes_sent_before_the_page_could_say_what_it_does_is_asked_about(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue", title="1882")
    name = mover(house, game)
    house.write(game, name, "propose end the game", deliver=False)
    sit(page, served, house, game, "Blue" if name == "Red" else "Red")
    page.locator("#orders").fill("accept 1")
    main_button(page).click()
    page.get_by_role("checkbox", name=re.compile("over at once")).wait_for()
    assert house.row(game).status == "running"


def test_an_answer_is_shown_once(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(page, served, house, game, "Red")
    main_button(page).click()
    page.locator('[data-trouble="empty"]').wait_for()
    page.locator("#orders").fill("bid N 5")
    settled(page)
    main_button(page).click()
    page.locator("#answer.good").wait_for()
    page.reload()
    settled(page)
    assert page.locator("#answer").count() == 0
