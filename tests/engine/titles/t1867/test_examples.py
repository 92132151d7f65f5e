"""The worked examples of 1867, case by case; those read off a recorded game are looked up in it where it is at hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine.__main__ import read_json
from engine.board.hexes import Hex
from engine.events import IncomePaid, TrainsRan, TrainsRusted
from engine.game import Book, legal_moves, to_act
from engine.interop.record import read_record
from engine.interop.site18xx import begin
from engine.mechanisms.chosen_homes.steps import public_homes
from engine.mechanisms.exports.events import TrainExported
from engine.mechanisms.loans.events import LoansTaken
from engine.mechanisms.loans.lending import price_at_the_end
from engine.mechanisms.nationalisation.national import may_stand, nationalise
from engine.moves import LayTile
from engine.names import BANK, POOL, Company, Player
from engine.rounds.operating import private_income
from engine.state import State
from engine.titles.t1867 import TITLE
from tests.engine.positions import (
    P1,
    P2,
    P3,
    P4,
    Firm,
    events_of,
    opening,
    owner,
    play,
    position,
    refused,
    stations,
)
from tests.engine.titles.proving import ROOT, covers, proves
from tests.engine.titles.t1867.test_operating import building, lays, running, value
from tests.engine.titles.t1867.test_table import EMPTY, named, opened, trading
from tests.engine.titles.t1867.test_trains import end_of_round, merging, public, state_of

GAME = ROOT.parent / "shared" / "corpus" / "1867" / "real" / "21268.json.gz"
recorded = pytest.mark.skipif(not GAME.exists(), reason="the recorded games are not here")
SEAT = dict(zip((P1, P2, P3, P4), (Player(f"Player {n}") for n in range(1, 5)), strict=True))


@dataclass(frozen=True)
class Moment:
    """An action of the recorded game: the position before and after it, what trains ran, for how much by the record."""

    before: State
    after: State
    ran: TrainsRan | None
    told: int


@cache
def moments() -> dict[int, Moment]:
    """All of them, by the action's number."""
    found: dict[int, Moment] = {}
    game = read_record(read_json(str(GAME)))
    done = begin(game)
    for action in game.actions:
        before, played = done.state, len(done.played)
        done.action(action)
        events = (event for each in done.played[played:] for event in each.events)
        ran = next((event for event in events if isinstance(event, TrainsRan)), None)
        told = sum(route["revenue"] for route in action.get("routes", ()))
        found[action["id"]] = Moment(before, done.state, ran, told)
    return found


def run_of(action: int) -> dict[str, int]:
    """What each train earned in an action."""
    ran = moments()[action].ran
    assert ran is not None
    return {route.train: route.value for route in ran.routes}


def paid(action: int, who: str) -> int:
    """What somebody has more of after an action."""
    before, after = moments()[action].before, moments()[action].after
    return after.cash_of(who) - before.cash_of(who)


# ---------------------------------------------------------------------- A. setup and first stock round


@covers("A2")
@proves("5.2.1", "5.2.2", "5.2.3")
def test_the_first_private_goes_up_by_fives_to_the_last_who_is_in() -> None:
    state = play(opening("1867"), "bid C&SL 20", "pass", "bid C&SL 25", "bid C&SL 30", "pass", "bid C&SL 35", "pass")
    assert owner(state, "C&SL") == P3 and state.cash_of(P3) == opening("1867").cash_of(P3) - 35
    assert to_act(state) == P4 and state.facts.bidding is not None and state.facts.bidding.item == "NFB"
    assert [spec.minimum for spec in TITLE.privates.values()] == [20, 30, 40, 50, 60]


@covers("A2")
@proves("5.2.4")
def test_who_did_not_open_is_asked_again_once_somebody_has() -> None:
    state = opening("1867")
    for name, least in (("C&SL", 20), ("NFB", 30), ("MB", 40), ("QB", 50)):
        state = play(state, f"bid {name} {least}", "pass", "pass", "pass")
    first = to_act(state)
    state = play(state, "pass", "bid SCT 60", "bid SCT 65", "bid SCT 70")
    assert to_act(state) == first


@covers("A3")
@proves("5.2.6")
def test_a_private_nobody_wants_falls_to_nothing_and_goes_to_the_first() -> None:
    state = play(opening("1867"), *["pass"] * 8)
    assert state.facts.bidding is not None and state.facts.bidding.minimum == 10 and to_act(state) == P1
    free = play(state, *["pass"] * 8)
    assert owner(free, "C&SL") == P1 and free.cash_of(P1) == opening("1867").cash_of(P1) and to_act(free) == P2


