"""The table in a real browser: clicks that write orders, two people at one table, and what goes wrong there."""

from __future__ import annotations

import faulthandler
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import engine
from engine.board.tiles import STOP, rotated
from engine.interop import commands
from engine.interop.record import read_record
from engine.interop.site18xx import draws_for, options_for
from engine.moves import LayTile, Run
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.table.test_recorded import CORPUS
from tests.moderator.web.visiting import signed_in

# Which arrow leads from the hex one is at to another.
TOWARDS = """wanted => {
    const middle = one => { const box = one.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [ax, ay] = middle(document.querySelector('.hex.here'));
    const [bx, by] = middle(document.querySelector(`.hex[data-hex="${wanted}"]`));
    if (Math.abs(by - ay) > Math.abs(bx - ax)) return by > ay ? 'ArrowDown' : 'ArrowUp';
    return bx > ax ? 'ArrowRight' : 'ArrowLeft';
}"""
# So many decisions of each kind are composed by clicks.
EACH = 30


def sit(page: Any, served: str, house: House, game: str, name: str) -> None:
    signed_in(page, f"{name.lower()}@example.org", house, served)
    page.goto(f"{served}/games/{game}")


def mover(house: House, game: str) -> str:
    return str(house.row(game).mover)


def settled(page: Any) -> None:
    """The last change was tried. On a busy machine the page may have given up on an answer, and asks again."""
    page.locator('.compose:has([data-trouble="lost"][hidden]) #panel:not([aria-busy="true"])').wait_for()


@pytest.fixture
def building(house: House) -> str:
    """A game in which somebody may lay track."""
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(
        house,
        game,
        lambda state: (
            engine.accepts(state, LayTile) and any(isinstance(move, LayTile) for move in engine.legal_moves(state))
        ),
    )
    return game


def test_a_tile_is_laid_by_clicking_its_hex_and_its_picture(
    page: Any, served: str, house: House, building: str
) -> None:
    name = mover(house, building)
    sit(page, served, house, building, name)
    hex_ = page.locator(".lays .at").first.get_attribute("data-hex")
    page.locator(f'.hex[data-hex="{hex_}"]').click()
    tile = page.locator("#at-hex button.tile").first
    order = tile.get_attribute("value")
    tile.click()
    page.locator(".lines li.good").first.wait_for()
    assert page.locator("#orders").input_value() == order
    page.get_by_role("button", name="Send", exact=True).first.click()
    page.locator("#answer.good").wait_for()
    assert house.orders(building)[-1] == f"{name}: {order}"


