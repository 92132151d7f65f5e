"""Coming in with a real browser, where all mail stays at this machine."""

from __future__ import annotations

import re
from typing import Any

from tests.moderator.house import House
from tests.moderator.web.test_entering import link_for
from tests.moderator.web.visiting import person_of, signed_in


def test_the_link_in_the_local_mailbox_signs_in(page: Any, served: str, house: House) -> None:
    page.goto(f"{served}/signin")
    page.locator("#address").fill("ann@example.org")
    page.get_by_role("button", name="Email me a link").click()
    link_for(house, "ann@example.org")
    page.get_by_role("link", name="Open the mailbox").click()
    page.frame_locator("iframe").locator('a[href*="/signin/"]').first.click()
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/me/")


def test_the_back_button_after_a_mistyped_word_shows_a_page(page: Any, served: str, house: House) -> None:
    page.goto(f"{served}/signin")
    page.locator("#address").fill("ann@example.org")
    page.get_by_role("button", name="Email me a link").click()
    word = link_for(house, "ann@example.org").rpartition("/")[2]
    page.locator("#word").fill("WRONG")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("That is not the word of the email.").wait_for()
    page.go_back()
    page.get_by_role("heading", name=re.compile("mailbox")).wait_for()
    page.go_forward()
    page.locator("#word").fill(word.lower())
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/me/")


def test_the_zone_of_the_browser_is_taken_over_by_a_click(browser: Any, served: str, house: House) -> None:
    page = browser.new_context(timezone_id="Asia/Seoul").new_page()
    page.goto(served)
    signed_in(page, "ann@example.org", house, served)
    page.goto(f"{served}/me/")
    page.get_by_role("button", name="Asia/Seoul").click()
    page.wait_for_url("**/me/?said=*")
    assert person_of(house, "ann@example.org").zone == "Asia/Seoul"
    assert not page.locator("#here").is_visible()
    page.context.close()
