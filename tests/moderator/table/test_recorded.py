"""Recorded games, played again by mail: every order a mail from that player, the end as it was recorded."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import engine
from config.settings import ROOT
from engine.interop.record import read_record
from engine.interop.site18xx import draws_for, options_for
from moderator.errands.audit import audit
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from moderator.table.transcript import transcript
from tests.moderator.house import Answered, House, open_house, settings_for

CORPUS = ROOT.parent / "shared" / "corpus"
QUICK = 100


@cache
def recorded(title: str, name: str) -> tuple[GamePlan, list[dict[str, str]], list[dict[str, object]]]:
    """A recorded game as a plan, orders and canonical states."""
    file = CORPUS / title / "real" / f"{name}.json.gz"
    if not file.exists():
        pytest.skip("the recorded games are not here")
    record = read_record(json.loads(gzip.decompress(file.read_bytes())))
    options = options_for(record)
    seats = [Wish(str(name), f"p{n}@example.org") for n, name in enumerate(record.seats)]
    plan = GamePlan(title, seats, options=options, as_seated=True, start=True, drawn=draws_for(record, options))
    run = [sys.executable, "-m", "engine"]
    orders = subprocess.run([*run, "orders", str(file)], cwd=ROOT, capture_output=True, check=True).stdout.splitlines()
    states = subprocess.run([*run, "states", str(file)], cwd=ROOT, capture_output=True, check=True).stdout.splitlines()
    return plan, [json.loads(line) for line in orders], [json.loads(line) for line in states]


def write(house: House, game: str, addresses: dict[str, str], player: str, body: str) -> Answered:
    return house.write(game, player, body, sender=addresses[player], deliver=False)


def play(house: House, plan: GamePlan, orders: list[dict[str, str]]) -> str:
    with house.office.desk() as desk:
        game = new_game(desk, plan, "test").id
    addresses = {wish.name: wish.address for wish in plan.seats}
    for one in orders:
        answer = write(house, game, addresses, one["player"], one["order"])
        if answer.word == "NOT ACCEPTED" and "must agree" in answer.said:
            agree(house, game, addresses, one)
        else:
            assert answer.word == "ACCEPTED", f"{one}\n{answer.said}"
    return game


def agree(house: House, game: str, addresses: dict[str, str], one: dict[str, str]) -> None:
    """What the site does not ask for, we do: the other owner agrees first."""
    proposed = write(house, game, addresses, one["player"], f"propose {one['order']}")
    assert proposed.word == "ACCEPTED", proposed.said
    with house.office.reading() as desk:
        from moderator.table.offers import open_offers

        found = desk.game(game)
        assert found is not None
        offer = open_offers(desk, found)[-1]
    for name in offer.parties:
        assert write(house, game, addresses, name, f"accept {offer.number}").word == "ACCEPTED"


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> House:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    return open_house(settings_for(tmp_path), migrated=True)


def compare(house: House, game: str, states: list[dict[str, object]], at: int) -> None:
    ours = engine.canonical(house.state(game), str)
    theirs = next(one["state"] for one in states if one["i"] == at)
    assert isinstance(theirs, dict)
    for key in ("round", "phase", "bank", "tiles", "depot", "operating_order"):
        assert ours[key] == theirs[key], key
    assert [p["cash"] for p in ours["players"].values()] == [p["cash"] for p in theirs["players"].values()]
    assert set(ours["companies"]) == set(theirs["companies"])
    for name, company in ours["companies"].items():
        for key in ("cash", "price", "trains", "loans"):
            assert company[key] == theirs["companies"][name][key], (name, key)


def test_the_first_rounds_of_a_recorded_1861_game_by_mail(real: House) -> None:
    plan, orders, states = recorded("1861", "29683")
    game = play(real, plan, orders[:QUICK])
    compare(real, game, states, int(orders[QUICK - 1]["i"]))
    assert audit(real.office, game) == []


def test_a_game_played_by_mail_is_exported_as_the_public_site_writes_it(real: House, tmp_path: Path) -> None:
    plan, orders, _ = recorded("1861", "29683")
    game = play(real, plan, orders[:30])
    with real.office.reading() as desk:
        found = desk.game(game)
        assert found is not None
        exported = transcript(found)
    assert exported["title"] == "1861"
    assert len(exported["actions"]) >= 30
    assert [player["name"] for player in exported["players"]] == [wish.name for wish in plan.seats]
    file = tmp_path / "exported.json"
    file.write_text(json.dumps(exported))
    run = [sys.executable, "-m", "engine", "states", str(file)]
    states = subprocess.run(run, cwd=ROOT, capture_output=True, check=True).stdout.splitlines()
    # Read again, the export is the game it was made from.
    compare(real, game, [json.loads(states[-1])], json.loads(states[-1])["i"])


@pytest.mark.long
@pytest.mark.parametrize(("title", "name"), [("1861", "29683"), ("1882", "10526")])
def test_a_whole_recorded_game_by_mail(real: House, title: str, name: str) -> None:
    plan, orders, states = recorded(title, name)
    game = play(real, plan, orders)
    compare(real, game, states, int(orders[-1]["i"]))
    assert audit(real.office, game) == []