def test_the_tiles_of_a_hex_leave_it_in_sight_and_are_shown_on_it(
    page: Any, served: str, house: House, building: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    sit(page, served, house, building, mover(house, building))
    for at in page.locator(".lays .at").all():
        hex_ = page.locator(f'.hex[data-hex="{at.get_attribute("data-hex")}"]')
        hex_.click()
        tiles = page.locator("#at-hex button.tile")
        seen, row = hex_.bounding_box(), page.locator("#at-hex").bounding_box()
        assert seen["y"] >= 0 and seen["y"] + seen["height"] <= row["y"], "the hex is above the row"
        assert row["y"] + row["height"] <= 721 and row["height"] < 180, "and the row is whole"
        tiles.last.hover()
        image = page.locator("#board image.preview")
        shown = image.bounding_box()
        assert abs(shown["x"] + shown["width"] / 2 - seen["x"] - seen["width"] / 2) < 2
        assert image.get_attribute("href").endswith(tiles.last.locator("img").get_attribute("src"))
        page.mouse.move(5, 5)
        tiles.first.focus()
        assert image.get_attribute("href").endswith(tiles.first.locator("img").get_attribute("src"))
        page.keyboard.press("Escape")
        assert image.count() == 0 and not page.locator("#at-hex").is_visible()


def test_keys_alone_lay_a_tile_and_send_it(page: Any, served: str, house: House, building: str) -> None:
    name = mover(house, building)
    sit(page, served, house, building, name)
    wanted = page.locator(".lays .at").first.get_attribute("data-hex")
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    for _ in range(80):
        here = page.locator(".hex.here")
        if here.get_attribute("data-hex") == wanted:
            break
        # As a person would: towards the hex one sees.
        step = page.evaluate(TOWARDS, wanted)
        page.keyboard.press(step)
    assert page.locator(".hex.here").get_attribute("data-hex") == wanted
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(".lines li.good").first.wait_for()
    page.get_by_role("button", name="Send", exact=True).first.focus()
    page.keyboard.press("Enter")
    page.locator("#answer.good").wait_for()
    assert house.orders(building)[-1].startswith(f"{name}: lay ")


def test_the_focus_goes_on_at_the_result_of_what_was_chosen(
    page: Any, served: str, house: House, building: str
) -> None:
    sit(page, served, house, building, mover(house, building))
    page.locator(".ending button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".lines li.good").first.wait_for()
    settled(page)
    assert page.evaluate("document.activeElement.className") == "came"
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('#panel').contains(document.activeElement)")


def test_a_hex_that_can_take_no_tile_says_so(page: Any, served: str, house: House, building: str) -> None:
    sit(page, served, house, building, mover(house, building))
    assert "changed lately" in page.locator("#hex-facts").text_content()
    page.locator(".hex:not(.may-lay):not(.may-stand)").first.click()
    page.get_by_text("No tile can be laid on").wait_for()
    laid = page.locator(".lays .at").first.get_attribute("data-hex")
    page.locator(f'.hex[data-hex="{laid}"]').click()
    page.locator("#at-hex button.tile").first.wait_for()


def test_two_people_at_one_table_see_each_other_s_moves_within_two_seconds(
    page: Any, served: str, house: House, browser: Any
) -> None:
    game = house.game("Red", "Blue")
    other = browser.new_context().new_page()
    # The other browser's clock stands still, so the two seconds are its own, however busy this machine is.
    other.clock.install()
    other.goto(served)
    sit(other, served, house, game, "Blue")
    sit(page, served, house, game, "Red")
    other.clock.pause_at(other.evaluate("Date.now()") + 100)
    page.locator("#orders").fill("bid N 5")
    page.get_by_role("button", name="Send", exact=True).first.click()
    page.locator("#answer.good").wait_for()
    assert other.get_by_text("Your move").count() == 0
    other.clock.run_for(2_000)
    other.get_by_text("Your move").wait_for()
    other.context.close()


def test_page_keys_scroll_and_the_past_says_that_it_is_the_past(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Blue")
    for name, text in (("Red", "bid N 5"), ("Blue", "bid N 10"), ("Red", "bid N 15"), ("Blue", "bid N 20")):
        house.write(game, name, text, deliver=False)
    page.set_viewport_size({"width": 1280, "height": 500})
    sit(page, served, house, game, "Red")
    assert page.title().startswith("● Your move")
    page.keyboard.press("PageDown")
    page.wait_for_timeout(400)
    assert page.evaluate("() => window.scrollY") > 100
    assert not page.locator("#past").is_visible()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("After move 3 of 4").wait_for()
    box = page.locator("#past").bounding_box()
    assert box["y"] == 0, "and it stays in sight"
    assert not page.get_by_text("Your move", exact=True).is_visible()
    assert not page.locator(".compose").is_visible()
    page.get_by_role("link", name="Back to now").click()
    page.get_by_text("Your move", exact=True).wait_for()
    assert not page.locator("#past").is_visible() and page.locator(".compose").is_visible()
    page.keyboard.press("Shift+ArrowLeft")
    page.get_by_text("After move 0 of 4").wait_for()
    page.goto(f"{served}/games/{game}?at=2")
    page.get_by_text("After move 2 of 4").wait_for()
    assert not page.get_by_text("Your move", exact=True).is_visible()
    page.get_by_role("link", name="Back to now").click()
    page.locator("#orders").wait_for()


def test_a_double_click_writes_one_line(page: Any, served: str, house: House) -> None:
    sit(page, served, house, house.game("Red", "Blue"), "Red")
    page.locator('.may button[value="pass"]').dblclick()
    page.locator(".lines li").first.wait_for()
    settled(page)
    assert page.locator("#orders").input_value() == "pass"


def test_enter_in_an_amount_writes_its_line_and_sends_nothing(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    sit(page, served, house, game, mover(house, game))
    page.locator(".span input").first.fill("40")
    page.keyboard.press("Enter")
    page.locator(".lines li.good").wait_for()
    assert page.locator("#orders").input_value().endswith(" 40") and house.orders(game) == []


@pytest.mark.parametrize(("language", "best"), [("fr", "circuler au mieux"), ("ko", "최고로 운행")])
def test_bids_and_painted_routes_are_written_in_the_readers_words(
    page: Any, served: str, house: House, language: str, best: str
) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    with house.office.desk() as desk:
        for name in ("red", "green", "blue"):
            desk.meet(f"{name}@example.org").language = language
    sit(page, served, house, game, mover(house, game))
    page.locator(".span input").first.fill("40")
    page.locator(".span button").first.click()
    page.locator(".lines li.good").wait_for()
    assert page.locator("#orders").input_value() == {"fr": "enchérir 40 sur TSR", "ko": "TSR에 40 입찰"}[language]
    bring(house, game, lambda state: engine.accepts(state, Run) and bool(engine.run_to_come(state).routes))
    state = house.state(game)
    route = engine.run_to_come(state).routes[0]
    sit(page, served, house, game, mover(house, game))
    # Who is asked again has the bid they did not send still before them.
    page.locator("#orders").fill("")
    page.locator(f'.may button[value="{best}"]').click()
    page.locator(".lines li.good").wait_for()
    stops = [stop.partition(":")[0] for stop in route.stops]
    click(page, state, f"run {route.train}: {'-'.join(stops)}", "")
    painted = f"{route.train}: {'-'.join(stops)}"
    # What is painted takes the place of the run that stood there.
    assert page.locator("#orders").input_value() == {"fr": f"circuler {painted}", "ko": f"{painted} 운행"}[language]
    assert page.locator(".lines li.bad").count() == 0


@pytest.fixture
def twins(house: House) -> str:
    """A game in which a company with two trains of one name is to run them."""
    game = house.game("Red", "Green", "Blue", title="1882")

    def two(state: engine.State) -> bool:
        if not engine.accepts(state, Run):
            return False
        trains = state.trains_of(engine.company_on_turn(state))
        return len(trains) == 2 and len(set(trains)) == 1 and bool(engine.run_to_come(state).routes)

    bring(house, game, two)
    return game


def test_a_train_chosen_anew_begins_its_route_anew_and_leaves_the_rest_of_the_orders(
    page: Any, served: str, house: House, twins: str
) -> None:
    train = str(house.state(twins).trains_of(engine.company_on_turn(house.state(twins)))[0])
    sit(page, served, house, twins, mover(house, twins))

    def paint(number: int, *hexes: str) -> str:
        page.locator(f'[data-train="{number}"]').click()
        for one in hexes:
            page.locator(f'.hex[data-hex="{one}"]').dispatch_event("click")
        settled(page)
        return str(page.locator("#orders").input_value())

    def write(text: str) -> None:
        page.locator("#orders").fill(text)
        settled(page)

    write("")
    assert paint(0, "E3", "E5") == f"run {train}: E3-E5"
    assert paint(1, "D4", "E5") == f"run {train}: E3-E5, {train}: D4-E5"
    assert paint(0, "C3") == f"run {train}: E3-E5, {train}: D4-E5", "half a route takes no other's place"
    page.locator('.hex[data-hex="B2"]').dispatch_event("click")
    settled(page)
    assert page.locator("#orders").input_value() == f"run {train}: C3-B2, {train}: D4-E5"
    # What stands behind the run stands behind it still, and the other train keeps its route, also after a reload.
    write(f"run {train}: C3-B2, {train}: D4-E5\npay")
    assert paint(1, "E3", "E5") == f"run {train}: C3-B2, {train}: E3-E5\npay"
    page.reload()
    settled(page)
    assert paint(0, "D4", "E5") == f"run {train}: D4-E5, {train}: E3-E5\npay"
    # The last stop again takes it back, and a route of one stop is none.
    page.locator('.hex[data-hex="E5"]').dispatch_event("click")
    settled(page)
    assert page.locator("#orders").input_value() == f"run {train}: E3-E5\npay"
    # With the text the painting is gone: no train is chosen, and none has a route.
    write("")
    assert page.locator('[data-train][aria-pressed="true"]').count() == page.locator(".hex.painted").count() == 0
    assert paint(1, "D4", "E5") == f"run {train}: D4-E5"
    assert page.locator('[data-train="1"][aria-pressed="true"]').count() == 1


def test_what_one_has_written_is_not_shown_to_the_next_at_the_same_browser(
    page: Any, served: str, house: House
) -> None:
    game = house.game("Red", "Blue")
    sit(page, served, house, game, "Red")
    page.locator("#orders").fill("bid N 45")
    page.locator(".lines li.good").first.wait_for()
    page.context.clear_cookies()
    sit(page, served, house, game, "Blue")
    settled(page)
    assert page.locator("#orders").input_value() == ""
    page.context.clear_cookies()
    sit(page, served, house, game, "Red")
    page.locator(".lines li.good").first.wait_for()
    assert page.locator("#orders").input_value() == "bid N 45"


def test_the_slider_shows_any_moment_and_keys_leaf(page: Any, served: str, house: House, building: str) -> None:
    page.goto(f"{served}/games/{building}")
    last = house.row(building).seq
    page.locator("#slider").fill("3")
    page.locator("#moment", has_text="· 3/").wait_for()
    assert page.url.endswith("?at=3")
    page.locator("h1").first.click()
    page.keyboard.press("ArrowRight")
    page.locator("#moment", has_text=f"· 4/{last}").wait_for()


def test_leafing_back_leaves_nothing_of_now_on_the_map(page: Any, served: str, house: House, building: str) -> None:
    bring(house, building, lambda state: state.phase not in ("2", "1") and engine.accepts(state, LayTile))
    last = house.row(building).seq
    sit(page, served, house, building, mover(house, building))
    page.locator(".hex.may-lay").first.wait_for()
    now = page.locator(".phases [aria-current]").inner_text()
    page.locator("#slider").fill("0")
    page.locator("#moment", has_text="· 0/").wait_for()
    assert page.locator(".hex.may-lay").count() == 0
    assert page.locator(".phases [aria-current]").inner_text() != now, "the phase there was then counts"
    page.locator(".phases a", has_text=now).click()
    page.locator(".phases [aria-current]", has_text=now).wait_for()
    page.locator("#slider").fill("3")
    page.locator(".log li.here", has_text="3").wait_for()
    assert page.locator(".log li").first.get_attribute("value") == "3", "the log stands there too"
    page.locator("#past a").click()
    page.locator(f'.log li[value="{last}"]').wait_for()
    page.locator(".hex.may-lay").first.wait_for()


def test_leafing_goes_on_showing_the_last_run(page: Any, served: str, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: len({worth for worth in state.last_run.values() if worth}) > 1)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        earned = {row.seq: e.revenue for row in play.moves() for e in row.happened if getattr(e, "routes", ())}
    first, last = min(earned), max(earned)
    page.goto(f"{served}/games/{game}")
    page.locator("#slider").fill(str(first))
    page.locator("#moment", has_text=f"· {first}/").wait_for()
    assert page.locator("#board .run").count() == 0
    page.get_by_role("link", name="Last run").click()
    page.locator("#hex-facts", has_text=f"= R{earned[first]}").wait_for()
    assert f"at={first}" in page.url and "show=last" in page.url and page.locator("#board .run").count() > 0
    page.locator("#slider").fill(str(last))
    page.locator("#hex-facts", has_text=f"= R{earned[last]}").wait_for()
    page.reload()
    page.locator("#hex-facts", has_text=f"= R{earned[last]}").wait_for()
    page.get_by_role("link", name="No routes").click()
    page.locator("#board .run").first.wait_for(state="detached")
    assert page.locator("#hex-facts").inner_text() == "" and "show" not in page.url


@pytest.mark.parametrize(("width", "look"), [(360, "light"), (1280, "dark")])
def test_the_table_is_for_everybody(page: Any, served: str, house: House, building: str, width: int, look: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=look)
    sit(page, served, house, building, mover(house, building))
    settled(page)
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    assert found.violations_count == 0, found.generate_report()
    # Nothing is wider than the screen but what scrolls by itself.
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_on_the_page_is_refused_by_its_own_policy(page: Any, served: str, house: House, building: str) -> None:
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda one: said.append(str(one)))
    sit(page, served, house, building, mover(house, building))
    settled(page)
    page.locator("#slider").fill("2")
    page.locator("#moment", has_text="· 2/").wait_for()
    assert said == []


# ---------------------------------------------------------------------- recorded turns, click by click


def merging(order: str) -> tuple[frozenset[str], str]:
    """Who merges into what: in which order they are named says nothing."""
    who, _, into = order.removeprefix("propose ").removeprefix("merge ").partition(" into ")
    return frozenset(re.split(", | and ", who)), into


def alike(state: Any, order: str) -> list[str]:
    """A lay, and the same tile turned so that it lies the same: such lays are offered once."""
    lay = engine.parse_order(state, order)
    tile = state.board.plan.tiles[lay.tile]

    def looks(facing: int) -> frozenset[frozenset[Any]]:
        face = rotated(tile, facing)
        if all(stop.kind == "town" for stop in face.stops):
            # Towns have no names: two that change places look the same.
            joined = [frozenset(face.exits_of(stop)) for stop in range(len(face.stops))]
            return frozenset((*joined, *(frozenset(piece) for piece in face.track if max(piece) < STOP)))
        return frozenset(frozenset(piece) for piece in face.track)

    turned = [replace(lay, facing=facing) for facing in range(6) if looks(facing) == looks(lay.facing)]
    return [order, *map(engine.write_order, turned)]


def click(page: Any, state: Any, order: str, following: str) -> None:
    """Composes one recorded order by clicks alone."""
    words = order.split()
    if words[0] == "lay":
        page.locator(f'.hex[data-hex="{words[3]}"]').dispatch_event("click")
        offered = (page.locator(f'#at-hex button[value="{one}"]') for one in alike(state, order))
        next(button for button in offered if button.count()).first.click()
    elif words[0] == "run" and words[1:] not in (["none"], ["best"]):
        fleet = str(page.locator(".paint").get_attribute("data-fleet")).split()
        used: list[int] = []
        for train, path in re.findall(r"([^\s,:]+): ([^,]+)", order):
            number = next(n for n, one in enumerate(fleet) if one == train and n not in used)
            used.append(number)
            page.locator(f'[data-train="{number}"]').click()
            for hex_ in path.strip().split("-"):
                # Nobody waits for one stop to be counted before the next.
                page.locator(f'.hex[data-hex="{hex_}"]').dispatch_event("click")
            settled(page)
    elif words[0] == "merge":
        who, into = merging(order)
        on_turn = re.findall(r"\S+", page.locator(".gather legend").inner_text())
        for one in sorted(who - set(on_turn)):
            page.locator(f'.gather input[value="{one}"]').check()
        page.locator(".gather select").select_option(into)
        page.locator(".gather button").click()
    else:
        short = re.sub(" city [0-9]+$", "", order)
        # A new company's station in the place of a neutral one is written either way; what comes of it is compared.
        said = [order, f"propose {order}", short, *(one.removeprefix("neutral ") for one in (order, short))]
        if order == "pass":
            said.append("keep")  # what whoever is asked about a company without a train says
        if words[0] == "start" and following.startswith("token in "):
            # Records place a new company's station by an order of its own.
            said.append(f"{order} in {following.split()[2]}")
        exact = [same for one in said if (same := page.locator(f'.may button[value="{one}"]')).count()]
        if exact:
            exact[0].first.click()
        else:
            stem, _, amount = order.rpartition(" ")
            span = page.locator(
                ".span", has=page.locator(f'[data-form="{stem} {{}}"], [data-form="propose {stem} {{}}"]')
            ).first
            span.locator("input").fill(amount)
            span.locator("button").click()
    settled(page)


def games_of(title: str) -> Iterator[tuple[GamePlan, list[str]]]:
    """Recorded games of people, then those made for the purpose, each once, with its orders."""
    known: set[str] = set()
    folder = CORPUS / title
    if not folder.exists():
        pytest.skip("the recorded games are not here")
    for file in (*sorted((folder / "real").glob("*.json.gz")), *sorted((folder / "generated").glob("*.json.gz"))):
        record = read_record(json.loads(gzip.decompress(file.read_bytes())))
        options = options_for(record)
        seats = [Wish(str(name), f"p{n}@example.org") for n, name in enumerate(record.seats)]
        plan = GamePlan(title, seats, options=options, as_seated=True, start=True, drawn=draws_for(record, options))
        orders = [line["order"] for line in commands.orders(record)]
        if "\n".join(orders) not in known:
            yield plan, orders
        known.add("\n".join(orders))


@dataclass
class Turn:
    """Some orders of a record that are one mail: the position they were given in, and what came of each."""

    state: Any
    orders: list[str] = field(default_factory=list)
    outcomes: list[tuple[str, engine.Outcome]] = field(default_factory=list)


def turns(state: Any, orders: list[str]) -> Iterator[Turn]:
    """The record turn by turn. What others must agree to is a mail of its own, for it is proposed to them first."""
    turn = Turn(state)
    for order in orders:
        move, mover = engine.parse_order(state, order), engine.Player(engine.to_act(state) or "")
        alone = asks_others(state, order)
        if alone and turn.orders:
            yield turn
            turn = Turn(state)
        outcome = engine.apply(state, move, mover, state.players, advise=False)
        turn.orders.append(engine.write_order(move))
        turn.outcomes.append((mover, outcome))
        if alone or engine.to_act(outcome.state) != mover or engine.ends_turn(state, outcome.events):
            yield turn
            turn = Turn(outcome.state)
        state = outcome.state


def asks_others(state: Any, order: str) -> bool:
    """Whether somebody else must agree to it."""
    return any(name != engine.to_act(state) for name in engine.consents(state, engine.parse_order(state, order)))


def by_hand(order: str) -> bool:
    """A discard before the company that is asked: free only where a record is played as the public site asks."""
    return order.startswith("discard ") and " of " in order


def after(state: Any, lines: list[str]) -> Any:
    """The position after some lines."""
    for line in lines:
        move = engine.parse_order(state, line.removeprefix("propose "))
        mover = engine.Player(engine.to_act(state) or "")
        state = engine.apply(state, move, mover, state.players, advise=False).state
    return state


def kind_of(order: str) -> str:
    words = order.split()
    return " ".join(words[:2]) if words[:2] == ["buy", "private"] else words[0]


# What the recorded games hold so many of. Of the rest all of them together have fewer: stations kept 21 times in
# 1861 and 19 in 1867, trains discarded 20, 9 and 5 times, in 1882 21 exchanges, 9 bankruptcies and one agreed end.
MERGING = (
    *("bid", "pass", "buy", "sell", "lay", "token", "run", "pay", "half", "withhold", "train", "take"),
    *("buy private", "convert", "merge", "redeem", "start", "nationalise"),
)
KINDS = {
    "1861": MERGING,
    "1867": MERGING,
    "1882": (
        *("bid", "pass", "buy", "sell", "start", "lay", "token", "run", "pay", "withhold", "train"),
        *("buy private", "neutral", "move"),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("title", sorted(KINDS))
def test_recorded_turns_are_composed_by_clicks(page: Any, served: str, house: House, title: str) -> None:
    """Whole turns, until there were enough of every kind; of what is rare, all that came up on the way."""
    # Minutes are its nature: nobody needs to be shown where it hangs, and showing it has killed a browser's threads.
    faulthandler.cancel_dump_traceback_later()
    done: Counter[str] = Counter()
    page.goto(served)
    for plan, orders in games_of(title):
        if all(done[kind] >= EACH for kind in KINDS[title]):
            break
        if any(done[kind] < EACH for kind in set(map(kind_of, orders)) & set(KINDS[title])):
            done += compose_game(page, served, house, plan, orders, done)
            print(title, dict(done), flush=True)
    assert {kind: done[kind] for kind in KINDS[title] if done[kind] < EACH} == {}


def compose_game(
    page: Any, served: str, house: House, plan: GamePlan, orders: list[str], before: Counter[str]
) -> Counter[str]:
    """Composes the turns of a game in which something is decided of which there was not enough yet."""
    done: Counter[str] = Counter()
    addresses = {wish.name: wish.address for wish in plan.seats}
    with house.office.desk() as desk:
        game = new_game(desk, plan, "test").id
    waiting: list[Turn] = []
    for turn in turns(house.state(game), orders):
        if any(before[kind] + done[kind] < EACH for kind in map(kind_of, turn.orders)):
            play_on(house, game, waiting)
            waiting = []
            signed_in(page, addresses[str(engine.to_act(turn.state))], house, served)
            page.goto(f"{served}/games/{game}")
            done += compose(page, turn.state, turn.orders)
            # What was not sent would be found again, and a page left open would show the moves to come.
            page.evaluate("sessionStorage.clear()")
            page.goto("about:blank")
        waiting.append(turn)
    return done


def play_on(house: House, game: str, some: list[Turn]) -> None:
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        for turn in some:
            for order, (mover, outcome) in zip(turn.orders, turn.outcomes, strict=True):
                play.record(mover, order, outcome, "test", None, desk.now)


def compose(page: Any, state: Any, turn: list[str]) -> Counter[str]:
    """Composes a turn, line by line, and holds what came of it against the record; what was clicked is counted."""
    counted: Counter[str] = Counter()
    here = state
    for number, order in enumerate(turn):
        composed = [line for line in page.locator("#orders").input_value().splitlines() if line.strip()]
        before = after(state, composed)
        if engine.digest(before) == engine.digest(after(here, [order])):
            # The station of a company that was just started came with it.
            here = before
            continue
        page.evaluate("document.querySelectorAll('#panel details').forEach((one) => { one.open = true; })")
        if by_hand(order):
            page.locator("#orders").fill("\n".join([*composed, order]))
            if asks_others(here, order):
                # What others must agree to is offered as a proposal in its place.
                page.locator(f'.instead button[value="propose {order}"]').click()
            page.locator(".lines li.good").nth(len(composed)).wait_for()
        else:
            click(page, here, order, turn[number + 1] if number + 1 < len(turn) else "")
            counted[kind_of(order)] += 1
        here = after(here, [order])
        lines = page.locator("#orders").input_value().splitlines()
        assert len(lines) == len(composed) + 1, (turn, lines)
        if order.startswith("lay "):
            assert lines[-1].split()[:4] == order.split()[:4], (turn, lines)
        # What lies alike is offered once: from here on the position is the one that was composed.
        now = after(state, lines)
        if order.startswith("lay "):
            here = now
        elif order.split()[0] != "start":
            assert engine.digest(now) == engine.digest(here), (turn, lines)
    return counted
