"""A game's page for those who only look on: pictures of any of its positions, and its record."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import engine
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from moderator.bots.choose import choose
from moderator.web import create_app
from tests.moderator.house import House, open_house, settings_for


@pytest.fixture(scope="module")
def building(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[tuple[House, str]]:
    """A real game up to the first tile on the map."""
    home = tmp_path_factory.mktemp("spectators")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = open_house(settings_for(home), migrated=True)
    game = house.game("Red", bots=("Green", "Blue"), title="1861")
    house.bots(game)
    while not any(": lay " in order for order in house.orders(game)):
        order = engine.write_order(choose(house.state(game), "Red"))
        assert house.write(game, "Red", order, deliver=False).verdict == "ACCEPTED"
        house.bots(game)
    yield house, game
    house.office.close()


@pytest.fixture
def client(building: tuple[House, str]) -> FlaskClient:
    return create_app(building[0].office).test_client()


def test_the_page_shows_the_map_and_the_market_of_the_position(
    client: FlaskClient, building: tuple[House, str]
) -> None:
    house, game = building
    at = house.row(game).seq
    page = client.get(f"/games/{game}").text
    assert page.count("<svg") > 2 and f'href="/games/{game}/map.svg?at={at}"' in page
    for name in ("map", "market"):
        picture = client.get(f"/games/{game}/{name}.svg?at={at}")
        assert picture.mimetype == "image/svg+xml"
        assert "script" not in picture.headers["Content-Security-Policy"]
        assert ET.fromstring(picture.text).tag.endswith("svg")


def test_every_move_has_its_own_map_and_its_change_marked(client: FlaskClient, building: tuple[House, str]) -> None:
    house, game = building
    first = next(n for n, order in enumerate(house.orders(game), 1) if ": lay " in order)
    before, after, later = (client.get(f"/games/{game}/map.svg?at={n}").text for n in (first - 1, first, first + 1))
    assert before != after  # a tile
    assert after != later  # its mark is gone, or another came


def test_a_picture_that_did_not_change_is_not_sent_again(client: FlaskClient, building: tuple[House, str]) -> None:
    _, game = building
    first = client.get(f"/games/{game}/map.svg")
    again = client.get(f"/games/{game}/map.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")


def test_the_record_can_be_taken_home_and_played_again(client: FlaskClient, building: tuple[House, str]) -> None:
    house, game = building
    assert f"/games/{game}/game.json" in client.get(f"/games/{game}").text
    answer = client.get(f"/games/{game}/game.json")
    *_, last = positions(read_record(answer.get_json()))
    assert last.state.board.changed() == house.state(game).board.changed()
    assert last.state.cash == house.state(game).cash


def test_there_is_nothing_to_draw_of_a_game_that_is_not_there(client: FlaskClient) -> None:
    for name in ("map.svg", "market.svg", "game.json"):
        assert client.get(f"/games/1861-none/{name}").status_code == 404