# ---------------------------------------------------------------------- B. minors


@covers("B2")
@proves("6.7.2", "6.7.3", "6.7.4", "6.7.6")
def test_the_winner_pays_the_bid_into_the_treasury_and_half_of_it_is_the_price() -> None:
    orders = ("bid CV 100 in F16 city 2", "pass", "bid CV 105", "pass", "bid CV 110", "pass")
    state = play(trading(), *orders)
    assert state.directors[Company("CV")] == P2 and state.cash_of("CV") == 110
    assert state.price(Company("CV")) == 55 and stations(state, "CV") == ["F16:1"] and to_act(state) == P3


@covers("B3")
def test_montreal_has_two_places_before_phase_3_and_then_a_third() -> None:
    two = trading(P2, "", Firm("NO", P1, at=50, stations="L12:0"), Firm("CA", P3, at=50, stations="L12:1"))
    assert refused(two, "bid AE 100 in L12").rule == "6.7.5"
    later = opened(trading(P2, "3", tiles={"L12": "X3/2"}))
    assert stations(play(later, "bid TGB 100 in L12 city 1", "pass", "pass", "pass"), "TGB") == ["L12:0"]
    assert stations(play(opened(trading(P2, "3")), "bid THB 100 in D2", "pass", "pass", "pass"), "THB") == ["D2:0"]


@covers("B4")
def test_a_public_may_stand_beside_a_minor_where_no_minor_may_begin() -> None:
    firms = (Firm("BO", P1, at=60, stations="E17"), Firm("CNR", {P1: 2}, at=100, cash=500, stations="E15"))
    state = building(*firms, on_turn="CNR", phase="3", step="station", tiles={"E17": "201/3 207/3", "E15": "57/0"})
    assert "E17:0" in stations(play(state, "token in E17"), "CNR")


@covers("B4")
@proves("17.4.3")
def test_a_nationalised_minor_never_returns_and_leaves_its_place() -> None:
    state = opened(trading(P2, "4", Firm("NO", P1, at=50, stations="O7")))
    book = Book(state.change(board=state.board.place("CN", Hex("L12"), 0)))
    nationalise(book, Company("NO"), "no train")
    assert refused(book.state, "bid NO 100 in O7").rule == "6.7.1"


# ---------------------------------------------------------------------- C. publics


@covers("C1")
def test_unconnected_hexes_come_first_for_publics() -> None:
    open_ = {"D2", "D8", "D16", "F8", "I15", "N12"}
    taken = [place for place in EMPTY if place.partition(":")[0] not in open_]
    symbols = "AE BO CA CS CV KP NO OP PM TN BBG LPS QLS".split()
    firms = [Firm(s, P1, at=50, stations=place) for s, place in zip(symbols, taken, strict=False)]
    tiles = {"D16": "57/2", "E17": "201/2", "I15": "57/1", "N12": "57/0", "N10": "8/0", "M9": "57/2"}
    tiles |= dict.fromkeys(("L8", "K7", "J6", "I5", "H4", "G3", "F2"), "9/2")
    state = opened(trading(P2, "8", *firms, tiles=tiles))
    places = named(state, public_homes(state, Company("CNR")))
    assert places == ["D8", "F8"]
    assert [refused(state, f"start CNR at 100 in {place}").rule for place in ("D16", "I15", "N12", "D2")] == [
        "6.6.3"
    ] * 4
    begun = play(state, "start CNR at 100 in F8")
    assert stations(begun, "CNR") == ["F8:0"]
    assert named(begun, public_homes(begun, Company("GTR"))) == ["D8"]


@covers("C2")
@recorded
@proves("6.6.3")
def test_two_connected_hexes_are_open_where_none_is_unconnected() -> None:
    before, after = moments()[860].before, moments()[860].after
    assert set(named(before, public_homes(before, Company("GWR")))) == {"C17", "E13"}
    assert stations(after, "GWR") == ["E13:0"]
    before, after = moments()[889].before, moments()[889].after
    assert named(before, public_homes(before, Company("ICR"))) == ["C17"]


@covers("C2")
def test_no_public_begins_in_toronto_or_beside_another_station() -> None:
    state = opened(trading(P2, "4", Firm("NO", P1, at=50, stations="L12:0"), Firm("CA", P1, at=50, stations="L12:1")))
    for place in ("F16", "L12"):
        assert refused(state, f"start CPR at 70 in {place}").rule == "6.6.3"
    green = trading(P2, "4", tiles={"D16": "57/0 14/0"}, stations={"CN": "D16"})
    assert "D16" not in named(green, public_homes(green, Company("CPR")))


