"""From the front page to the first operating round, by clicks alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.moderator.house import House
from tests.moderator.web.test_table_in_a_browser import settled

# More turns than anybody has before the first company operates.
MOST_TURNS = 60


def a_turn(page: Any) -> None:
    """A turn as a beginner clicks it: the first thing offered, and on until it would be over; else what a bot does."""
    offered = page.locator(".may button.order:visible").first
    if offered.count():
        offered.click()
        settled(page)
    if not page.locator(".came .good:visible, .lines li.good").count():
        page.get_by_role("button", name="Remove the last line").click()
        settled(page)
        page.get_by_role("button", name="Fill in a bot's turn").click()
        settled(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Send", exact=True).first.click()
    page.locator("#answer.good").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_try_it_now_leads_to_the_first_operating_round_by_clicks_alone(
    page: Any, served: str, house: House, no_pictures: None, title: str
) -> None:
    page.goto(served)
    page.select_option("#title", title)
    page.get_by_role("button", name="Try it now").click()
    page.wait_for_url("**/games/**")
    game = page.url.rpartition("/")[2].partition("?")[0]
    for _ in range(MOST_TURNS):
        page.locator(".turn .mine").wait_for()
        settled(page)
        if page.locator("#moment").inner_text().startswith("OR"):
            break
        played = house.row(game).seq
        a_turn(page)
        assert house.row(game).seq > played
    # Who got no company for the first one is not asked in it, but has come through it.
    assert page.locator("#moment").inner_text().startswith("OR")
    assert "OR1.1" in page.locator("#rounds").inner_text()
