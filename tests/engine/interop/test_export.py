"""Games written for the public site and read again."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.__main__ import read_json
from engine.interop.export import RecordedTurn, export
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from engine.mechanisms.mergers.demands import SecondShareWanted
from engine.mechanisms.mergers.merging import director_of, in_order
from engine.mechanisms.mergers.moves import Merge, Take
from engine.moves import Pass
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


def test_void_mergers_and_second_shares_bought_first_survive_export_and_import() -> None:
    """We ask for the second share before the merger, the site afterwards; what is void is a pass of its minor there."""
    chance = random.Random(6)
    seats = tuple(engine.Player(name) for name in ("Red", "Green", "Blue", "Gold"))
    start = engine.start("1867", seats)
    state = engine.replay(start)
    turns: list[RecordedTurn] = []
    answers = itertools.cycle(("pass", "pass", "take", "pass", "take"))
    seen: Counter[str] = Counter()
    while (player := engine.to_act(state)) is not None and len(turns) < 600:
        hanging = [move for move in engine.legal_moves(state) if isinstance(move, Merge) and hangs(state, move)]
        if state.demands and isinstance(asked := state.demands[0], SecondShareWanted):
            move: engine.Move = Pass() if next(answers) == "pass" else Take(asked.company, 1)
            seen["bought"] += isinstance(move, Take)
        else:
            move = chance.choice(hanging) if hanging else choose(chance, state, "even")
        outcome = engine.apply(state, move, player, state.players)
        seen.update(type(event).__name__ for event in outcome.events)
        state = outcome.state
        turns.append(RecordedTurn(player, move, outcome.events))
    assert seen["MergerVoid"] and seen["bought"]
    ours, theirs = engine.save(state), engine.save(again(start, turns))
    assert not {name for name in ours if ours[name] != theirs[name]} - {"options", "cursor", "turn", "facts"}


def hangs(state: engine.State, merger: Merge) -> bool:
    """Whether nobody would have two shares."""
    return director_of(state, in_order(state, merger.minors)) is None
