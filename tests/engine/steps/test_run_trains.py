"""Running trains: which routes may be declared, what they earn, who declares them, and whether less may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Illegal
from engine.events import TrainsRan
from engine.game import legal_moves, to_act
from engine.moves import BuyTrain, Pass, Run, TrainRun
from engine.names import BANK, Company
from engine.runs.problem import Bonus, HexBonus
from engine.state import State, Turn
from engine.steps.buy_trains import BuyTrains
from engine.steps.run_trains import RunTrains, announced_by_the_moderator
from tests.engine.steps.made import ANN, BEN, BOX, NOR, SUD, events_of, play, position, refused, why


def no_bonus(state: State, company: Company) -> tuple[Bonus, ...]:
    return ()


RUNS = RunTrains(BOX.runs, no_bonus)
STRICT = RunTrains(BOX.runs, no_bonus, best_only=lambda state: True)
LINE = {"B2": "57/0", "D2": "9/0", "F2": "57/0"}  # Alder 20, Birch 20, and Cedar's first city 20
SHORT = ("B2", "D2", "F2")
LONG = (*SHORT, "H2")


def route(train: str, *path: str) -> Run:
    return Run((TrainRun(train, path),))


def running(step: RunTrains = RUNS, trains: str = "2", **named: Any) -> State:
    tiles: Mapping[str, str] = named.pop("tiles", LINE)
    stations = named.pop("stations", {NOR: "B2"})
    return position(step, BuyTrains(), trains={NOR: trains}, tiles=tiles, stations=stations, **named)


def test_a_route_earns_what_its_stops_are_worth() -> None:
    (ran,) = (event for event in events_of(running(), route("2", *SHORT)) if isinstance(event, TrainsRan))
    assert ran.revenue == 40 and ran.routes[0].stops == ("B2:0", "F2:0")
    after = events_of(running(trains="3"), route("3", *LONG))
    assert any(isinstance(event, TrainsRan) and event.revenue == 60 for event in after)


def test_what_was_earned_is_kept_for_the_dividend() -> None:
    after = play(running(cash={NOR: 200}), route("2", *SHORT))
    assert (after.turn.revenue, after.turn.ran, after.cash_of(NOR)) == (40, True, 200)
    assert after.last_run[NOR] == 40


def test_a_bonus_of_the_title_is_counted() -> None:
    step = RunTrains(BOX.runs, lambda state, company: (HexBonus(frozenset({"F2"}), 15),))
    assert sum(found.value for found in step.read(running(step), route("2", *SHORT))) == 55


def test_running_nothing_is_a_legal_answer_where_the_title_does_not_enforce() -> None:
    after = play(running(cash={NOR: 200}), Run(()))
    assert after.turn.ran and after.turn.revenue == 0


def test_each_train_runs_once() -> None:
    state = running(trains="2 3")
    twice = Run((TrainRun("2", SHORT), TrainRun("2", ("F2", "H2"))))
    assert why(state, twice) == ("one-route", "NOR has no 2-train (left) to run.")
    assert why(state, route("D", *SHORT)) == ("one-route", "NOR has no D-train (left) to run.")


def test_two_trains_of_a_kind_run_on_track_of_their_own() -> None:
    stations = {NOR: "B2 F2"}
    state = running(trains="2 2", stations=stations)
    apart = Run((TrainRun("2", SHORT), TrainRun("2", ("F2", "H2"))))
    assert sum(found.value for found in RUNS.read(state, apart)) == 80
    shared = Run((TrainRun("2", SHORT), TrainRun("2", tuple(reversed(SHORT)))))
    assert why(state, shared) == ("shared-track", "Two routes use the same track.")


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("B2",), "two-stops"),
        (("B2", "D2"), "two-stops"),
        (("B2", "F2"), "continuous"),
        (("B2", "C3"), "continuous"),
        (("F2", "H2"), "station"),
        (LONG, "too-long"),
        ((*SHORT, "D2", "B2"), "track-twice"),
    ],
)
def test_what_is_no_route_is_refused_with_one_that_is(path: tuple[str, ...], rule: str) -> None:
    told = refused(running(), route("2", *path))
    assert told.rule == rule and "run 2: B2-D2-F2" in told.instead


def test_a_city_full_of_others_ends_a_route() -> None:
    tiles = {**LINE, "J2": "57/0"}
    state = running(trains="3", tiles=tiles, stations={NOR: "B2", SUD: "F2"})
    assert refused(state, route("3", *LONG)).rule == "blocked"
    assert sum(found.value for found in RUNS.read(state, route("3", *SHORT))) == 40


def test_trains_run_once_in_a_turn() -> None:
    after = play(running(cash={NOR: 200}), route("2", *SHORT))
    assert after.cursor.step == "trains"
    assert why(after, Run(())) == ("one-route", "NOR has already run its trains this turn.")


# ---------------------------------------------------------------------- less than could be


def test_where_the_best_is_enforced_a_coin_less_is_refused_with_the_best() -> None:
    state = running(STRICT, "3")
    told = refused(state, route("3", *SHORT))
    said = "These routes earn $40, and NOR can earn $60: run 3: B2-D2-F2-H2."
    assert (told.rule, told.why, told.instead) == ("best-run", said, ("run 3: B2-D2-F2-H2",))
    assert refused(state, Run(())).rule == "best-run"
    assert play(state, route("3", *LONG)).last_run[NOR] == 60


def test_another_run_that_earns_as_much_as_the_best_is_taken() -> None:
    state = running(STRICT, "3")
    assert play(state, route("3", *reversed(LONG))).last_run[NOR] == 60


def test_the_best_run_is_what_is_proposed_first() -> None:
    assert list(legal_moves(running(trains="3"))) == [route("3", *LONG), Run(())]


@pytest.mark.parametrize(
    ("options", "announced"),
    [
        ({}, False),
        ({"announced_runs": "players"}, False),
        ({"announced_runs": "moderator"}, True),
        ({"enforce_best_routes": True}, True),
        ({"enforce_best_routes": False, "announced_runs": "moderator"}, True),
    ],
)
def test_the_moderator_announces_where_the_option_says_so_old_name_or_new(
    options: dict[str, object], announced: bool
) -> None:
    assert announced_by_the_moderator(running(options=options)) is announced


# ---------------------------------------------------------------------- order of asking


def test_without_a_train_or_a_route_nobody_is_asked() -> None:
    assert RUNS.actor(running()) == ANN
    assert RUNS.actor(running(trains="")) is None
    assert RUNS.actor(running(tiles={})) is None
    assert RUNS.actor(running(tiles={"B2": "57/0", "D2": "9/0"})) is None
    assert RUNS.actor(running(turn=Turn(ran=True))) is None


def test_who_declares_the_routes_is_the_titles() -> None:
    assert to_act(running(RunTrains(BOX.runs, no_bonus, runner=lambda state, company: BEN))) == BEN


def test_a_run_comes_before_what_is_bought_for_it() -> None:
    told = refused(running(cash={NOR: 100}), BuyTrain("2", BANK, 100))
    assert told.rule == "order" and "run 2: B2-D2-F2" in told.instead
    assert refused(running(), Pass()).rule == "order"


def test_how_often_a_hex_may_be_on_a_route_is_an_option() -> None:
    assert RUNS.ruled(running()) == BOX.runs
    once = RUNS.ruled(running(options={"hexes_on_a_route": "once"}))
    assert once.hex_once and once.paragraphs == BOX.runs.paragraphs
    single = RunTrains(replace(BOX.runs, one_stop_per_hex=True), no_bonus)
    assert single.ruled(running(single)).one_stop_per_hex
    assert not single.ruled(running(single, options={"hexes_on_a_route": "separate_stops"})).one_stop_per_hex


LOOP = route("2", "D6", "F6", "E5", "D6")
ONE_STOP = replace(BOX.runs, one_stop_per_hex=True)


def test_two_cities_of_one_hex_are_a_route_where_stops_are_counted_singly() -> None:
    state = running(RUNS, tiles={}, stations={NOR: "D6:0"})
    assert sum(found.value for found in RUNS.read(state, LOOP)) == 40
    once = running(RUNS, tiles={}, stations={NOR: "D6:0"}, options={"hexes_on_a_route": "once"})
    with pytest.raises(Illegal, match="visits Fork"):
        RUNS.read(once, LOOP)


def test_where_one_hex_is_one_stop_nobody_is_asked_about_its_cities_unless_the_site_does() -> None:
    single = RunTrains(ONE_STOP, no_bonus)
    state = running(single, tiles={}, stations={NOR: "D6:0"})
    assert single.actor(state) is None
    with pytest.raises(Illegal, match="visits Fork"):
        single.read(state, LOOP)
    asking = RunTrains(ONE_STOP, no_bonus, asks_in_one_hex=lambda state: True)
    assert asking.actor(state) == ANN
    apart = running(single, tiles={}, stations={NOR: "D6:0"}, options={"hexes_on_a_route": "separate_stops"})
    assert single.actor(apart) == ANN
    assert play(apart, LOOP).last_run[NOR] == 40
