"""Routes and revenue (sections 9 and 10)."""

from __future__ import annotations

from typing import cast

import pytest

from engine.board.hexes import Hex
from engine.errors import Illegal
from engine.game import apply
from engine.mechanisms.bonuses.routes import route_bonuses
from engine.moves import Run, TrainRun
from engine.names import BANK, POOL
from engine.runs.declared import Visit, worth
from engine.state import State
from engine.titles.t1882 import TITLE
from tests.engine.positions import cell, play, refused
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, firm, opening, operating


def running(company: str, placed: str, trains: str, tiles: dict[str, str], phase: str = "2", **fields: object) -> State:
    """A company about to run. Mostly it is tried what may be run; what must be is tried with `announced_runs` named."""
    given = cast(dict[str, object], fields.get("options", {}))
    fields["options"] = {"announced_runs": "players", **given}
    runner = firm(company, {BEN: 6}, 67, stations=placed, trains=trains)
    return operating(company, runner, step="run", tiles=tiles, phase=phase, **fields)


def earned(state: State, order: str) -> int:
    return play(state, order).turn.revenue


@proves("9.1", "9.6", "9.7")
@covers("F1")
def test_the_fishing_exit_is_a_stop() -> None:
    state = running("CNoR", "D6", "2", {"D6": "57/0"})
    assert earned(state, "run 2: D6-B6") == 40


FISHERS = {"D6": "57/0 15/0", "C5": "9/2", "B4": "8/5", "C3": "57/4"}  # B6, D6 and C3 are joined


@proves("9.2", "9.6", "9.7")
@pytest.mark.parametrize(("phase", "value"), [("3", 20 + 30 + 20), ("5", 30 + 30 + 20)])
@covers("F2")
def test_the_fishing_exit_comes_on_top(phase: str, value: int) -> None:
    assert earned(running("HBR", "D6", "2", FISHERS, phase), "run 2: B6-D6-C5-B4-C3") == value


@proves("9.5")
@covers("F3")
def test_two_trains_to_the_exit() -> None:
    # D6 is left by its side 3 straight to B6, and by its side 2 through C5 (sides 5 and 4).
    state = running("CNoR", "D6", "2 2", {"D6": "57/0 15/0", "C5": "7/4"}, "3")
    assert earned(state, "run 2: D6-B6, 2: D6-C5-B6") == 100
    assert refused(state, "run 2: D6-B6, 2: D6-B6").rule == "9.5"


# Western Canada (I1) and Hudson Bay (B12) are joined through K3, J8 and G11.
ACROSS = {
    "J2": "9/2",
    "K3": "57/2",
    "L4": "9/2",
    "M5": "8/2",
    "L6": "9/1",
    "K7": "9/1",
    "J8": "57/1",
    "I9": "9/1",
    "H10": "9/1",
    "G11": "57/1",
    "D12": "9/0",
}
LONG = "I1-J2-K3-L4-M5-L6-K7-J8-I9-H10-G11-F12-D12-B12"


@proves("9.7", "9.8", "9.2")
@pytest.mark.parametrize(("phase", "value"), [("4", 40 + 60 + 40 + 100), ("5", 80 + 60 + 50 + 100)])
@covers("F4", "F5", "T98")
def test_the_bonus_for_Hudson_Bay_with_the_West(phase: str, value: int) -> None:
    state = running("HBR", "G11", "6 D", ACROSS, phase)
    assert earned(state, f"run 6: {LONG}") == value
    assert earned(state, f"run D: {LONG}") == value
    assert earned(state, "run 6: G11-F12-D12-B12") == 20 + (40 if phase == "4" else 50)


@proves("9.8")
@pytest.mark.parametrize("ends", [("I1", "I13"), ("B2", "I1"), ("B12", "B6")])
@covers("F6")
def test_no_bonus(ends: tuple[str, str]) -> None:
    stops = [TITLE.plan.hexes[Hex(h)].stops[0] for h in ends]
    visits = [Visit((Hex(h), 0), s, s.value("brown"), False) for h, s in zip(ends, stops, strict=True)]
    assert worth(TITLE.trains["6"], visits, route_bonuses(running("HBR", "G11", "6", ACROSS, "5"), "HBR")) == sum(
        v.value for v in visits
    )


@proves("9.4", "8.6")
@covers("F7")
def test_a_blocked_city() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}
    state = running("HBR", "G11", "3", {**tiles, "L12": "3/2"}, "3", stations={"GTP": "J12"})
    assert earned(state, "run 3: G11-H12-J12") == 40
    through = refused(state, "run 3: G11-H12-J12-L12")
    assert through.rule == "9.4"
    neutral = running("HBR", "G11", "3", {**tiles, "L12": "3/2"}, "3", stations={"neutral": "J12"})
    assert earned(neutral, "run 3: G11-H12-J12-L12") == 50
    both = {**tiles, "J12": "57/0 14/0", "L12": "3/2"}
    full = running("HBR", "G11", "3", both, "3", stations={"GTP": "J12", "CPR": "J12"})
    assert refused(full, "run 3: G11-H12-J12-L12").rule == "9.4"
    shared = running("HBR", "G11", "3", both, "3", stations={"GTP": "J12", "neutral": "J12"})
    assert earned(shared, "run 3: G11-H12-J12-L12") == 60


