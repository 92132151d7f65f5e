"""What companies earn and owe: routes, dividends, the market, interest (sections 11 to 14)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Illegal
from engine.events import TrainsRan
from engine.game import Book, apply, open_step, to_act
from engine.mechanisms.loans.events import InterestPaid, LoansRepaid, LoansTaken
from engine.mechanisms.nationalisation.events import CompanyNationalised
from engine.moves import Pay, Run, TrainRun
from engine.names import BANK, POOL, TREASURY
from engine.runs.proposal import Proposal, best_run
from engine.state import State
from tests.engine.positions import P1, P2, P4, Firm, cell, events_of, go_on, play, refused
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1861.table import opening, position

# Track between far places, as used by the worked examples.
NIZHNII = {"I7": "8/5", "J8": "8/2"}  # Moscow (NE) to Nizhnii Novgorod
POLAND = {"B8": "4/1"}  # St. Petersburg to Poland, past Vilna
EAST = {"P6": "9/1", "O7": "9/1", "N8": "9/1", "M9": "58/2", "L8": "9/2"}  # Ekaterinburg to Nizhnii, past Simbirsk
NORTH = {
    "H6": "8/4", "I5": "4/1", "J4": "9/1", "K3": "9/1", "L2": "8/5", "M3": "9/2", "N4": "8/2", "O3": "8/5", "P4": "8/2",
}  # fmt: skip
SOUTH = {
    "B14": "9/1", "C13": "8/5", "D14": "635/0 636/0", "E13": "58/5", "F14": "9/2", "G15": "201/2 207/0 623/0 640/0",
    "G13": "58/4", "H12": "8/1", "H10": "4/0",
}  # fmt: skip
GREY_MOSCOW = {"H8": "637/0 638/0 639/0"}
TO_MOSCOW = "Q3-P4-O3-N4-M3-L2-K3-J4-I5-H6-H8"
TO_POLAND = "E1-D2-D4-C5-C7-B8-A9"
TO_ST_PETERSBURG = "H8-G7-G5-F4-F2-E1"


PAID = {"ran": True, "paid": True}
# Somebody who comes next and has a decision to take, so that a position stops when the turn is over.
NEXT = Firm("SE", P4, at=35, trains="5", stations="L12")


def running(*firms: Firm, on_turn: str, phase: str = "2", step: str = "run", **more: Any) -> State:
    """A company about to run. Mostly it is tried what may be run; what must be is tried with `announced_runs` named."""
    more["options"] = {"announced_runs": "players", **more.get("options", {})}
    return position(4, *firms, round="operating", on_turn=on_turn, phase=phase, step=step, number=3, **more)


def earned(state: State, order: str) -> int:
    return next(event.revenue for event in events_of(state, order) if isinstance(event, TrainsRan))


def paying(firm: Firm, revenue: int, **more: Any) -> State:
    """A public that has run and must say what becomes of its earnings."""
    return running(firm, NEXT, on_turn=firm.symbol, step="dividend", turn={"ran": True, "revenue": revenue}, **more)


def served(firm: Firm, revenue: int = 0, others: tuple[Firm, ...] = (), **more: Any) -> State:
    """A company after its run: dividend, interest and repayment have happened."""
    state = running(firm, *others, NEXT, on_turn=firm.symbol, turn={"ran": True, "revenue": revenue}, **more)
    return go_on(state)


def happened(state: State) -> list[object]:
    """What follows by itself when the open step is over."""
    book = Book(state)
    state.title.rounds[state.cursor.round].next(book)
    return list(book.events)


# ---------------------------------------------------------------------- routes


@proves("11.2.2", "11.3.1", "11.1.1")
@covers("G1")
def test_Moscow_to_St_Petersburg_on_the_first_day() -> None:
    assert earned(running(Firm("N", P1, at=100, trains="2"), on_turn="N"), f"run 2: {TO_ST_PETERSBURG}") == 80
    assert earned(running(Firm("N", P1, at=100, trains="3"), on_turn="N"), f"run 3: {TO_ST_PETERSBURG}") == 90


VORONEZH = {
    "H8": "637/0", **NIZHNII, "K7": "207/4", "I9": "8/0", "I11": "9/0", "I13": "57/0 14/0",
    "H14": "9/1", "G15": "201/4",
}  # fmt: skip


@proves("11.2.1", "12.1.1")
@covers("G2")
def test_two_trains_on_separate_track() -> None:
    state = running(Firm("M-NN", P1, at="4,4", trains="2 3"), on_turn="M-NN", phase="3", tiles=VORONEZH)
    order = "run 2: H8-I7-J8-K7, 3: H8-I9-I11-I13-H14-G15"
    ran = next(event for event in events_of(state, order) if isinstance(event, TrainsRan))
    assert [route.value for route in ran.routes] == [90, 110]
    after = play(state, order)
    assert after.cash[P1] == state.cash[P1] + 100
    assert after.cash["M-NN"] == 100


@proves("11.2.1")
@covers("G3")
def test_two_trains_share_no_track() -> None:
    state = running(Firm("M-NN", P1, at=100, trains="2 3"), on_turn="M-NN", phase="3", tiles=VORONEZH)
    no = refused(state, "run 2: H8-I7-J8-K7, 3: K7-J8-I7-H8")
    assert (no.why, no.rule) == ("Two routes use the same track.", "11.2.1")
    no = refused(state, "run 2: H8-I7-J8-K7, 2: H8-I9-I11-I13")
    assert (no.why, no.rule) == ("M-NN has no 2-train (left) to run.", "11.2.1")


@proves("11.3.1")
@pytest.mark.parametrize(
    ("phase", "train", "value"),
    [("2", "2", 70), ("3", "2", 80), ("3", "3", 90), ("4", "2", 80), ("5", "2", 90), ("6", "2", 110), ("8", "2", 110)],
)
@covers("G4")
def test_Poland_by_phase(phase: str, train: str, value: int) -> None:
    state = running(Firm("StP-W", P1, at=100, trains=train), on_turn="StP-W", phase=phase, tiles=POLAND)
    assert earned(state, f"run {train}: {TO_POLAND}") == value


KIEV = {"B16": "8/2", "C15": "9/1", "D14": "635/0 636/0", "C13": "9/2", "B12": "8/5"}


@proves("11.1.2")
@covers("G5")
def test_an_area_once_on_a_route_and_twice_for_two_trains() -> None:
    state = running(Firm("NW", P1, at=100, trains="3 3", stations="D14"), on_turn="NW", phase="5", tiles=KIEV)
    no = refused(state, "run 3: A15-B16-C15-D14-C13-B12-A13")
    assert no.rule == "11.1.2"
    assert earned(state, "run 3: A15-B16-C15-D14, 3: D14-C13-B12-A13") == 200


@proves("11.1.5")
@covers("G6")
def test_off_board_is_an_end() -> None:
    tiles = {**POLAND, "B10": "8/2", "C9": "4/1"}
    state = running(Firm("StP-W", P1, at=100, trains="4"), on_turn="StP-W", phase="4", tiles=tiles)
    no = refused(state, f"run 4: {TO_POLAND}-B10-C9")
    assert (no.why, no.rule) == ("A route ends at Poland (A9); it can't go on.", "11.1.5")


@proves("11.1.4")
@covers("G7")
def test_a_full_city_is_not_passed() -> None:
    tiles = {**POLAND, "E1": "641/0"}
    others = Firm("StP-W", P2, at=90), Firm("NW", P2, at=90, stations="E1")
    line = TO_ST_PETERSBURG + TO_POLAND.removeprefix("E1")
    full = running(
        Firm("N", P1, at=100, trains="3"), *others, on_turn="N", phase="5", tiles=tiles, stations={"RSR": "E1"}
    )
    no = refused(full, f"run 3: {line}")
    assert no.why == "All slots of St. Petersburg (E1) are taken by others; a route may end there, not pass."
    assert no.rule == "11.1.4"
    assert earned(full, f"run 3: {TO_ST_PETERSBURG}") == 100
    free = running(Firm("N", P1, at=100, trains="3"), *others, on_turn="N", phase="5", tiles=tiles)
    assert earned(free, f"run 3: {line}") == 40 + 50 + 50
    own = running(Firm("GR", P1, at=100, trains="3", stations="H8:1 E1"), *others, on_turn="GR", phase="5", tiles=tiles)
    assert earned(own, f"run 3: {line}") == 140


@proves("11.1.2")
@covers("G8", "T45")
def test_no_two_stops_of_one_hex() -> None:
    tiles = {"H8": "637/0", "I7": "7/0", "I9": "8/1", "H10": "3/3"}
    state = running(Firm("M-NN", P1, at=100, trains="3"), on_turn="M-NN", phase="3", tiles=tiles)
    no = refused(state, "run 3: H8-I7-I9-H10-H8")
    assert (no.why, no.rule) == ("The route visits Moscow (H8) twice.", "11.1.2")
    assert earned(state, "run 3: H8-I7-I9-H10") == 60


@proves("11.1.3", "11.1.1")
@covers("G9")
def test_no_turning_at_a_junction() -> None:
    tiles = {"I7": "9/1 23/1", "J6": "9/1", "J8": "8/2"}
    state = running(Firm("M-NN", P1, at=100, trains="3"), on_turn="M-NN", phase="3", tiles=tiles)
    no = refused(state, "run 3: K7-J8-I7-H8-I7-J6")
    assert (no.why, no.rule) == ("The route uses the track between H8 and I7 twice.", "11.1.3")
    no = refused(state, "run 3: J6-I7-J8-K7")
    assert no.rule == "11.1.1"


@proves("11.1.2")
def test_a_hex_may_be_crossed_twice_on_different_track() -> None:
    tiles = {"H8": "637/0", "I9": "9/2 20/1", "J10": "7/2", "J8": "7/0", "H10": "58/4"}
    state = running(Firm("M-NN", P1, at=100, trains="2"), on_turn="M-NN", phase="3", tiles=tiles)
    assert earned(state, "run 2: H8-I9-J10-J8-I9-H10") == 60


@proves("11.1.6")
def test_separate_cities_of_one_hex_are_both_counted_only_by_option() -> None:
    tiles = {"H8": "637/0", "I7": "7/0", "I9": "8/1", "H10": "3/3"}
    firm, options = Firm("M-NN", P1, at=100, trains="3"), {"hexes_on_a_route": "separate_stops"}
    assert best_run(running(firm, on_turn="M-NN", phase="3", tiles=tiles)).value == 60
    state = running(firm, on_turn="M-NN", phase="3", tiles=tiles, options=options)
    assert earned(state, "run 3: H8-I7-I9-H10-H8") == 110
    best = best_run(state)
    assert (best.value, best.proved) == (110, True)


@proves("11.1.6")
def test_a_route_is_in_a_hex_only_once_by_option() -> None:
    tiles = {"H8": "637/0", "I9": "9/2 20/1", "J10": "7/2", "J8": "7/0", "H10": "58/4"}
    firm, options = Firm("M-NN", P1, at=100, trains="2"), {"hexes_on_a_route": "once"}
    assert best_run(running(firm, on_turn="M-NN", phase="3", tiles=tiles)).value == 60
    state = running(firm, on_turn="M-NN", phase="3", tiles=tiles, options=options)
    no = refused(state, "run 2: H8-I9-J10-J8-I9-H10")
    assert (no.why, no.rule) == ("The route visits I9 twice.", "11.1.2")
    best = best_run(state)
    assert (best.value, best.bound, best.proved) == (0, 0, True)


@proves("11.1.1")
@covers("G10")
def test_two_stops_one_with_an_own_station() -> None:
    state = running(Firm("N", P1, at=100, trains="2"), on_turn="N", tiles=NIZHNII)
    no = refused(state, "run 2: G5-F4-F2-E1")
    assert (no.why, no.rule) == ("A route needs a city with one of the company's stations.", "11.1.1")
    with pytest.raises(Illegal) as one:
        apply(state, Run((TrainRun("2", ("H8",)),)), P1)
    assert one.value.rule == "11.1.1"
    assert earned(state, "run 2: H8-G7-G5") == 50


@proves("11.2.2")
@covers("G11", "T42")
def test_cities_count_towns_fill_up() -> None:
    tiles = {"H8": "637/0 638/0", "H10": "4/0", "H12": "8/1", "G13": "58/4", "G15": "201/2"}
    state = running(Firm("N", P1, at=100, trains="3"), on_turn="N", phase="5", tiles=tiles)
    line = "G5-G7-H8-H10-H12-G13-G15"
    ran = next(event for event in events_of(state, f"run 3: {line}") if isinstance(event, TrainsRan))
    assert ran.revenue == 70 + 30 + 10
    assert len(ran.routes[0].stops) == 3
    three = running(Firm("N", P1, at=100, trains="2"), on_turn="N", phase="5", tiles=tiles)
    no = refused(three, "run 2: E1-F2-F4-G5-G7-H8-H10-H12-G13-G15")
    assert (no.why, no.rule) == ("The route has 3 stops that count; a 2-train reaches 2.", "11.2.2")


@proves("11.3.2")
@covers("G12")
def test_Ekaterinburg_with_and_without_Moscow() -> None:
    tiles = {**EAST, **NIZHNII, "K7": "207/4", "H8": "637/0"}
    state = running(Firm("E", P1, at=100, trains="3"), on_turn="E", phase="4", tiles=tiles)
    assert earned(state, "run 3: Q3-Q5-P6-O7-N8-M9-L8-K7-J8-I7-H8") == 80 + 40 + 50
    short = running(Firm("E", P1, at=100, trains="2"), on_turn="E", phase="4", tiles=tiles)
    assert earned(short, "run 2: Q3-Q5-P6-O7-N8-M9-L8-K7") == 80


@proves("11.3.3", "18.2")
@covers("G13", "T46")
def test_the_state_railway_runs_with_its_privates() -> None:
    line = {"M9": "4/1", "L10": "8/2", "K9": "9/2", "J8": "9/2", "I7": "8/5", "P6": "9/1", "O7": "9/1", "N8": "9/1"}
    state = running(
        Firm("M-K", P1, at=100, trains="4"), on_turn="RSR", phase="6", step="state-run",
        tiles={**line, **NORTH, **SOUTH, **POLAND, **GREY_MOSCOW, "E1": "641/0"},
        stations={"RSR": "E1 H8"}, trains={"RSR": "4 5"}, cash={"RSR": 0},
        privates={"MYR": "RSR", "MRR": "RSR", "WVR": "RSR"}, options={"state_railway": "priority_holder"},
    )  # fmt: skip
    assert to_act(state) == P1
    four = f"4: {TO_MOSCOW}{TO_ST_PETERSBURG.removeprefix('H8')}{TO_POLAND.removeprefix('E1')}"
    five = "5: A15-B14-C13-D14-E13-F14-G15-G13-H12-H10-H8-I7-J8-K9-L10-M9-N8-O7-P6-Q5-Q3"
    assert earned(state, f"run {four}") == 330
    assert earned(state, f"run {five}") == 390
    assert earned(state, f"run {four}, {five}") == 720


@proves("11.2.3", "11.3.2")
@covers("G14", "T43")
def test_doubled_trains() -> None:
    tiles = {**NORTH, **GREY_MOSCOW, "E1": "641/0 642/0"}
    state = running(Firm("GR", P1, at=100, trains="2+2", stations="H8"), on_turn="GR", phase="8", tiles=tiles)
    assert earned(state, f"run 2+2: {TO_MOSCOW}") == 360
    assert earned(state, f"run 2+2: {TO_ST_PETERSBURG}") == 340


LONG_LINE = {
    **POLAND, **GREY_MOSCOW, "E1": "641/0 642/0", "I9": "8/0", "I11": "9/0", "I13": "57/0 14/0 63/0", "J12": "8/1",
    "J10": "8/4", "K9": "8/1", "K7": "207/4 623/0", "L8": "8/2", "M7": "57/1 14/1 63/0", "N6": "9/1",
    "O5": "9/1", "P4": "9/1",
}  # fmt: skip
SEVEN_STOPS = "A9-B8-C7-C5-D4-D2-E1-F2-F4-G5-G7-H8-I9-I11-I13-J12-J10-K9-K7-L8-M7-N6-O5-P4-Q3"


@proves("11.2.3")
@covers("G15", "T43")
def test_a_5_plus_5E_counts_the_best_five() -> None:
    state = running(Firm("GR", P1, at=100, trains="5+5E", stations="H8"), on_turn="GR", phase="8", tiles=LONG_LINE)
    assert earned(state, f"run 5+5E: {SEVEN_STOPS}") == 740
    seven = running(Firm("GR", P1, at=100, trains="7", stations="H8"), on_turn="GR", phase="8", tiles=LONG_LINE)
    assert earned(seven, f"run 7: {SEVEN_STOPS}") == 450


@proves("11.2.3")
@covers("T44")
def test_one_counted_stop_has_an_own_station() -> None:
    state = running(Firm("GR", P1, at=100, trains="5+5E", stations="M7"), on_turn="GR", phase="8", tiles=LONG_LINE)
    assert earned(state, f"run 5+5E: {SEVEN_STOPS}") == (70 + 70 + 100 + 40 + 40) * 2 + 80


@proves("11.2.3")
@covers("T43")
def test_a_5_plus_5E_may_run_a_short_way() -> None:
    state = running(Firm("GR", P1, at=100, trains="5+5E", stations="H8"), on_turn="GR", phase="8", tiles=LONG_LINE)
    assert earned(state, f"run 5+5E: {TO_ST_PETERSBURG}") == (100 + 10 + 70) * 2


@proves("11.3.1", "11.3.2")
@covers("G16")
def test_a_5_train_across_the_empire() -> None:
    tiles = {**POLAND, **GREY_MOSCOW, **EAST, **NIZHNII, "E1": "641/0 642/0", "K7": "207/4 623/0"}
    state = running(Firm("GR", P1, at=100, trains="5", stations="H8"), on_turn="GR", phase="8", tiles=tiles)
    line = "A9-B8-C7-C5-D4-D2-E1-F2-F4-G5-G7-H8-I7-J8-K7-L8-M9-N8-O7-P6-Q5-Q3"
    assert earned(state, f"run 5: {line}") == 370


TWO_WAYS = {"H8": "637/0 638/0", **NIZHNII}


@proves("11.4.1")
@covers("G17")
def test_any_legal_run_is_good_and_a_better_one_may_be_shown() -> None:
    state = running(Firm("N", P1, at=100, trains="2"), on_turn="N", phase="5", tiles=TWO_WAYS)
    assert earned(state, "run 2: H8-I7-J8-K7") == 100
    # Somebody points out St. Petersburg: the order is taken back, and the better one is taken from the same position.
    assert earned(state, f"run 2: {TO_ST_PETERSBURG}") == 110
    assert earned(state, "run best") == 110
    assert earned(state, "run none") == 0


@proves("11.4.1")
def test_the_highest_earnings_announced_by_the_moderator_must_be_declared() -> None:
    assert opening().option("announced_runs") == "moderator"
    option = {"announced_runs": "moderator"}
    state = running(Firm("N", P1, at=100, trains="2"), on_turn="N", phase="5", tiles=TWO_WAYS, options=option)
    best = "run 2: E1-F2-F4-G5-G7-H8"
    for order, value in (("run 2: H8-I7-J8-K7", 100), ("run none", 0)):
        no = refused(state, order)
        assert no.rule == "11.4.1"
        assert no.why.startswith(f"These routes earn R{value}, and N can earn R110: run 2: ")
        assert len(no.instead) == 1
    assert earned(state, best) == 110
    assert earned(state, "run best") == 110


@proves("11.4.1")
def test_a_declaration_above_the_best_run_known_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"announced_runs": "moderator"}
    state = running(Firm("N", P1, at=100, trains="2"), on_turn="N", phase="5", tiles=TWO_WAYS, options=options)
    poor = Run((TrainRun("2", ("H8", "I7", "J8", "K7")),))
    monkeypatch.setattr("engine.runs.proposal.best_run", lambda state, step=None: Proposal(poor, 100, 110, False))
    assert earned(state, "run 2: H8-I7-J8-K7") == 100
    assert earned(state, f"run 2: {TO_ST_PETERSBURG}") == 110
    assert refused(state, "run none").rule == "11.4.1"


@proves("11.4.1", "18.2")
def test_the_moderator_announces_the_best_run_of_the_state_railway_too() -> None:
    options = {"announced_runs": "moderator", "state_railway": "priority_holder"}
    state = running(
        NEXT, on_turn="RSR", phase="4", step="state-run", trains={"RSR": "3"}, stations={"RSR": "E1:1"}, options=options
    )
    no = refused(state, "run 3: E1-F2-F4-G5")
    assert (no.rule, no.why.partition(":")[0]) == ("11.4.1", "These routes earn R50, and RSR can earn R90")
    assert earned(state, f"run 3: {TO_ST_PETERSBURG}") == 90


@proves("11.4.1")
def test_the_best_run_is_proposed_and_proved() -> None:
    state = running(Firm("N", P1, at=100, trains="2"), on_turn="N", phase="5", tiles=TWO_WAYS)
    found = best_run(state)
    assert (found.value, found.bound, found.proved) == (110, 110, True)


@proves("11.3.3")
@pytest.mark.parametrize(("holder", "value"), [(P1, 110), ("O-K", 130), ("M-K", 110)])
@covers("G18")
def test_a_private_pays_its_company_and_no_player(holder: str, value: int) -> None:
    tiles = {"D20": "201/3", "D18": "9/0", "D16": "9/0", "E19": "9/1", "F18": "57/1"}
    state = running(
        Firm("O-K", P1, at=100, trains="2 2"), Firm("M-K", P1, at=90, trains="2"), on_turn="O-K", phase="3",
        tiles=tiles, privates={"BSS": holder},
    )  # fmt: skip
    assert earned(state, "run 2: D20-D18-D16-D14, 2: D20-E19-F18") == value


@proves("11.4.2", "12.1.2")
def test_without_train_or_route_nothing_is_earned() -> None:
    state = running(Firm("R-O", P1, at="5,5", trains="2", cash=150), on_turn="R-O", step="track")
    after = play(state, "pass")  # there is no track, so nobody is asked for routes
    assert (after.cursor.step, cell(after, "R-O"), after.last_run.get("R-O", 0)) == ("trains", "5,4", 0)


# ---------------------------------------------------------------------- dividends


@proves("12.1.1", "12.1.2")
@covers("H1", "T41")
def test_a_minor_halves_what_it_earns() -> None:
    after = served(Firm("N", P1, at="4,4", trains="2", cash=100), 170)
    assert after.cash[P1] == 315 + 85
    assert after.cash["N"] == 185
    assert cell(after, "N") == "4,5"  # right, though it earned less than ten times its price


@proves("12.1.1")
@covers("T41")
def test_a_minor_has_no_choice() -> None:
    state = running(Firm("N", P1, at="4,4", trains="2", cash=100), on_turn="N")
    after = play(state, "run best")
    assert after.cash["N"] == 140
    no = refused(after, "withhold")
    assert (no.why, no.rule) == ("N and its owner halve the earnings by themselves. Leave this line out.", "12.1.1")


@proves("13.2", "13.6")
@pytest.mark.parametrize(
    ("at", "to"),
    [("5,5", "5,6"), ("5,6", "4,6"), ("1,6", "0,6"), ("0,6", "0,6"), ("7,4", "6,4"), ("2,5", "2,6")],
)
@covers("H2", "T6")
def test_a_minor_climbs_the_yellow_column(at: str, to: str) -> None:
    assert cell(served(Firm("N", P1, at=at, trains="2", cash=100), 80), "N") == to


@proves("13.6")
def test_the_yellow_column() -> None:
    grid = served(Firm("N", P1, at="5,5", trains="2", cash=100), 80).market.grid
    assert sorted(grid.price(c) for c in grid.cells("convert")) == [100, 110, 120, 135, 150, 165]
    assert {column for _, column in grid.cells("convert")} == {6}


@proves("13.1", "12.1.2")
@pytest.mark.parametrize(("at", "to"), [("5,6", "5,5"), ("7,0", "8,0"), ("9,0", "9,0"), ("2,2", "3,2")])
@covers("H3")
def test_nothing_earned_moves_left(at: str, to: str) -> None:
    assert cell(served(Firm("N", P1, at=at, trains="2", cash=100), 0), "N") == to


@proves("12.2.1")
@pytest.mark.parametrize(("revenue", "paid"), [(310, 160), (450, 230), (950, 480), (200, 100)])
@covers("H4")
def test_half_is_rounded_up_to_ten(revenue: int, paid: int) -> None:
    state = paying(Firm("NW", {P1: 10}, at=540, trains="8"), revenue, phase="8")
    after = play(state, "half")
    assert after.cash[P1] == 315 + paid
    assert after.cash["NW"] == revenue - paid


@proves("12.2.1")
def test_a_public_keeps_or_pays_everything() -> None:
    state = paying(Firm("NW", {P1: 10}, at=540, trains="8"), 310, phase="8")
    assert play(state, "withhold").cash["NW"] == 310
    assert play(state, "pay").cash[P1] == 315 + 310


@proves("12.2.2")
@covers("H5")
def test_treasury_shares_pay_the_company_pool_shares_nobody() -> None:
    state = paying(Firm("NW", {P1: 4, P2: 2, POOL: 1, TREASURY: 3}, at=540, trains="8"), 200, phase="8")
    after = play(state, "pay")
    assert (after.cash[P1], after.cash[P2], after.cash["NW"]) == (315 + 80, 315 + 40, 60)
    assert after.cash[BANK] == state.cash[BANK] - 180


@proves("12.2.3")
@pytest.mark.parametrize(
    ("revenue", "order", "to"),
    [(130, "pay", "2,6"), (140, "pay", "2,7"), (270, "half", "2,7"), (140, "withhold", "2,5"), (140, "half", "2,6")],
)
@covers("H6")
def test_the_price_follows_what_is_paid(revenue: int, order: str, to: str) -> None:
    state = paying(Firm("NW", {P1: 10}, at="2,6", trains="5 5 5"), revenue, phase="5")
    assert cell(play(state, order), "NW") == to


@proves("12.2.3", "11.4.2")
@covers("H6")
def test_nothing_earned_moves_left_too() -> None:
    assert cell(served(Firm("NW", {P1: 10}, at="2,6", trains="5 5 5"), 0, phase="5"), "NW") == "2,5"


@proves("13.2")
@pytest.mark.parametrize(("at", "revenue", "to"), [("3,11", 200, "2,11"), ("0,18", 600, "0,18"), ("2,6", 140, "2,7")])
@covers("H7")
def test_at_the_end_of_a_row_up(at: str, revenue: int, to: str) -> None:
    state = paying(Firm("NW", {P1: 10}, at=at, trains="5 5 5"), revenue, phase="5")
    assert cell(play(state, "pay"), "NW") == to


@proves("13.5")
@covers("H8")
def test_under_those_already_there() -> None:
    turn = {"ran": True, "revenue": 600}
    moving = Firm("NW", {P1: 10}, at="2,6", trains="5 5 5"), Firm("SW", P2, at="2,7"), NEXT
    state = running(*moving, on_turn="NW", phase="5", step="dividend", turn=turn)
    book = Book(state)
    open_step(state).decide(book, Pay("full"))
    assert book.state.market.stacks[2, 7] == ("SW", "NW")
    staying = Firm("NW", {P1: 10}, at="0,18", trains="5 5 5"), Firm("SW", P2, at="0,18"), NEXT
    state = running(*staying, on_turn="NW", phase="5", step="dividend", turn=turn)
    book = Book(state)
    open_step(state).decide(book, Pay("full"))
    assert book.state.market.stacks[0, 18] == ("NW", "SW")


@proves("13.7")
@covers("H9", "T6")
def test_the_market_of_one_row() -> None:
    column = {"options": {"column_market": True}}
    assert served(Firm("N", P1, at=165, trains="2", cash=100), 80, **column).price("N") == 165
    assert served(Firm("N", P1, at=150, trains="2", cash=100), 80, **column).price("N") == 165
    assert served(Firm("N", P1, at=35, trains="2", cash=100), 0, **column).price("N") == 35
    kept = paying(Firm("NW", {P1: 10}, at=200, trains="5 5 5"), 100, phase="5", **column)
    assert play(kept, "withhold").price("NW") == 180
    assert len(kept.market.grid.prices) == 28
    stock = position(
        4, Firm("NW", {P1: 5}, at=120), round="stock", on_turn=P1, phase="5", options={"column_market": True}
    )
    assert play(stock, "sell 1 NW").price("NW") == 110


@proves("13.7", "6.9.1")
def test_in_one_row_the_stack_decides_among_equals() -> None:
    state = running(
        Firm("NW", P1, at=100), Firm("SW", P2, at=100), on_turn="NW", phase="5", options={"column_market": True}
    )
    assert state.cursor.order[:2] == ("NW", "SW")


# ---------------------------------------------------------------------- loans


@proves("14.1", "14.2", "8.3", "8.4")
@covers("I1")
def test_interest_on_a_further_loan() -> None:
    firm = Firm("NW", {P1: 10}, at="2,6", trains="5 5 5", loans=4, cash=3)
    state = running(firm, NEXT, on_turn="NW", phase="5", step="privates-before-interest", turn=PAID)
    events = [e for e in happened(state) if isinstance(e, LoansTaken | InterestPaid | LoansRepaid)]
    assert events == [LoansTaken("NW", 1, 45), InterestPaid("NW", 20)]
    after = go_on(state)
    assert (after.cash["NW"], after.loans["NW"]) == (28, 5)


@proves("14.1", "17.1.1", "17.4")
@covers("I2", "T34")
def test_who_cannot_pay_interest_is_nationalised() -> None:
    firm = Firm("M-K", P1, at="4,6", trains="2", loans=2, cash=7)
    state = running(
        firm, Firm("N", P2, at="6,3", trains="2"), on_turn="M-K", turn={"ran": True, "revenue": 0}, phase="3"
    )
    # It earns nothing: one left; then one for the takeover and two for the loans.
    after = go_on(state)
    assert "M-K" not in after.market
    price = after.cash[P1] - state.cash[P1]
    assert price == 2 * 70
    assert after.cash["RSR"] == 7
    assert after.trains_of("RSR") == ("2",)
    assert after.loans_of("M-K") == 0
    assert after.operating == "N"
    causes = [event.why for event in happened(state) if isinstance(event, CompanyNationalised)]
    assert causes == ["unpaid interest"]


@proves("14.1")
@covers("I3", "T31")
def test_a_loan_of_this_turn_bears_no_interest_yet() -> None:
    firm = Firm("N", P1, at="5,5", trains="2", loans=1, cash=9)
    now = running(firm, NEXT, on_turn="N", step="privates-before-interest", turn={**PAID, "loans": 0})
    assert go_on(now).cash["N"] == 9
    later = running(firm, NEXT, on_turn="N", step="privates-before-interest", turn=PAID)
    assert later.turn.loans == 1
    assert go_on(later).cash["N"] == 4
    # What counts is what it has when its turn begins.
    before = Firm("M-K", P2, at="4,5", trains="2 2")
    begun = go_on(running(before, firm, on_turn="M-K", step="trains", turn=PAID))
    assert (begun.operating, begun.turn.loans) == ("N", 1)


@proves("14.2")
@covers("I4", "T32")
def test_repayment_is_forced() -> None:
    firm = Firm("NW", {P1: 10}, at="2,6", trains="5 5 5", loans=3, cash=164)
    state = running(firm, NEXT, on_turn="NW", phase="5", step="privates-before-interest", turn=PAID)
    after = go_on(state)  # interest 15, then two loans
    assert (after.cash["NW"], after.loans["NW"]) == (49, 1)


def play_out(state: State, events: list[Any]) -> State:
    for event in events:
        state = event.apply(state)
    return state


@proves("18.2", "14.1", "14.2", "8.4")
@covers("I5", "T72")
def test_the_loans_of_the_state_railway() -> None:
    options = {"state_railway": "priority_holder"}
    buying = running(
        Firm("M-K", P1, at=100, trains="4"), on_turn="RSR", phase="4", step="state-income", cash={"RSR": 109},
        stations={"RSR": "E1:1"}, turn={"ran": True, "loans": 0}, options=options,
    )  # fmt: skip
    bought = play_out(buying, happened(buying))
    assert (bought.cash["RSR"], bought.loans["RSR"], bought.trains_of("RSR")) == (29, 6, ("4",))
    earning = running(
        Firm("M-K", P1, at=100, trains="4"), on_turn="RSR", phase="4", step="state-run", cash={"RSR": 29},
        loans={"RSR": 6}, trains={"RSR": "4"}, stations={"RSR": "E1:1"}, options=options,
        turn={"ran": True, "revenue": 160},
    )  # fmt: skip
    after = play_out(earning, happened(earning))
    assert (after.cash["RSR"], after.loans["RSR"]) == (9, 3)


@proves("8.4", "14.1")
@covers("I6")
def test_more_than_five_loans_leave_no_room() -> None:
    firm = Firm("NW", {P1: 10}, at="2,6", trains="3", loans=6, cash=10)
    state = running(
        firm, Firm("SW", P2, at="6,3", trains="3", stations="H8:1"), on_turn="NW", phase="3",
        turn={"ran": True, "revenue": 0},
    )  # fmt: skip
    after = go_on(state)
    assert "NW" not in after.market
    assert after.shares["NW"] == {"(ipo)": 10}
    assert after.cash["RSR"] == 10


@proves("8.4", "14.1")
def test_a_company_that_can_just_pay_its_interest_lives() -> None:
    for firm, due in (
        (Firm("NW", {P1: 10}, at="2,6", trains="3 3 3 3", loans=6, cash=30), 30),
        (Firm("N", P1, at="5,5", trains="2 2", loans=2, cash=10), 10),
    ):
        state = running(firm, NEXT, on_turn=firm.symbol, phase="3", step="privates-before-interest", turn=PAID)
        after = go_on(state)
        assert firm.symbol in after.market
        assert after.cash[firm.symbol] == firm.cash - due
        assert after.loans[firm.symbol] == firm.loans


@proves("8.5", "8.1")
@covers("T30")
def test_what_a_company_can_raise() -> None:
    firms = Firm("N", P1, at="5,5", cash=130), Firm("M-K", P2, at=80, trains="3")
    state = running(*firms, on_turn="N", step="trains", phase="3", depot="3 4")
    assert refused(state, "train 3").why == "A 3-train costs R225; N can pay R220."
    enough = running(Firm("N", P1, at="5,5", cash=135), on_turn="N", step="trains", phase="3", depot="3 4")
    after = play(enough, "train 3")
    assert (after.cash["N"], after.loans["N"]) == (0, 2)
