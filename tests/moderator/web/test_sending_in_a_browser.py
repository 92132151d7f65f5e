"""Sending from the table when things go wrong: nothing written is lost, and nothing is played or kept twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

import engine
from engine.moves import LayTile
from moderator.table import standing
from moderator.web import visitor
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.test_table_in_a_browser import settled, sit


@dataclass(frozen=True)
class Sheet:
    """What somebody writes: a turn to be played, or an order to be kept on file."""

    seat: str
    text: str
    # As it is kept, and something else that may be written.
    kept: str
    other: str


TURN = Sheet("Red", "bid N 5", "Red: bid N 5", "bid N 10")
LATER = Sheet("Blue", "standing pass", "Blue: standing pass in this auction", "bid N up to 20")


@pytest.fixture(params=[pytest.param(TURN, id="a turn"), pytest.param(LATER, id="on file", marks=pytest.mark.long)])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    found: Sheet = request.param
    return found


@pytest.fixture
def game(house: House) -> str:
    return house.game("Red", "Blue")


@pytest.fixture
def arrived(house: House, game: str) -> Callable[[], list[str]]:
    """What was played, and what anybody has on file."""

    def look() -> list[str]:
        with house.office.reading() as desk:
            play = desk.game(game)
            assert play is not None
            filed = [(seat.name, row.text) for seat in play.players for row in standing.open_orders(desk, seat)]
        return [*house.orders(game), *(f"{name}: {text}" for name, text in filed)]

    return look


def write(page: Any, text: str) -> None:
    page.locator("#orders").fill(text)
    page.locator(".lines li.good").first.wait_for()
    settled(page)


def send(page: Any) -> None:
    page.get_by_role("button", name=re.compile("^Send")).first.click()


def trouble(page: Any, kind: str) -> Any:
    return page.locator(f'[data-trouble="{kind}"]')


def test_a_double_click_sends_one_mail(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    write(page, sheet.text)
    page.get_by_role("button", name=re.compile("^Send")).first.dblclick()
    page.locator("#answer.good").wait_for()
    assert arrived() == [sheet.kept]


def test_the_back_button_sends_nothing_twice_and_swallows_nothing_new(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    write(page, sheet.text)
    send(page)
    page.locator("#answer.good").wait_for()
    page.go_back()
    page.locator("#answer").wait_for(state="detached")
    settled(page)
    assert page.locator("#orders").input_value() == "", "what was answered is done with"
    page.locator("#orders").fill(sheet.other)
    settled(page)
    send(page)
    page.locator("#answer").wait_for()
    assert sheet.other in page.locator("#answer").inner_text(), "the answer is to what was written last"
    assert arrived().count(sheet.kept) == 1


def test_two_tabs_send_the_same_once(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    other = page.context.new_page()
    other.goto(f"{served}/games/{game}")
    for one in (page, other):
        write(one, sheet.text)
    for one in (page, other):
        send(one)
        one.locator("#answer").wait_for()
    assert arrived() == [sheet.kept]


def test_a_lost_connection_is_told_and_what_was_written_is_tried_when_it_is_back(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    page.context.set_offline(True)
    page.locator("#orders").fill(sheet.text)
    trouble(page, "lost").wait_for()
    expect(page.locator("#orders")).to_have_value(sheet.text)
    page.context.set_offline(False)
    # By itself: nobody clicks.
    page.locator(".lines li.good").wait_for()
    assert not trouble(page, "lost").is_visible()
    assert arrived() == []
    send(page)
    page.locator("#answer.good").wait_for()
    assert arrived() == [sheet.kept]


def test_what_was_to_be_sent_without_a_connection_stays_said_to_be_unsent(
    page: Any, served: str, house: House, game: str, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, TURN.seat)
    write(page, TURN.text)
    page.context.set_offline(True)
    send(page)
    trouble(page, "unsent").wait_for()
    page.context.set_offline(False)
    # It is tried again by itself, and that it was tried is not that it was sent.
    with page.expect_response("**/compose"):
        pass
    settled(page)
    assert trouble(page, "unsent").is_visible() and not trouble(page, "lost").is_visible()
    page.reload()
    settled(page)
    assert trouble(page, "unsent").is_visible()
    assert arrived() == []
    send(page)
    page.locator("#answer.good").wait_for()
    assert not trouble(page, "unsent").is_visible()
    assert arrived() == [TURN.kept]


def test_a_tab_left_open_plays_nothing_for_another_step_of_the_same_turn(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: state.cursor.round == "operating" and engine.accepts(state, LayTile))
    name = str(house.row(game).mover)
    sit(page, served, house, game, name)
    other = page.context.new_page()
    other.goto(f"{served}/games/{game}")
    # Nobody tells that page, and nobody looks.
    other.route("**/live", lambda route: route.abort())
    for one, text in ((other, "pass"), (page, "pass\ntrain 2")):
        write(one, text)
    send(page)
    page.locator("#answer.good").wait_for()
    assert house.row(game).mover == name, "the turn goes on"
    before = house.orders(game)
    send(other)
    other.locator("#answer.bad").wait_for()
    assert house.orders(game) == before
    settled(other)
    expect(other.locator("#orders")).to_have_value("pass")
    # Tried on what there is, it says what it would do, and may be sent after all.
    send(other)
    other.locator("#answer.good").wait_for()
    assert house.orders(game) == [*before, f"{name}: pass"]


@pytest.mark.parametrize("how", ["again", "after a reload"])
def test_what_arrived_while_its_answer_was_lost_is_sent_again_as_the_same_mail(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]], how: str
) -> None:
    sit(page, served, house, game, sheet.seat)
    write(page, sheet.text)

    def swallow(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route("**/send", swallow)
    send(page)
    trouble(page, "unsent").wait_for()
    assert arrived() == [sheet.kept]
    page.unroute("**/send")
    if how == "after a reload":
        page.reload()
        settled(page)
    expect(page.locator("#orders")).to_have_value(sheet.text)
    send(page)
    page.locator("#answer.good").wait_for()
    assert arrived() == [sheet.kept]
    page.goto(f"{served}/games/{game}")
    assert page.locator("#orders").input_value() == ""


def test_whoever_has_to_sign_in_again_finds_what_was_written(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    write(page, sheet.text)
    page.context.clear_cookies()
    send(page)
    trouble(page, "ended").wait_for()
    expect(page.locator("#orders")).to_have_value(sheet.text)
    assert arrived() == []
    trouble(page, "ended").get_by_role("link").click()
    page.locator("#address").wait_for()
    sit(page, served, house, game, sheet.seat)
    page.locator(".lines li.good").wait_for()
    expect(page.locator("#orders")).to_have_value(sheet.text)
    send(page)
    page.locator("#answer.good").wait_for()
    assert arrived() == [sheet.kept]
    page.goto(f"{served}/games/{game}")
    assert page.locator("#orders").input_value() == ""


@pytest.mark.parametrize("how", ["told by itself", "when sending"])
def test_at_a_private_table_too_whoever_was_signed_out_is_told_and_keeps_the_lines(
    page: Any, served: str, house: House, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "at_this_machine", lambda: False)
    game = house.game("Red", "Blue", visibility="private")
    sit(page, served, house, game, "Red")
    write(page, "bid N 5")
    if how == "when sending":
        page.route("**/live", lambda route: route.abort())
    page.context.clear_cookies()
    if how == "when sending":
        send(page)
    trouble(page, "ended").wait_for()
    assert page.locator('[data-trouble="ended"] a').get_attribute("href") == f"/signin?next=/games/{game}"
    expect(page.locator("#orders")).to_have_value("bid N 5")
    assert not trouble(page, "broken").is_visible() and house.orders(game) == []


def test_a_turn_that_is_over_is_refused_and_its_lines_stay(
    page: Any, served: str, house: House, game: str, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, "Red")
    write(page, "bid N 15")
    # Nobody has told the page yet.
    page.route("**/live", lambda route: route.abort())
    house.write(game, "Red", "bid N 5", deliver=False)
    house.write(game, "Blue", "bid N 10", deliver=False)
    before = arrived()
    send(page)
    page.locator("#answer.bad").wait_for()
    settled(page)
    assert arrived() == before
    expect(page.locator("#orders")).to_have_value("bid N 15")
    # Tried on the turn there is, it may be sent after all.
    send(page)
    page.locator("#answer.good").wait_for()
    assert arrived() == [*before, "Red: bid N 15"]


def test_whoever_writes_while_others_move_is_told_and_keeps_the_lines(
    page: Any, served: str, house: House, game: str, sheet: Sheet, arrived: Callable[[], list[str]]
) -> None:
    sit(page, served, house, game, sheet.seat)
    write(page, sheet.text)
    house.write(game, "Red", "bid N 10", deliver=False)
    page.locator("#news").wait_for()
    expect(page.locator("#orders")).to_have_value(sheet.text)
    page.locator("#news a").click()
    page.locator("#news").wait_for(state="hidden")
    settled(page)
    expect(page.locator("#orders")).to_have_value(sheet.text)
    assert arrived() == ["Red: bid N 10"]


def test_what_was_kept_is_taken_off_once(
    page: Any, served: str, house: House, game: str, arrived: Callable[[], list[str]]
) -> None:
    for text in (LATER.text, LATER.other):
        house.write(game, LATER.seat, text, deliver=False)
    sit(page, served, house, game, LATER.seat)
    page.locator('.filed button[value="cancel 1"]').click()
    settled(page)
    page.get_by_role("button", name=re.compile("^Send")).first.dblclick()
    page.locator("#answer.good").wait_for()
    assert arrived() == [f"{LATER.seat}: {LATER.other} then ask"]
