"""Games written for the public site and read again."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import engine
from engine.__main__ import read_json
from engine.interop.export import RecordedTurn, export
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from tests.engine.books.ledger import choose

SHARED = Path(__file__).parents[4] / "shared" / "corpus"
RECORDED = sorted(SHARED.glob("*/*/*.json.gz"))


def again(start: tuple[engine.Event, ...], turns: list[RecordedTurn]) -> engine.State:
    """The last position of a game after it was written and read."""
    written = json.loads(json.dumps(export(start, turns)))
    *_, done = positions(read_record(written))
    return done.state


def played(path: Path) -> tuple[tuple[engine.Event, ...], list[RecordedTurn], engine.State]:
    *_, done = positions(read_record(read_json(str(path))))
    return done.start, [RecordedTurn(p.by, p.move, p.events) for p in done.played], done.state


def check(path: Path) -> None:
    start, turns, last = played(path)
    assert engine.digest(again(start, turns)) == engine.digest(last)


@pytest.mark.skipif(not RECORDED, reason="the recorded games are not here")
@pytest.mark.parametrize("name", ["1861/real/29683", "1867/real/21268", "1882/real/5236"])
def test_a_recorded_game_survives_export_and_import(name: str) -> None:
    check(SHARED / f"{name}.json.gz")


@pytest.mark.long
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_recorded_game_survives_export_and_import(path: Path) -> None:
    check(path)


@pytest.mark.parametrize(("title", "seed"), [("1861", 5), ("1861", 8), ("1867", 5), ("1867", 8), ("1882", 3)])
def test_a_game_of_our_own_survives_export_and_import(title: str, seed: int) -> None:
    chance = random.Random(seed)
    seats = tuple(engine.Player(name) for name in ("Red", "Green", "Blue", "Gold"))
    drawn = {name: chance.choice(outcomes) for name, outcomes in engine.draws(title, seats).items()}
    start = engine.start(title, seats, drawn)
    state = engine.replay(start)
    turns: list[RecordedTurn] = []
    while (player := engine.to_act(state)) is not None and len(turns) < 700:
        move = choose(chance, state, "even")
        outcome = engine.apply(state, move, player, state.players)
        state = outcome.state
        turns.append(RecordedTurn(player, move, outcome.events))
    ours, theirs = engine.save(state), engine.save(again(start, turns))
    # The site asks more questions, so the cursor may rest one idle question earlier.
    differing = {name for name in ours if ours[name] != theirs[name]} - {"options", "cursor", "turn", "facts"}
    assert not differing
