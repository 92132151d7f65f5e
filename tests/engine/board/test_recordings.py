"""What recorded games accept and refuse, from the board alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from engine.board.hexes import Hex
from engine.board.laying import Lay, fault
from engine.board.network import connected, network
from tests.engine.board.recordings import SHARED, TITLES, Position, board_of, ours, positions, rows, samples, traces

pytestmark = pytest.mark.skipif(not SHARED.exists(), reason="the recorded games are not beside this checkout")

EVERY = [(t, p) for t in TITLES for p in samples(t)]
FEW = [(t, p) for t in TITLES for p in samples(t)[:3]]


def named(cases: list[tuple[str, Path]]) -> list[object]:
    return [pytest.param(path, id=f"{title}-{path.name.split('.')[0]}") for title, path in cases]


def agree_on_track(sample: Path) -> None:
    for position in positions(sample, "Track"):
        accepted = {tuple(x) for x in position.sample["accepted"]}
        assert position.affordable_lays() == accepted, (position.name, position.sample["i"])


def agree_on_stations(sample: Path) -> None:
    for position in positions(sample, "Token"):
        for city, kind, why in position.sample["cities"]:
            allowed = may_stand(position, city, position.company if kind == "normal" else "neutral")
            if "afford" in why:
                # The recording looked at the money first, so it says nothing about the place.
                continue
            assert allowed == (not why), (position.name, position.sample["i"], city, why)


def may_stand(position: Position, city: str, marker: str) -> bool:
    board, (hex_, stop) = position.board, city.split(":")
    place = (Hex(hex_), int(stop))
    reached = place in network(board, position.company).stops
    return reached and board.free_slots(*place, marker) > 0 and board.station_in(marker, Hex(hex_)) is None


def agree_on_mergers(sample: Path) -> None:
    for position in positions(sample, "Merge"):
        if position.sample["merging"]:
            continue
        board, me = position.board, position.company
        minors = [ours("1861", c) for c, data in position.state["companies"].items() if data["type"] == "minor"]
        here = board.stations(me)[0]
        found = {
            other
            for other in minors
            if other != me and board.stations(other) and connected(board, here, board.stations(other)[0], {me, other})
        }
        assert found == {ours("1861", c) for c in position.sample["candidates"]}, (position.name, position.sample["i"])


@pytest.mark.parametrize("sample", named(FEW))
def test_lays_stations_and_mergers_are_those_of_a_few_recordings(sample: Path) -> None:
    agree_on_track(sample)
    agree_on_stations(sample)
    agree_on_mergers(sample)


@pytest.mark.long
@pytest.mark.parametrize("sample", named(EVERY))
def test_lays_stations_and_mergers_are_those_of_every_recording(sample: Path) -> None:
    agree_on_track(sample)
    agree_on_stations(sample)
    agree_on_mergers(sample)


@pytest.mark.parametrize("sample", named(FEW[::3]))
def test_a_lay_is_either_listed_or_has_a_fault(sample: Path) -> None:
    for position in list(positions(sample, "Track"))[:4]:
        board, colours, closed = position.board, position.colours(), position.closed()
        listed = {tuple(x) for x in position.sample["accepted"]}
        for hex_ in board.plan.order:
            for tile in board.plan.tiles:
                for rotation in range(6):
                    lay = Lay(hex_, tile, rotation)
                    found = fault(board, position.company, lay, colours, board.plan.rules, closed)
                    if found is None:
                        assert (hex_, tile, rotation) in listed or position.price(board, lay) > position.purse()
                    else:
                        assert (hex_, tile, rotation) not in listed, found
                        assert found.why.endswith(".")


def follow(trace: Path) -> None:
    """Lay every tile of a recorded game on our own board: stations must move to the cities the recording says."""
    title = trace.parent.parent.name
    lines = rows(trace)[1:]
    for before, after in pairwise(lines):
        action = after["action"]
        if action["type"] != "lay_tile":
            continue
        board, then = board_of(title, before["state"]), board_of(title, after["state"])
        number, hex_ = action["tile"].split("-")[0], Hex(action["hex"])
        if board.face(hex_).stops and not board.face(hex_).exits and len(board.face(hex_).stops) > 1:
            # Separate cities without track: the player chooses, in an action of its own.
            continue
        laid = board.lay(hex_, number, action["rotation"])
        assert laid.changed() == then.changed()
        # A lay may also give a company a station or end one; that is a title's affair.
        for company in board.companies():
            before_, after_ = laid.station_in(company, hex_), then.station_in(company, hex_)
            if before_ is not None and after_ is not None:
                assert before_ == after_, (trace.name, after["i"], company)


@pytest.mark.parametrize("trace", named([(t, p) for t in TITLES for p in traces(t)[:2]]))
def test_stations_move_to_the_city_the_recordings_say(trace: Path) -> None:
    follow(trace)


@pytest.mark.long
@pytest.mark.parametrize("trace", named([(t, p) for t in TITLES for k in ("generated", "real") for p in traces(t, k)]))
def test_stations_move_to_the_city_every_recording_says(trace: Path) -> None:
    follow(trace)
