"""What was stored once is read for ever: games in every form that was ever written, replayed by today's code.

Folder 1 holds what was written before events had owners and rows had all their fields; folder 2 what came after.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import pytest

import engine
from engine import records
from engine.events import DemandMade, Event, Passed
from engine.interop.canonical import canonical
from engine.mechanisms.mergers.demands import StationsWanted
from engine.mechanisms.mergers.merging import may_fall_through
from engine.state import State
from engine.steps.home_station import HomeWanted
from engine.steps.run_trains import announced_by_the_moderator
from tests.printed import TITLES

HERE = Path(__file__).parent
GAMES = sorted(path.relative_to(HERE).as_posix() for path in HERE.glob("*/*.json.gz"))
DIGESTS = tomllib.loads((HERE / "digests.toml").read_text("utf-8"))


def stored(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress((HERE / name).read_bytes()))
    return data


def replayed(game: dict[str, Any]) -> State:
    return engine.replay(engine.decode(event) for row in game["rows"] for event in row)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_leads_to_the_position_it_led_to_when_it_was_stored(name: str) -> None:
    game = stored(name)
    state = replayed(game)
    assert json.loads(json.dumps(canonical(state, lambda player: player))) == game["position"]
    assert engine.digest(state) == DIGESTS[name]


@pytest.mark.parametrize("name", GAMES)
def test_an_event_names_the_hexes_in_which_it_is_seen(name: str) -> None:
    """Mails draw the map anew where an event says so, and nowhere else."""
    first, *rest = (engine.decode(event) for row in stored(name)["rows"] for event in row)
    state, moved = engine.replay((first,)), 0
    for event in rest:
        board, state = state.board, event.apply(state)
        now = state.board
        tiles = {hex_ for hex_ in board.tiles.keys() | now.tiles.keys() if board.tile(hex_) != now.tile(hex_)}
        cities = {at for at in board.cities.keys() | now.cities.keys() if board.cities.get(at) != now.cities.get(at)}
        changed = tiles | {hex_ for hex_, _ in cities}
        assert changed <= set(event.seen_in()), event
        assert not event.seen_in() or board != now, event
        moved += bool(changed)
    assert moved > 10


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_from_a_record_is_written_in_today_s_form(name: str) -> None:
    for row in stored(name)["rows"]:
        for kept in row:
            event = engine.decode(kept)
            again = json.loads(json.dumps(engine.encode(event)))
            assert engine.decode(again) == event
            if kept["v"] == event.version:
                assert again == kept


@pytest.mark.parametrize("name", GAMES)
def test_a_snapshot_is_read_whole_or_not_at_all(name: str) -> None:
    """One of an older form is outdated, never half understood."""
    snapshot = stored(name)["snapshot"]
    try:
        state = engine.restore(snapshot)
    except engine.Outdated:
        return
    assert json.loads(json.dumps(engine.save(state))) == snapshot


@pytest.mark.parametrize("name", [name for name in GAMES if "/1867-" not in name])
def test_a_game_begun_before_there_was_an_option_goes_on_as_it_began(name: str) -> None:
    state = replayed(stored(name))
    assert "announced_runs" not in state.options and not announced_by_the_moderator(state)
    asked_for = state.change(options={**state.options, "enforce_best_routes": True})
    assert announced_by_the_moderator(asked_for)


@pytest.mark.parametrize("name", [name for name in GAMES if "/1882-" not in name])
def test_a_merger_of_a_game_begun_before_mergers_could_be_void_goes_on_as_it_began(name: str) -> None:
    state = replayed(stored(name))
    as_now = state.change(options=state.title.settle_options({"merger_second_share": "any_owner_may"}))
    as_begun = state.change(options={**state.options, "merger_second_share": "any_owner_may"})
    assert may_fall_through(as_now) and not may_fall_through(as_begun)


def test_every_form_is_there_and_every_title() -> None:
    assert {name.split("/")[0] for name in GAMES} == {"1", "2"}
    newest = max(name.split("/")[0] for name in GAMES)
    assert {name.split("/")[1].split("-")[0] for name in GAMES if name.startswith(f"{newest}/")} == set(TITLES)


def test_no_value_is_left_out_because_it_is_usual() -> None:
    for name in GAMES:
        if name.startswith("1/"):
            continue
        for row in stored(name)["rows"]:
            for kept in row:
                kind = records.registry().kinds[kept["event"]]
                assert set(kept) == {"event", "v", *(each.name for each in fields(kind))}


def test_stations_wanted_by_a_merger_were_a_list_with_a_stroke_once() -> None:
    old = {
        "event": "DemandMade",
        "v": 1,
        "demand": {"kind": "stations", "player": "A", "company": "NW", "names": ["M-K", "N", "|", "A", "B"]},
    }
    assert engine.decode(old) == DemandMade(StationsWanted("A", "NW", ("M-K", "N"), ("A", "B")))  # type: ignore[arg-type]


def test_a_home_wanted_in_the_first_form() -> None:
    old = {"event": "DemandMade", "v": 1, "demand": {"kind": "home", "player": "A", "company": "NW"}}
    assert engine.decode(old) == DemandMade(HomeWanted("A", "NW"))  # type: ignore[arg-type]


def test_names_of_events_belong_to_their_owner() -> None:
    names = records.registry().kinds
    assert "loans.LoansTaken" in names and "LoansTaken" not in names
    assert engine.decode({"event": "LoansTaken", "v": 1, "company": "N", "count": 1, "received": 45}) == engine.decode(
        {"event": "loans.LoansTaken", "v": 2, "company": "N", "count": 1, "received": 45}
    )


def test_a_row_from_a_later_version_is_not_guessed_at() -> None:
    with pytest.raises(engine.Inconsistent, match="version 3"):
        engine.decode({**engine.encode(Passed(engine.Player("A"), "")), "v": 3})


def test_a_row_with_an_unknown_field_is_not_read() -> None:
    with pytest.raises(engine.Inconsistent, match="Passed"):
        engine.decode({**engine.encode(Passed(engine.Player("A"), "")), "colour": "red"})


@dataclass(frozen=True, slots=True)
class Whistled(Event):
    """An event in its third version: it was called Blown, then it counted from zero."""

    version: ClassVar[int] = 3
    times: int


def test_upcasters_lead_from_version_to_version() -> None:
    known = records.Registry()
    known.enter("toy.Whistled", Whistled)
    known.upcasters["toy.Blown", 1] = lambda row: {**row, "event": "toy.Whistled", "v": 2}
    known.upcasters["toy.Whistled", 2] = lambda row: {**row, "times": row["times"] + 1, "v": 3}
    assert known.current({"event": "toy.Blown", "v": 1, "times": 0}, "event") == (
        Whistled,
        {"event": "toy.Whistled", "v": 3, "times": 1},
    )


def test_two_kinds_can_t_have_one_name_in_records() -> None:
    known = records.Registry()
    known.enter("toy.Whistled", Whistled)
    with pytest.raises(engine.TitleError, match=r"toy\.Whistled"):
        known.enter("toy.Whistled", Passed)


def test_a_digest_does_not_change_with_what_says_nothing() -> None:
    """A fact that later versions add says nothing in older games, so their digests stay."""
    state = replayed(stored(GAMES[0]))
    assert engine.digest(state.change(turn=state.turn, loans={**state.loans, "N": 0})) == engine.digest(state)
    assert engine.digest(state.change(phase="9")) != engine.digest(state)
    assert engine.comparable(engine.digest(state)) and not engine.comparable(stored("1/1882-4.json.gz")["digest"])