# ---------------------------------------------------------------------- D. track


@covers("D1")
@proves("9.4.7")
@pytest.mark.parametrize(
    ("hex_", "legal"),
    [
        ("G15", {("5", 1), ("6", 1), ("6", 5), ("57", 1), ("57", 4)}),
        ("K13", {("3", 3), ("3", 4), ("4", 1), ("4", 4), ("58", 2)}),
        ("L10", {("3", 0), ("3", 5), ("4", 0), ("4", 3), ("58", 0), ("58", 4)}),
    ],
)
def test_the_first_tile_on_a_stub_uses_it(hex_: str, legal: set[tuple[str, int]]) -> None:
    face = TITLE.plan.hexes[Hex(hex_)].face
    yellow = [tile for tile in TITLE.plan.options(Hex(hex_), face) if tile.colour == "yellow"]
    assert {(tile.number, tile.rotation) for tile in yellow} == legal


@covers("D2", "D4")
@proves("9.6.4")
def test_a_second_lay_costs_twenty_more_and_loans_may_pay_for_it() -> None:
    tiles = {"O7": "57/0", "N10": "9/0", "O9": "7/2"}
    firm = Firm("NO", P1, at=60, cash=100, stations="O7")
    state = building(firm, on_turn="NO", tiles=tiles, turn={"lays": ("P6",)})
    taken = next(event for event in events_of(state, "lay 7 on N8 facing 5") if isinstance(event, LoansTaken))
    assert (taken.count, taken.received) == (2, 90)
    poor = building(replace(firm, cash=89), on_turn="NO", tiles=tiles, turn={"lays": ("P6",)})
    assert "180" in refused(poor, "lay 7 on N8 facing 5").why


@covers("D5")
@proves("9.4.2")
def test_granby_is_free_from_phase_3_on() -> None:
    firm = Firm("NO", P1, at=60, cash=0, stations="L12:0")
    tiles = {"L12": "X3/2", "M11": "9/1"}
    assert not lays(building(firm, on_turn="NO", tiles=tiles, privates={"C&SL": P1}), "M13")
    free = building(Firm("NO", P1, at=60, cash=0, stations="M9"), on_turn="NO", phase="3", step="track")
    assert free.title.plan.hexes[Hex("M13")].cost == 0


@covers("D6")
@recorded
@proves("9.5.8")
def test_two_of_three_cities_of_montreal_join_and_the_third_stays_alone() -> None:
    before, after = moments()[619].before, moments()[619].after
    face = before.board.face(Hex("L12"))
    options = {(tile.number, tile.rotation) for tile in TITLE.plan.options(Hex("L12"), face)}
    assert ("X6", 4) in options and ("X6", 1) not in options
    assert len(face.stops) == 3 and len(after.board.face(Hex("L12")).stops) == 2


@covers("D7")
@recorded
@proves("9.5.9")
def test_the_state_railway_gets_no_second_station_in_montreal() -> None:
    before, after = moments()[824].before, moments()[824].after
    assert stations(before, "CN") == stations(after, "CN")


@covers("D7")
def test_after_its_green_tile_montreal_may_be_left_by_a_second_lay() -> None:
    state = building(Firm("TGB", P1, at=60, cash=100, stations="L12:2"), on_turn="TGB", phase="3")
    after = play(state, "lay X3 on L12 facing 2")
    beyond = {m.hex for m in legal_moves(after) if isinstance(m, LayTile)}
    assert beyond and "L12" not in beyond


# ---------------------------------------------------------------------- E. stations


@covers("E1")
@recorded
@proves("10.5")
def test_a_station_costs_by_the_distance_from_the_nearest_one() -> None:
    assert paid(519, "NYC") == -9 * 20
    assert paid(766, "CPR") == -4 * 40


@covers("E1")
@proves("10.4")
def test_no_slot_of_montreal_is_kept_for_the_state() -> None:
    firms = [Firm(s, {P1: 2}, at=100, cash=500, stations=f"L12:{k}") for s, k in (("GTR", 0), ("ICR", 1))]
    state = building(
        *firms,
        Firm("CNR", {P1: 2}, at=110, cash=500, stations="M9"),
        on_turn="CNR",
        phase="5",
        step="station",
        tiles={"L12": "X3/2 X6/2", "L10": "4/0", "M9": "57/1"},
    )
    free = [k for k in range(2) if None in state.board.slots(Hex("L12"), k)]
    assert free and state.board.reservations().get((Hex("L12"), free[0])) is None