@proves("9.4", "9.5")
@covers("F8")
def test_a_fork_shares_its_track() -> None:
    state = running("HBR", "G11", "2 2", {"G11": "57/2", "H12": "8/0 24/0", "J12": "57/0"}, "3")
    assert refused(state, "run 2: G11-H12-J12, 2: G11-H12-J12").rule == "9.5"
    assert refused(state, "run 2: G11-H12-G11").rule in ("9.4", "9.5")


@proves("9.2", "9.1", "9.3")
@covers("F9")
def test_length() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0", "L12": "3/2"}
    state = running("HBR", "G11", "2", tiles)
    assert refused(state, "run 2: G11-H12-J12-L12").rule == "9.2"
    with pytest.raises(Illegal) as alone:
        apply(state, Run((TrainRun("2", ("G11",)),)), BEN)
    assert alone.value.rule == "9.1"


@proves("9.1", "8.7")
@covers("F10")
def test_a_route_needs_a_station() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0", "L12": "3/2"}
    state = running("HBR", "G11", "2", tiles)
    assert refused(state, "run 2: J12-L12").rule == "9.1"
    neutral = running("CN", "", "2", tiles, stations={"neutral": "J12"})
    assert earned(neutral, "run 2: J12-L12") == 30


@proves("9.9", "9.10")
def test_the_highest_earnings_announced_by_the_moderator_must_be_declared() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}
    assert earned(running("HBR", "G11", "2", tiles), "run none") == 0
    assert opening().option("announced_runs") == "moderator"
    strict = running("HBR", "G11", "2", tiles, options={"announced_runs": "moderator"})
    why = refused(strict, "run none")
    assert why.rule == "9.10" and "$40" in why.why
    assert earned(strict, "run best") == 40


@proves("9.3")
def test_no_stop_twice() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}
    assert refused(running("HBR", "G11", "3", tiles, "3"), "run 3: J12-H12-G11-H12-J12").rule in ("9.3", "9.5")


# ---------------------------------------------------------------------- revenue


def paying(company: str, held: dict[str, int], at: str, revenue: int) -> State:
    return operating(
        company,
        firm(company, held, at, trains="2"),
        step="dividend",
        players=3,
        turn={"ran": True, "revenue": revenue},
    )


@proves("10.1", "10.3", "10.4", "10.5")
@covers("G1")
def test_pool_shares_pay_the_company_and_the_offering_nothing() -> None:
    before = paying("HBR", {BEN: 4, ANN: 3, POOL: 2}, "8,2", 110)
    state = play(before, "pay")
    assert state.cash[BEN] == 644 and state.cash[ANN] == 633 and state.cash["HBR"] == 22
    assert before.cash[BANK] - state.cash[BANK] == 99
    assert cell(state, "HBR") == "8,3"
    assert refused(before, "half").rule == "10.1"


@proves("10.3")
@covers("G2")
def test_the_end_of_a_row() -> None:
    state = play(paying("CNoR", {BEN: 6, CID: 2, POOL: 2}, "7,4", 200), "pay")
    assert state.cash[BEN] == 720 and state.cash[CID] == 640 and state.cash["CNoR"] == 40
    assert cell(state, "CNoR") == "6,4"


@proves("10.2")
@covers("G3", "G4")
def test_withholding_in_column_0() -> None:
    assert cell(play(paying("GTP", {BEN: 6}, "3,0", 50), "withhold"), "GTP") == "4,0"
    state = play(paying("GTP", {BEN: 6}, "10,0", 50), "withhold")
    assert cell(state, "GTP") == "10,0" and state.cash["GTP"] == 50


@proves("10.4")
def test_a_marker_goes_under_those_it_finds() -> None:
    state = operating(
        "GTP",
        firm("GTP", {BEN: 6}, "3,3", trains="2"),
        firm("HBR", {BEN: 6}, "3,4"),
        step="dividend",
        turn={"ran": True, "revenue": 50},
    )
    assert play(state, "pay").market.stacks[3, 4] == ("HBR", "GTP")


@proves("14.2", "14.4", "10.3")
@covers("G5", "T100")
def test_the_end_cell_ends_the_game_with_the_round() -> None:
    state = operating(
        "CPR",
        firm("CPR", {BEN: 6}, "0,14", trains="2"),
        firm("HBR", {ANN: 6}, 67, cash=80),
        step="dividend",
        turn={"ran": True, "revenue": 50},
        ending="bank",
        broken=True,
        phase="5",
        number=10,
        sub=2,
    )
    state = play(state, "pay")
    assert cell(state, "CPR") == "0,15" and state.ending == "market" and not state.over
    while not state.over:
        state = play(state, "done")
    assert state.cursor.sub == 2
