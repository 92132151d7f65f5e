"""Questions about a real position: routes, map, market, and the word about a run that earns too little."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.moderator.house import Answered, House, open_house, settings_for
from tests.moderator.positions import bring


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    """1882 when a company is about to run a train that earns something."""
    home = tmp_path_factory.mktemp("running")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = open_house(settings_for(home), migrated=True)
    drawn, options = {"rebellion": "3", "p4_share": "GTP"}, {"announced_runs": "players"}
    game = house.game("Red", "Green", "Blue", title="1882", drawn=drawn, options=options)

    def there(state: Any) -> bool:
        return "run none" in (orders := engine.legal_orders(state)) and orders[0] != "run none"

    bring(house, game, there)
    house.office.close()
    return home, game


class Asked:
    """The position and its mover, who asks."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game, self.mover = house, game, house.row(game).mover or ""

    def write(self, body: str) -> Answered:
        return self.house.write(self.game, self.mover, body, deliver=False)

    def block(self, body: str) -> str:
        answer = self.write(body)
        assert answer.word == "ACCEPTED"
        (block,) = answer.rows[0].data["blocks"]
        return str(block["text"])


@pytest.fixture
def asked(position: tuple[Path, str], tmp_path: Path) -> Iterator[Asked]:
    shutil.copytree(position[0], tmp_path, dirs_exist_ok=True)
    house = open_house(settings_for(tmp_path), migrated=True)
    yield Asked(house, position[1])
    house.office.close()


def said(answer: Answered) -> str:
    return str(answer.rows[0].data["lines"][0]["said"])


def test_routes_shows_what_a_company_could_run(asked: Asked) -> None:
    state = asked.house.state(asked.game)
    company = engine.company_on_turn(state)
    text = asked.block(f"routes {company.lower()}")
    best = next(order for order in engine.legal_orders(state) if order.startswith("run "))
    assert best in text
    assert "proved" in text
    assert asked.block("routes") == text, "the company on turn is meant where none is named"
    refused = asked.write("routes XYZ")
    assert refused.word == "NOT ACCEPTED"
    proposed = [order.split()[1] for order in refused.rows[0].data["lines"][0]["instead"] if order != "status"]
    assert proposed and all(state.trains_of(one) and one in state.directors for one in proposed)


@pytest.mark.parametrize("order", ["run none", "route none", "circuler rien"])
def test_a_run_that_earns_less_says_so_while_it_can_be_undone(asked: Asked, order: str) -> None:
    before = asked.house.row(asked.game)
    answer = asked.write(order)
    assert answer.word == "ACCEPTED"
    assert re.search(r"You run \D0, the best is \D\d+", said(answer))
    assert "undo" in said(answer)
    assert asked.house.row(asked.game).mover == asked.mover
    assert asked.write("undo").word == "ACCEPTED"
    assert asked.house.row(asked.game).digest == before.digest
    better = asked.write("run best")
    assert better.word == "ACCEPTED"
    assert "You run" not in said(better)
    assert "(proved)" in said(better)


def test_a_run_below_the_best_announced_is_refused_with_the_better_routes(tmp_path: Path, empty_database: Path) -> None:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path), migrated=True)
    game = house.game("Red", "Green", "Blue", title="1882", drawn={"rebellion": "3", "p4_share": "GTP"})
    bring(house, game, lambda state: any(order.startswith("run 2") for order in engine.legal_orders(state)))
    mover, best = house.row(game).mover or "", engine.best_run(house.state(game))
    answer = house.write(game, mover, "run none", deliver=False)
    assert answer.word == "NOT ACCEPTED"
    (line,) = answer.rows[0].data["lines"]
    assert "earn $0" in line["said"] and engine.write_order(best.move) in line["said"]
    assert house.write(game, mover, engine.write_order(best.move), deliver=False).word == "ACCEPTED"
    house.office.close()


def test_map_and_market_are_sent_as_text(asked: Asked) -> None:
    state = asked.house.state(asked.game)
    assert all(any(name in line for line in asked.block("market").splitlines()) for name in state.directors)
    drawn = asked.block("map")
    assert max(len(line) for line in drawn.splitlines()) <= 78
    assert "|" in drawn


def test_a_language_is_kept_if_there_are_words_for_it(asked: Asked) -> None:
    assert asked.write("language ko").word == "ACCEPTED"
    with asked.house.office.reading() as desk:
        person = desk.person_at(f"{asked.mover.lower()}@example.org")
        assert person is not None
        assert person.language == "ko"
    assert asked.write("language tlh").word == "NOT ACCEPTED"


def test_a_turn_to_come_is_not_called_over(asked: Asked) -> None:
    assert "has not come yet" in said(asked.write("turn 9000\nrun best"))
