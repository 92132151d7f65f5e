"""Recorded games of the public site, played by our rules to the last position."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest

from engine.interop.canonical import canonical
from engine.interop.record import read_record
from engine.interop.site18xx import options_for, positions
from engine.titles.t1882 import TITLE
from tests.engine.titles.proving import proves

CORPUS = Path(__file__).parents[5] / "shared" / "corpus" / "1882"
GAMES = sorted(CORPUS.rglob("*.json.gz"))
QUICK = [game for game in GAMES if game.parent.name == "real"]
LATER = [game for game in GAMES if game.parent.name != "real"]

pytestmark = pytest.mark.skipif(not GAMES, reason="the recorded games are not here")


def replayed(game: Path) -> None:
    """Every position has the money recorded (but for one lone step), and the last one the recorded result."""
    record = read_record(json.loads(gzip.decompress(game.read_bytes())))
    assert options_for(record)["recorded"] is True
    with gzip.open(str(game).replace(".json.gz", ".trace.gz"), "rt") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    traced = {row["i"]: row["state"] for row in rows if "state" in row}
    last = None
    wrong: list[int] = []
    for done in positions(record):
        ours, theirs = canonical(done.state, record.site_id), traced[done.number]
        if {p: v["cash"] for p, v in ours["players"].items()} != {p: v["cash"] for p, v in theirs["players"].items()}:
            wrong.append(done.number)
        last = done
    assert last is not None and last.number == max(traced)
    assert not any(b - a == 1 for a, b in pairwise(wrong)), wrong
    final = traced[max(traced)]["players"]
    assert {str(record.site_id(p)): TITLE.value(last.state, p) for p in last.state.players} == {
        p: v["value"] for p, v in final.items()
    }


@proves("14.1", "14.3", "14.5", "15.1", "17.1")
@pytest.mark.parametrize("game", QUICK, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_a_game_people_played(game: Path) -> None:
    replayed(game)


@pytest.mark.long
@pytest.mark.parametrize("game", LATER, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_a_game_a_program_played(game: Path) -> None:
    replayed(game)
