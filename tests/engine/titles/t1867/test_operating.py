"""Track, stations and routes (sections 7 to 11)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.hexes import Hex
from engine.board.laying import Lay
from engine.board.plan import NEUTRAL
from engine.events import IncomePaid
from engine.game import legal_moves, open_step
from engine.moves import LayTile, Run
from engine.names import Company
from engine.notation import parse_order
from engine.rounds.operating import private_income
from engine.state import State
from engine.steps.lay_track import ground_and_rivers
from engine.steps.run_trains import RunTrains
from engine.titles.t1867 import OPERATING, TITLE
from tests.engine.positions import P1, P2, P3, Firm, events_of, forbidden, play, position, refused, stations
from tests.engine.titles.proving import covers, proves

LATER = Firm("SLA", P3, at=35, stations="N12")


def building(*firms: Firm, on_turn: str, phase: str = "2", step: str = "track", **more: Any) -> State:
    state = position(
        "1867", 4, *firms, LATER, round="operating", on_turn=on_turn, phase=phase, step=step, number=5, **more
    )
    return state.change(board=state.board.release(NEUTRAL)) if phase != "2" else state


def lays(state: State, hex_: str) -> set[tuple[str, int]]:
    return {(m.tile, m.facing) for m in legal_moves(state) if isinstance(m, LayTile) and m.hex == hex_}


def value(state: State, *routes: str) -> int:
    step = open_step(state)
    assert isinstance(step, RunTrains)
    move = parse_order(state, "run " + ", ".join(routes))
    assert isinstance(move, Run)
    return sum(route.value for route in step.read(state, move))


@proves("7.1.2", "7.1.6", "18.1")
def test_minors_then_publics_operate_and_the_state_railway_never() -> None:
    state = building(Firm("CNR", {P1: 2}, at=200, stations="D8"), Firm("AE", P2, at=50, stations="O7"), on_turn="AE")
    assert OPERATING.order(state) == ("AE", "SLA", "CNR")


@proves("7.1.1", "7.5.3")
def test_privates_of_the_state_go_on_paying_it() -> None:
    state = position("1867", 4, privates={"MB": "CN", "QB": P1})
    assert [(e.private, e.owner, e.amount) for e in private_income(state)] == [("MB", "CN", 20), ("QB", P1, 25)]
    assert all(isinstance(e, IncomePaid) for e in private_income(state))


@proves("7.5.2", "8.4", "14.1", "15.1.1", "15.2.1", "15.3.1")
def test_the_state_railway_has_no_trains_loans_or_dealings() -> None:
    national = TITLE.companies[TITLE.national]
    assert national.kind.shares == 0 and not national.kind.directed and national.kind.name not in OPERATING.steps
    assert all("national" not in phase.limits for phase in TITLE.phases.values())
    assert [phase.limits["minor"] for phase in TITLE.phases.values()] == [2, 2, 1, 1, 1, 1, 0]
    assert [phase.limits["public"] for phase in TITLE.phases.values()] == [4, 4, 3, 3, 2, 2, 2]


@covers("D1")
@proves("9.4.7")
def test_the_first_tile_takes_up_a_stub() -> None:
    state = building(Firm("OP", P1, at=60, cash=100, stations="G15"), on_turn="OP")
    assert lays(state, "G15") == {("5", 1), ("6", 1), ("6", 5), ("57", 1), ("57", 4)}
    no = refused(state, "lay 57 on G15 facing 2")
    assert no.rule == "9.4.7" and "SW" in no.why


@covers("D5")
@proves("9.4.8", "9.4.3")
def test_no_track_crosses_georgian_bay() -> None:
    plan = TITLE.plan
    assert plan.closed_edges(Hex("C11")) == (0, 1, 2, 3, 4)
    assert plan.closed_edges(Hex("D12")) == (3, 4)
    assert plan.closed_edges(Hex("D18")) == (0, 5)
    assert plan.options(Hex("C11"), plan.hexes[Hex("C11")].face) == ()
    state = building(Firm("AE", P1, at=60, cash=100, stations="D8"), on_turn="AE", tiles={"D8": "57/1"})
    assert not any(hex_ == "C11" for hex_ in (m.hex for m in legal_moves(state) if isinstance(m, LayTile)))


@covers("D5")
@proves("9.4.2", "9.2.1")
def test_granby_opens_with_phase_3_and_grey_comes_with_7() -> None:
    firm = Firm("NO", P1, at=60, cash=100, stations="L12:0")
    tiles = {"L12": "X3/2"}
    closed = building(firm, on_turn="NO", tiles=tiles)
    assert not lays(closed, "M13")
    assert refused(closed, "lay 58 on M13 facing 2").rule == "9.4.2"
    assert TITLE.phases["6"].tiles[-1] == "brown" and TITLE.phases["7"].tiles[-1] == "grey"
    assert [TITLE.phases[p].offboard for p in "2345678"] == [
        "yellow",
        "green",
        "green",
        "brown",
        "brown",
        "grey",
        "grey",
    ]


@covers("D7")
@proves("9.4.4")
def test_who_stands_in_the_trackless_city_of_montreal_upgrades_montreal_and_nothing_else() -> None:
    state = building(Firm("TGB", P1, at=60, cash=100, stations="L12:2"), on_turn="TGB", phase="3")
    assert {m.hex for m in legal_moves(state) if isinstance(m, LayTile)} == {"L12"}
    assert len(lays(state, "L12")) == 26
    after = play(state, "lay X3 on L12 facing 2")
    assert after.cash_of("TGB") == 80 and stations(after, "TGB") == ["L12:0"]


@covers("D6")
@proves("9.5.6", "9.5.8")
def test_montreal_keeps_its_cities_apart_and_joins_two_of_them_in_brown() -> None:
    three = (Firm("NO", P1, at=60, stations="L12:0"), Firm("CA", P2, at=60, stations="L12:1"))
    state = building(*three, Firm("TGB", P1, at=60, cash=100, stations="L12:2"), on_turn="TGB", phase="3")
    assert ("X2", 2) not in lays(state, "L12")
    green = state.board.lay(Hex("L12"), "X3", 2)
    assert [green.station_in(c, Hex("L12")) for c in ("NO", "CA", "TGB")] == [2, 1, 0]
    brown = {(t.number, (t.rotation - 2) % 6) for t in TITLE.plan.options(Hex("L12"), green.face(Hex("L12")))}
    assert brown == {("X6", 0), ("X7", 1), ("X7", 2)}
    joined = green.lay(Hex("L12"), "X6", 2)
    assert [joined.station_in(c, Hex("L12")) for c in ("NO", "CA", "TGB")] == [0, 1, 0]
    assert joined.lay(Hex("L12"), "639", 0).slots(Hex("L12"), 0).count(None) == 1
    ottawa = building(on_turn="SLA", tiles={"J12": "201/0 207/0 623/0"}, phase="7")
    assert {t.number for t in TITLE.plan.options(Hex("J12"), ottawa.board.face(Hex("J12")))} == {"X8"}


@covers("D7")
@proves("9.5.9")
def test_with_the_grey_tile_of_montreal_the_state_railway_has_a_station_there() -> None:
    firm = Firm("NYC", {P1: 2}, at=200, cash=100, stations="L12:0")
    state = building(firm, on_turn="NYC", phase="7", tiles={"L12": "X3/2 X6/2"})
    assert "L12:0" in stations(play(state, "lay 639 on L12 facing 0"), "CN")
    there = building(firm, on_turn="NYC", phase="7", tiles={"L12": "X3/2 X6/2"}, stations={"CN": "L12:1"})
    assert len(stations(play(there, "lay 639 on L12 facing 0"), "CN")) == 2


@covers("D2", "D3", "D4")
@proves("9.6.1", "9.6.2", "9.6.3")
@pytest.mark.parametrize(
    ("tiles", "lay", "cost"),
    [
        ({}, ("J12", "201", 0), 20),
        ({}, ("K11", "9", 0), 20),
        ({}, ("N10", "9", 0), 0),
        ({}, ("L12", "X3", 2), 20),
        ({"L12": "X3/2"}, ("L12", "X6", 2), 0),
        ({}, ("F16", "120", 1), 0),
        ({"L10": "3/5", "M11": "9/1 26/1"}, ("M11", "45", 4), 80),
        ({"N10": "9/0"}, ("N8", "9", 0), 80),
        ({"N10": "9/0", "O9": "8/3"}, ("N8", "7", 5), 80),
        ({"N10": "9/0", "O9": "8/0"}, ("N8", "7", 5), 160),
    ],
)
def test_what_track_costs(tiles: dict[str, str], lay: tuple[str, str, int], cost: int) -> None:
    state = position("1867", 4, tiles=tiles)
    hex_, tile, facing = lay
    assert ground_and_rivers(state, Lay(Hex(hex_), tile, facing)) == cost


def running(train: str, place: str, phase: str, private: str = "", **tiles: str) -> State:
    firm = Firm("CNR", {P1: 2}, at=100, trains=train, stations=place)
    owned = {private: "CNR"} if private else {}
    return building(firm, on_turn="CNR", phase=phase, step="run", privates=owned, tiles=tiles)


@covers("F6")
@proves("11.1.6")
def test_a_port_ends_a_route_and_is_worth_10() -> None:
    state = running("2 3", "I15", "2", I15="57/1", G15="6/5")
    assert value(state, "2: I15-H16") == 30
    assert refused(state, "run 3: I15-H16-G15").rule == "11.1.5"


@covers("F1", "F6")
@proves("11.1.7", "11.3.2")
def test_timmins_counts_before_phase_3_and_more_with_toronto_montreal_or_quebec() -> None:
    tiles = {"D4": "9/0", "D6": "9/0", "D8": "57/0"}
    assert value(running("2", "D8", "2", **tiles), "2: D8-D6-D4-D2") == 60
    assert refused(running("3", "D8", "2", **tiles), "run 3: D8-D6-D4-D2-E1").rule == "11.1.1"
    state = running("2 2+2", "D2", "8", E3="9/0")
    bonuses = open_step(state).bonuses(state, Company("CNR"))  # type: ignore[attr-defined]
    assert [(set(b.a), set(b.b), b.amount, b.times_multiplier) for b in bonuses] == [
        ({"D2"}, {"F16", "L12", "O7"}, 40, True)
    ]


@covers("F4")
@proves("11.3.1")
@pytest.mark.parametrize(
    ("phase", "worth"), [("2", 30), ("3", 40), ("4", 40), ("5", 50), ("6", 50), ("7", 60), ("8", 60)]
)
def test_buffalo_is_worth_more_in_later_phases(phase: str, worth: int) -> None:
    state = running("2", "E17", phase, E17="202/3")
    assert value(state, "2: E17-F18") == 30 + worth


@proves("11.3.3")
def test_a_private_of_the_running_company_adds_10_at_its_place() -> None:
    assert value(running("2", "E17", "5", "NFB", E17="202/3"), "2: E17-F18") == 30 + 50 + 10
    assert value(running("2", "E17", "5", "QB", E17="202/3"), "2: E17-F18") == 30 + 50


@proves("10.4")
def test_a_held_place_takes_no_station_before_phase_3() -> None:
    firm = Firm("CNR", {P1: 2}, at=100, cash=500, stations="D8")
    tiles = {"D4": "9/0", "D6": "9/0", "D8": "57/0"}
    state = building(firm, on_turn="CNR", step="station", tiles=tiles)
    assert forbidden(state, "token in D2").rule == "10.4"
    later = building(firm, on_turn="CNR", step="station", phase="3", tiles=tiles)
    assert stations(play(later, "token in D2"), "CNR") == ["D8:0", "D2:0"]


@proves("24.3")
def test_what_happens_without_an_order_is_told() -> None:
    state = building(Firm("AE", P1, at=60, cash=500, stations="D8"), on_turn="AE", step="trains", depot="3 3")
    told = [type(event).__name__ for event in events_of(state, "train 3")]
    assert "PlacesOpened" in told
