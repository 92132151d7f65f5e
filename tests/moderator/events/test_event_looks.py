"""Pages of events in a real browser: readable by everybody (axe-core), at any width, and used as a director would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from moderator.events import announcing
from moderator.store.statuses import TableStatus
from tests.moderator.conftest import without_pictures
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.house import House, copied, open_house, settings_for
from tests.moderator.web.test_looks import looked_at
from tests.moderator.web.visiting import signed_in

PAGES = (
    "/events",
    "/events/new",
    "/events/cup",
    "/events/cup/standings",
    "/events/cup/cross-table",
    "/events/cup/desk",
    "/events/hall",
    "/events/hall/desk",
    "/ratings",
    "/records",
)
QUICK = ("/events/cup", "/events/cup/desk", "/events/new")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> House:
    """One event under way with a table that waits for a ruling, an appeal and a waiting list; one that is over.

    Made once: each test gets a copy.
    """
    house = open_house(settings_for(tmp_path_factory.mktemp("events")))
    house.eager = False
    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        _play(Club(house))
    house.office.close()
    return house


def _play(club: Club) -> None:
    hall = Club(club.house, "hall")
    hall.announce("called Winter Hall", "format swiss 2", "anonymous yes", bots=6)
    hall.close()
    hall.run()
    people = ("Anna", "Bert", "Cleo", "Dora")
    club.announce("called Spring Cup", "about A cup for everybody.", "places 8", "playouts 2", people=people, bots=4)
    assert "waiting list" in club.write("enter cup as Emil", "emil@example.org").said
    club.write("td ban cup Anna, Bert")
    club.close()
    club.move_on()
    for game in club.games():
        club.house.do("bots", game)
        club.house.do("ending", game)
    mine = club.overview().table_of(club.overview().entry_named("Anna"))
    assert mine is not None
    club.write(f"td at cup {mine.number} gm end")
    club.house.do("ending", mine.game_id)
    assert "its result waits" in club.write('appeal cup "it was not over"', "anna@example.org").said
    with club.house.office.desk() as desk:
        announcing.add_deputy(desk, announcing.find(desk, "cup", locked=True), desk.meet("eve@example.org", "Eve"), "x")


@pytest.fixture
def house(begun: House, tmp_path: Path) -> Iterator[House]:
    made = copied(begun, tmp_path)
    yield made
    made.office.close()


@pytest.fixture
def event(club: Club) -> Club:
    return club


@pytest.mark.parametrize(
    "path", [path if path in QUICK else pytest.param(path, marks=pytest.mark.long) for path in PAGES]
)
def test_a_page_of_an_event_is_readable_by_everybody(page: Any, served: str, event: Club, path: str) -> None:
    signed_in(page, BOSS, event.house, served)
    assert page.goto(served + path).status == 200
    for width, look in ((360, "dark"), (1280, "light")):
        looked_at(page, served, path, width, look)


def test_a_ruling_is_shown_with_what_it_changes_and_done_by_a_second_button(
    page: Any, served: str, event: Club
) -> None:
    signed_in(page, BOSS, event.house, served)
    page.goto(f"{served}/events/cup/desk")
    mine = event.overview().table_of(event.overview().entry_named("Anna"))
    assert mine is not None and mine.status == TableStatus.APPEALED
    page.fill(f"#why{mine.number}", "as it stood")
    page.get_by_role("button", name="Show the ruling’s effect").first.click()
    page.wait_for_selector("#trial")
    shown = page.locator("#trial").inner_text()
    assert "This would change" in shown
    assert f"Table {mine.number}" in shown
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert event.overview().table_numbered(mine.number).status == TableStatus.APPEALED, "nothing is done yet"
    page.get_by_role("button", name="Do it").click()
    page.wait_for_selector("#answer")
    assert event.overview().table_numbered(mine.number).status == TableStatus.DECIDED
