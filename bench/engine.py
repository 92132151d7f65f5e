"""The engine: replaying a recorded game with all checks, the largest track decision, late against early, memory."""

from __future__ import annotations

import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import engine
from engine.__main__ import read_json
from engine.interop.record import Record, read_record
from engine.interop.site18xx import begin, positions
from engine.moves import LayTile
from engine.state import State

SHARED = Path(__file__).parents[2] / "shared" / "corpus"
GAMES = {
    "1861": ("1861/real/29683", "1861/real/bank_breaks_then_final_phase", "1861/generated/11"),
    "1882": ("1882/real/5236", "1882/generated/33"),
}


def best_of(times: int, work: object) -> float:
    """Seconds of the quickest of several runs."""
    assert callable(work)
    quickest = float("inf")
    for _ in range(times):
        began = time.process_time()
        work()
        quickest = min(quickest, time.process_time() - began)
    return quickest


def record(name: str) -> Record:
    return read_record(read_json(str(SHARED / f"{name}.json.gz")))


def replayed(game: Record) -> None:
    for _ in positions(game):
        pass


def late_against_early(game: Record) -> float:
    """What an action of the last quarter costs against one of the same kind in the first, weighted by the last.

    Of each action the quickest of five runs counts: what else the machine does shall not be measured.
    """
    quickest = [float("inf")] * len(game.actions)
    for _ in range(5):
        done = begin(game)
        for number, action in enumerate(game.actions):
            began = time.process_time()
            done.action(action)
            quickest[number] = min(quickest[number], time.process_time() - began)
    quarter = len(game.actions) // 4
    early: dict[str, list[float]] = {}
    late: dict[str, list[float]] = {}
    for number, action in enumerate(game.actions):
        if number < quarter:
            early.setdefault(action["type"], []).append(quickest[number])
        elif number >= len(game.actions) - quarter:
            late.setdefault(action["type"], []).append(quickest[number])
    both = [kind for kind in late if len(early.get(kind, ())) >= 3]
    before = sum(len(late[kind]) * mean(early[kind]) for kind in both)
    return sum(sum(late[kind]) for kind in both) / before if before else 1.0


def largest_track_decision(game: Record) -> tuple[int, float]:
    """The track decision with most legal lays: how many, and milliseconds to list them on a board not seen before."""
    most, where = 0, None
    for done in positions(game):
        if not done.state.over and done.state.cursor.step == "track":
            lays = sum(isinstance(m, LayTile) for m in engine.legal_moves(done.state))
            if lays >= most:
                most, where = lays, done.state
    assert where is not None
    stored = engine.save(where)

    def listed(state: State) -> None:
        list(engine.legal_moves(state))

    quickest = float("inf")
    for _ in range(5):
        fresh = engine.restore(stored)
        began = time.process_time()
        listed(fresh)
        quickest = min(quickest, time.process_time() - began)
    return most, 1000 * quickest


def reading(game: Record) -> tuple[int, float]:
    """The orders of a game as we write them: how many, and µs for one in the quickest of several passes."""
    done = begin(game)
    for action in game.actions:
        done.action(action)
    state, asked = engine.replay(done.start), []
    for played in done.played:
        asked.append((state, engine.write_order(played.move)))
        for event in played.events:
            state = event.apply(state)

    def read() -> None:
        for position, order in asked:
            engine.parse_order(position, order)

    return len(asked), 1e6 * best_of(8, read) / len(asked)


def growth(title: str) -> float:
    """Kilobytes held after 100 short games beyond what was held after 10."""
    seats = tuple(engine.Player(name) for name in ("Red", "Green", "Blue"))

    def short_game(seed: int) -> None:
        chance = random.Random(seed)
        drawn = {name: chance.choice(values) for name, values in engine.draws(title, seats).items()}
        state = engine.replay(engine.start(title, seats, drawn))
        for _ in range(60):
            player = engine.to_act(state)
            if player is None:
                break
            moves = list(engine.legal_moves(state))
            state = engine.apply(state, chance.choice(moves), player, state.players).state

    tracemalloc.start()
    held = 0
    for seed in range(100):
        short_game(seed)
        if seed == 9:
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - held) / 1024


def rows() -> Iterator[dict[str, object]]:
    """One row a figure; without the recorded games only what needs none."""
    for title, names in GAMES.items():
        for name in names if SHARED.exists() else ():
            game = record(name)
            replayed(game)
            each = 1000 * best_of(3, lambda game=game: replayed(game)) / len(game.actions)
            yield {"name": f"replay {name}", "value": round(each, 3), "unit": "ms per action, all checks"}
            orders, us = reading(game)
            yield {"name": f"reading an order {name}", "value": round(us, 1), "unit": f"µs, {orders} orders"}
            times = late_against_early(game)
            yield {
                "name": f"late against early {name}",
                "value": round(times, 2),
                "unit": "times, same kinds of action",
            }
            lays, ms = largest_track_decision(game)
            yield {"name": f"largest track decision {name}", "value": round(ms, 1), "unit": f"ms for {lays} lays"}
        yield {
            "name": f"memory after 100 games {title}",
            "value": round(growth(title), 1),
            "unit": "kB more than after 10",
        }
        if sys.stderr.isatty():
            print(f"bench: engine {title} done", file=sys.stderr)
