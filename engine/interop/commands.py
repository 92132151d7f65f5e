"""What `python -m engine` prints for a recorded game: positions, orders, legal lays and best runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine import game
from engine.events import TrainsRan
from engine.interop.canonical import canonical
from engine.interop.record import Record
from engine.interop.site18xx import Import, positions
from engine.moves import LayTile, PlaceStation
from engine.notation import write_order
from engine.runs.proposal import best_run
from engine.steps.lay_track import LayTrack
from engine.steps.place_station import PlaceStations
from engine.steps.run_trains import RunTrains

Line = dict[str, Any]
Clock = Callable[[], float]


def states(record: Record) -> Iterator[Line]:
    """The canonical position at the start and after every effective action."""
    for done in positions(record):
        yield {"i": done.number, "state": canonical(done.state, record.site_id, done.removed)}


def orders(record: Record) -> Iterator[Line]:
    """The game as orders in our own language."""
    seen = 0
    for done in positions(record):
        for played in done.played[seen:]:
            yield {"i": played.number, "player": played.by, "order": write_order(played.move)}
        seen = len(done.played)


def legal(record: Record) -> Iterator[Line]:
    """Every lay and every station that would be accepted, wherever one of them is asked for."""
    for done in positions(record):
        if not done.state.over:
            yield from _legal_now(done)


def _legal_now(done: Import) -> Iterator[Line]:
    state = done.state
    step = game.open_step(state)
    if isinstance(step, LayTrack):
        lays = [[m.hex, m.tile, m.facing] for m in game.legal_moves(state) if isinstance(m, LayTile)]
        yield {"i": done.number, "lays": lays}
    elif isinstance(step, PlaceStations):
        places = [m.hex for m in game.legal_moves(state) if isinstance(m, PlaceStation) and not m.neutral]
        yield {"i": done.number, "stations": sorted(set(places))}


def best(record: Record, clock: Clock) -> Iterator[Line]:
    """What every company ran, and the most it could have run."""
    waiting: Line | None = None
    for done in positions(record):
        if waiting is not None:
            ran = [e for played in done.played if played.number == done.number for e in played.events]
            declared = [e.revenue for e in ran if isinstance(e, TrainsRan)]
            if declared:
                yield {**waiting, "i": done.number, "declared": declared[0]}
        waiting = _best_now(done, clock)


def _best_now(done: Import, clock: Clock) -> Line | None:
    state = done.state
    if state.over:
        return None
    step = game.open_step(state)
    if not isinstance(step, RunTrains):
        return None
    began = clock()
    found = best_run(state, step)
    took = round((clock() - began) * 1000, 1)
    return {
        "i": done.number,
        "company": state.title.companies[state.operating].site,
        "trains": sorted(state.trains_of(state.operating)),
        "declared": 0,
        "best": found.value,
        "bound": found.bound,
        "proved": found.proved,
        "ms": took,
    }