# ---------------------------------------------------------------------- F. routes


@covers("F5", "F2")
@recorded
@proves("11.3.2", "11.3.3")
def test_quebec_adds_ten_for_its_owner_and_timmins_forty_with_montreal() -> None:
    assert run_of(625) == {"4": 190, "3": 180}


@covers("F3")
@recorded
@proves("11.3.2")
def test_a_train_that_doubles_doubles_montreal_and_toronto() -> None:
    assert run_of(1034)["2+2"] == 400


@covers("F1", "F4")
@recorded
@proves("11.3.1", "11.3.2")
def test_every_run_of_the_recorded_game_is_worth_what_was_paid_for_it() -> None:
    """Timmins with and without its partners, Detroit and Buffalo in every phase."""
    runs = [moment for moment in moments().values() if moment.ran is not None]
    assert all(moment.ran is not None and moment.ran.revenue == moment.told for moment in runs)
    assert len(runs) == 78 and {moment.before.phase for moment in runs} == set("2345678")


@covers("F4")
@proves("11.3.1")
@pytest.mark.parametrize(
    ("hexes", "worth"), [(("A17", "A19"), "30 40 40 50 50 70 70"), (("F18",), "30 40 40 50 50 60 60")]
)
def test_the_off_board_places_by_phase(hexes: tuple[str, ...], worth: str) -> None:
    for hex_ in hexes:
        stop = TITLE.plan.hexes[Hex(hex_)].stops[0]
        assert [stop.value(TITLE.phases[phase].offboard) for phase in "2345678"] == [int(n) for n in worth.split()]


@covers("F6")
@proves("11.1.1", "11.1.7")
def test_both_ends_of_detroit_are_one_place_and_toronto_is_closed_to_others() -> None:
    state = running("3", "C17", "2", C17="57/1", B18="58/2")
    assert refused(state, "run 3: A17-B18-A19").rule == "11.1.1"
    toronto = running("2", "G15", "2", G15="57/1")
    assert value(toronto, "2: G15-F16") > 20


# ---------------------------------------------------------------------- G. exports and phases


@covers("G1")
@recorded
@proves("4.7", "16.1")
def test_the_trains_of_the_recorded_game_leave_as_they_did() -> None:
    begun = {action: one.after.phase for action, one in moments().items() if one.before.phase != one.after.phase}
    assert [(action, phase) for action, phase in begun.items() if phase in "45678"] == [
        (439, "4"),
        (591, "5"),
        (698, "6"),
        (798, "7"),
        (815, "8"),
    ]


@covers("G1")
@proves("4.7")
def test_nothing_is_exported_before_the_first_4() -> None:
    events, after = end_of_round(state_of(public(trains="3"), on_turn="CNR", phase="3", depot="4 4 4"))
    assert not any(isinstance(event, TrainExported) for event in events) and after.depot.count("4") == 3


@covers("G2")
@proves("16.2", "17.5.1")
def test_the_exported_6_takes_privates_and_minors_without_trains() -> None:
    state = state_of(
        public("C&O", stations="D8"),
        public("GWR", stations="O7", held={P2: 4}),
        Firm("BBG", P3, at=120, cash=210, trains="3", stations="E13"),
        Firm("NO", P4, at=70, cash=190, trains="3", stations="L12:0"),
        Firm("TGB", P4, at=100, trains="5", stations="G15"),
        on_turn="GWR",
        phase="5",
        depot="6 6",
        sub=2,
        number=4,
        privates={"C&SL": "C&O", "NFB": "C&O", "MB": "C&O", "QB": "GWR", "SCT": "GWR"},
        cash={P3: 0, P4: 0},
        operated=frozenset({"C&O", "GWR", "BBG", "NO", "TGB"}),
        turn={"ran": True, "paid": True},
    )
    events, after = end_of_round(state)
    assert after.cash_of("C&O") - state.cash_of("C&O") == 30 + 45 + 60
    assert after.cash_of("GWR") - state.cash_of("GWR") == 75 + 90
    assert (after.cash_of(P3), after.cash_of(P4)) == (220, 130)
    assert {"E13:0", "L12:0"} <= set(stations(after, "CN"))
    assert after.cash_of("BBG") == after.cash_of("NO") == 0
    assert any(isinstance(event, TrainsRusted) for event in events)
    assert (after.cursor.round, to_act(after)) == ("merger", P4)


@covers("G3", "I3")
@recorded
@proves("4.5", "17.2.4", "17.4")
def test_a_director_decides_before_the_merger_round_goes_on_and_the_company_is_free_at_once() -> None:
    before, after = moments()[699].before, moments()[699].after
    assert to_act(before) == before.directors[Company("GTR")] and before.cursor.round == "merger"
    assert paid(699, SEAT[P2]) == 800 and paid(699, "GTR") == -before.cash_of("GTR")
    assert "E15:0" in stations(after, "CN") and "D8:0" not in stations(after, "CN")
    before, after = moments()[710].before, moments()[710].after
    assert after.price(Company("GTR")) == 100


@covers("G3")
@proves("4.4")
def test_behind_an_exported_8_no_merger_round_follows() -> None:
    _, after = end_of_round(state_of(public(), on_turn="CNR", phase="7", depot="", sub=1))
    assert (after.phase, after.cursor.round, after.cursor.sub) == ("8", "operating", 2)


@covers("G4")
@proves("7.1.1")
def test_the_state_collects_a_hundred_with_all_five_privates() -> None:
    state = position("1867", 4, privates=dict.fromkeys(("C&SL", "NFB", "MB", "QB", "SCT"), "CN"))
    assert sum(event.amount for event in private_income(state)) == 100
    assert all(isinstance(event, IncomePaid) and event.owner == "CN" for event in private_income(state))


# ---------------------------------------------------------------------- H. trade-ins


@covers("H1", "H2")
@proves("15.7.2", "15.7.3")
def test_what_a_5_is_worth_when_it_is_handed_in() -> None:
    state = state_of(public("GWR", cash=1010, trains="5"), on_turn="GWR", phase="8", depot="")
    eight = play(state, "train 8 trading 5")
    assert eight.cash_of("GWR") == 285 and eight.trains_of(POOL) == ("5",)
    assert play(state, "train 2+2 trading 5").cash_of("GWR") == 1010 - 325
    assert refused(state, "train 5+5E trading 5").rule == "15.7.2"
    own = state_of(public(cash=500, trains="8"), on_turn="CNR", phase="8", depot="")
    assert play(own, "train 8 trading 8").cash_of("CNR") == 0


# ---------------------------------------------------------------------- I. nationalisation


@covers("I1")
@proves("17.4")
def test_a_company_in_debt_falls_once_and_twice_for_each_loan() -> None:
    state = state_of(Firm("QLS", P1, at=70, loans=2, stations="M9"), public(), on_turn="QLS", phase="4", cash={P1: 0})
    book = Book(state)
    nationalise(book, Company("QLS"), "no train")
    assert book.state.cash_of(P1) == 90 and "M9:0" in stations(book.state, "CN")
    repaid = state_of(
        Firm("BO", P1, at=55, cash=56, loans=1, stations="F16:1"), public(), on_turn="BO", phase="4", cash={P1: 0}
    )
    book = Book(repaid)
    nationalise(book, Company("BO"), "no train")
    assert book.state.cash_of(P1) == 100 and stations(book.state, "CN") == ["F16:0"]


@covers("I1", "I2")
@recorded
@proves("17.4.3")
def test_eight_minors_fall_to_the_state_in_operating_order() -> None:
    before, after = moments()[439].before, moments()[439].after
    assert set(stations(after, "CN")) == {f"{hex_}:0" for hex_ in "F16 I15 L12 J12 D16 O7 G15".split()}
    assert after.stations_left[Company("CN")] == 1
    assert len(set(after.gone) - set(before.gone)) >= 8
    assert not {"SCT", "C&SL"} & set(after.privates)
    assert paid(439, "BO") == -56


@covers("I2")
@recorded
@proves("17.5.1")
def test_privates_that_are_closed_are_paid_to_nobody() -> None:
    assert paid(698, SEAT[P1]) == 45 + 60 and paid(698, "NYC") == 75


@covers("I3")
@proves("17.4.1")
def test_the_eighth_station_of_the_state_is_for_montreal() -> None:
    six = {"CN": "D8 E15 I15 N12 O7 G15"}
    state = state_of(public(stations="E13"), on_turn="CNR", phase="5", stations=six)
    assert not may_stand(state, "E13") and may_stand(state, "L12")


@covers("I4")
@proves("17.4")
def test_a_public_given_up_is_paid_out_one_step_below_its_price() -> None:
    firm = Firm("CNR", {P1: 6, P2: 2, P3: 1}, at=200, cash=372, stations="F16:1 J12 E15")
    state = state_of(firm, on_turn="CNR", phase="8", cash={P1: 0, P2: 0, P3: 0, P4: 0}, tiles={"J12": "201/0"})
    book = Book(state)
    nationalise(book, Company("CNR"), "its director's wish")
    after = book.state
    assert [after.cash_of(p) for p in (P1, P2, P3)] == [1080, 360, 180]
    assert after.cash_of(BANK) == state.cash_of(BANK) + 372 - 1620
    assert {"J12:0", "E15:0"} <= set(stations(after, "CN")) and stations(after, "CN").count("F16:0") == 1


# ---------------------------------------------------------------------- J. mergers


@covers("J1")
@proves("19.6.2", "19.6.3")
def test_the_owner_buys_up_to_sixty_percent_and_then_everybody_one() -> None:
    state = merging(Firm("TGB", P4, at=135, stations="G15"), cash=dict.fromkeys((P1, P2, P3, P4), 900))
    after = play(state, "convert TGB into NYC", "take 4 NYC")
    assert after.held(P4, Company("NYC")) == 6 and to_act(after) == P1
    after = play(after, "pass", "take 1 NYC", "take 1 NYC")
    assert [after.held(p, Company("NYC")) for p in (P1, P2, P3, P4)] == [0, 1, 1, 6]


@covers("J3")
@proves("19.3.2", "19.4.3", "19.6.1")
def test_four_minors_of_two_owners_form_a_chain_and_the_director_may_change() -> None:
    places = {"AE": "E13", "CV": "E15", "CA": "E17", "TN": "D16"}
    owners = {"AE": P1, "CV": P1, "CA": P2, "TN": P2}
    prices = {"AE": 80, "CV": 60, "CA": 60, "TN": 50}
    firms = [Firm(s, owners[s], at=prices[s], trains="2 2", loans=int(s != "TN"), stations=places[s]) for s in places]
    tiles = {"E13": "57/0", "E15": "57/0", "E17": "201/2", "D16": "57/2"}
    state = merging(*firms, tiles=tiles, cash=dict.fromkeys((P1, P2, P3, P4), 900))
    after = play(state, "merge AE, CV, CA and TN into CNR")
    if after.demands and after.demands[0].kind == "stations":
        assert to_act(after) == P1
        after = play(after, next(m.write() for m in legal_moves(after)))
    assert after.price(Company("CNR")) == 120 and after.directors[Company("CNR")] == P1
    assert len(after.board.stations("CNR")) == 2 and after.loans_of(Company("CNR")) == 3
    after = play(after, "take 1 CNR", "pass", "take 2 CNR")
    assert after.directors[Company("CNR")] == P2


# ---------------------------------------------------------------------- K. the end


@covers("K1")
@recorded
@proves("20.1")
def test_the_recorded_game_ends_with_three_rounds_of_set_six() -> None:
    last = moments()[max(moments())].after
    assert last.over and (last.cursor.number, last.cursor.sub) == (6, 3)
    value = TITLE.value
    assert value is not None
    assert sorted((value(last, p) for p in last.players), reverse=True) == [7769, 7373, 5804, 4757]


@covers("K2")
@proves("20.2")
def test_a_bank_that_breaks_ends_the_game_with_the_round_unless_an_8_is_bought() -> None:
    broken: dict[str, Any] = {"on_turn": "CNR", "phase": "7", "depot": "", "ending": "bank", "broken": True, "sub": 1}
    events, after = end_of_round(state_of(public(), **broken))
    assert after.over and after.phase == "7" and not any(isinstance(event, TrainExported) for event in events)
    bought = play(state_of(public(cash=2000), **broken), "train 8")
    assert (bought.ending, bought.final_set) == ("8-train", 6)


@covers("K3")
@proves("20.3")
def test_at_the_end_a_price_falls_one_step_for_each_loan() -> None:
    state = position(
        "1867",
        4,
        Firm("CNR", {P1: 2}, at=120, loans=3, stations="O7"),
        Firm("PM", P2, at=60, loans=2, stations="M9"),
        Firm("KP", P3, at=55, loans=1, stations="I15"),
    )
    assert [price_at_the_end(state, Company(c)) for c in ("CNR", "PM", "KP")] == [90, 50, 50]
