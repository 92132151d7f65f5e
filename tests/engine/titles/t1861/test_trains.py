"""Trains, phases, nationalisation and the Russian State Railway (sections 15 to 18)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.hexes import Hex
from engine.events import PhaseBegan, RoundBegan, TrainBought, TrainsRan, TrainsRusted
from engine.game import Book, blocked_hexes, consents, settle, to_act
from engine.mechanisms.loans.events import LoansTaken
from engine.mechanisms.nationalisation.events import CompanyNationalised
from engine.mechanisms.nationalisation.national import may_stand
from engine.names import BANK, IPO, POOL
from engine.notation import parse_order
from engine.state import State
from engine.text import position as page
from engine.text import sentence
from engine.titles.t1861 import OPERATING
from tests.engine.positions import (
    P1,
    P2,
    P3,
    P4,
    Firm,
    cell,
    events_of,
    forbidden,
    go_on,
    owner,
    play,
    refused,
    stations,
)
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1861.table import position

# Somebody who comes next and has a decision to take, so that a position stops when the turn is over.
NEXT = Firm("SE", P4, at=35, trains="5", stations="L12")


# The same without a train that others might buy.
QUIET = Firm("SE", P4, at=35, stations="L12", operated=False)


def buying(*firms: Firm, on_turn: str, phase: str, step: str = "trains", **more: Any) -> State:
    return position(4, *firms, round="operating", on_turn=on_turn, phase=phase, step=step, number=5, **more)


def state_turn(*firms: Firm, phase: str, step: str = "state-income", **more: Any) -> State:
    """The state railway has run; it is about to take its income and buy trains."""
    return buying(*firms, on_turn="RSR", phase=phase, step=step, **more)


def happened(state: State) -> list[Any]:
    book = Book(state)
    state.title.rounds[state.cursor.round].next(book)
    settle(book)
    return list(book.events)


def booked(state: State, kind: type) -> State:
    """The position after what follows by itself, up to and including the first event of a kind."""
    for event in happened(state):
        state = event.apply(state)
        if isinstance(event, kind):
            return state
    raise AssertionError(f"no {kind.__name__}")


# ---------------------------------------------------------------------- buying


@proves("15.2.1", "16.1", "3.3")
@covers("J1")
def test_the_bank_sells_one_kind_at_a_time() -> None:
    firm = Firm("N", P1, at=100, cash=600)
    state = buying(firm, NEXT, on_turn="N", phase="2")
    no = refused(state, "train 3")
    assert (no.why, no.rule) == ("The bank sells 2-trains now.", "15.2.1")
    assert refused(state, "train 2 for 90").why == "A 2-train costs R100."
    last = buying(firm, NEXT, on_turn="N", phase="2", depot="2 3 3")
    after = play(last, "train 2")
    assert after.phase == "2"
    assert play(after, "train 3").phase == "3"


@proves("15.5.1", "15.5.3", "17.1.2", "8.5")
@covers("J2", "T36")
def test_who_cannot_pay_is_nationalised_who_can_must() -> None:
    poor = Firm("O-K", P1, at="3,5", cash=220)
    state = buying(poor, QUIET, on_turn="O-K", phase="4", step="privates-before-interest", turn={"paid": True})
    after = go_on(state)
    assert "O-K" not in after.market
    assert (after.cash[P1], after.cash["RSR"]) == (315 + 200, 220)
    selling = buying(poor, Firm("M-K", P2, at=80, trains="4"), NEXT, on_turn="O-K", phase="4")
    assert to_act(selling) == P1
    assert "O-K" not in play(selling, "pass").market
    able = buying(Firm("O-K", P1, at="3,5", cash=260), QUIET, on_turn="O-K", phase="4")
    no = refused(able, "pass")
    assert (no.why, no.rule) == ("O-K has no train and can pay for one: it must buy.", "15.5.1")
    assert no.instead == ("train 4",)


@proves("15.5.2", "8.1", "8.2")
@covers("J3", "T30")
def test_only_a_company_without_a_train_borrows() -> None:
    state = buying(Firm("N", P1, at=100, cash=60), NEXT, on_turn="N", phase="2")
    after = play(state, "train 2")
    assert (after.cash["N"], after.loans["N"], after.trains_of("N")) == (5, 1, ("2",))
    has = buying(Firm("N", P1, at=100, cash=60, trains="2"), Firm("M-K", P2, at=80, trains="2"), on_turn="N", phase="2")
    no = refused(has, "train 2")
    assert (no.why, no.rule) == ("A 2-train costs R100; N can pay R60.", "15.5.2")


@proves("15.3.1", "4.6", "8.1")
@covers("J4", "T74")
def test_trains_of_other_companies() -> None:
    firms = Firm("N", P1, at=100, cash=40), Firm("M-K", P2, at=80, trains="2"), NEXT
    state = buying(*firms, on_turn="N", phase="2", trains={"RSR": "2"})
    order = "train 2 from M-K for 40"
    assert consents(state, parse_order(state, order)) == (P2,)
    assert refused(state, order, agreed=(P3,)).rule == "4.6"
    after = play(state, order, agreed=(P2,))
    assert (after.cash["N"], after.cash["M-K"]) == (0, 40)
    assert (after.trains_of("N"), after.trains_of("M-K")) == (("2",), ())
    assert after.loans_of("N") == 0
    for price in (41, 0):
        no = refused(state, f"train 2 from M-K for {price}")
        assert (no.why, no.rule) == ("The price must lie between R1 and N's cash of R40.", "15.3.1")
    no = refused(state, "train 2 from RSR for 10")
    assert (no.why, no.rule) == ("RSR has no 2-train to sell.", "15.3.1")


@proves("4.6")
def test_a_director_of_both_companies_needs_no_consent() -> None:
    firms = Firm("N", P1, at=100, cash=40), Firm("M-K", P1, at=80, trains="2"), NEXT
    state = buying(*firms, on_turn="N", phase="2")
    assert play(state, "train 2 from M-K for 1", agreed=()).cash["M-K"] == 1


@proves("15.1.1", "16.2", "15.6.1")
@covers("J5")
def test_a_purchase_may_lower_the_buyers_own_limit() -> None:
    rusting = buying(Firm("N", P1, at=100, cash=400, trains="2"), NEXT, on_turn="N", phase="3", depot="4 4")
    after = play(rusting, "train 4")
    assert (after.phase, after.trains_of("N"), after.demands) == ("4", ("4",), ())
    crowded = buying(Firm("N", P1, at=100, cash=400, trains="3"), NEXT, on_turn="N", phase="3", depot="4 4")
    after = play(crowded, "train 4")
    assert (to_act(after), after.demands[0].kind) == (P1, "discard")
    after = play(after, "discard 3")
    assert (after.trains_of("N"), after.trains_of(POOL)) == (("4",), ("3",))


@proves("15.6.1", "15.2.1")
@covers("J6")
def test_discarded_trains_are_sold_at_face_value() -> None:
    firms = Firm("NW", P1, at=110, cash=650, trains="4 5"), Firm("SW", P2, at=100, cash=400, trains="5"), NEXT
    state = buying(*firms, on_turn="NW", phase="5", depot="6 6 7")
    state = play(state, "train 6", "discard 4")
    assert (state.trains_of("NW"), state.trains_of(POOL)) == (("5", "6"), ("4",))
    second = buying(*firms, on_turn="SW", phase="6", pool="4")
    after = play(second, "train 4 from pool")
    assert (after.cash["SW"], after.trains_of("SW"), after.trains_of(POOL)) == (50, ("5", "4"), ())


@proves("15.6.1", "4.5")
def test_several_companies_discard_in_operating_order() -> None:
    firms = (
        Firm("NW", P1, at=110, cash=650, trains="5"),
        Firm("GR", P3, at=120, trains="4 5 5"),
        Firm("SW", P2, at=100, trains="4 4 5"),
    )
    state = play(buying(*firms, NEXT, on_turn="NW", phase="5", depot="6 6 7"), "train 6")
    assert [d.company for d in state.demands] == ["GR", "SW"]
    assert refused(state, "discard 4", by=P2).rule == "4.1"
    assert refused(state, "discard 6").why == "GR has no 6-train."
    assert refused(state, "pass").rule == "4.5"
    state = play(state, "discard 4", "discard 4")
    assert state.trains_of(POOL) == ("4", "4")
    assert to_act(state) == P4  # NW is full; the next company is on turn


@proves("15.4.1", "16.2", "16.3")
@covers("J7")
def test_two_purchases_in_one_turn() -> None:
    others = Firm("GR", P3, at=120, trains="3 5 5 5"), Firm("N", P2, at=90, trains="3"), NEXT
    state = buying(Firm("NW", P1, at=110, cash=1200, trains="4"), *others, on_turn="NW", phase="5", depot="5 6 6")
    state = play(state, "train 5")
    assert (state.phase, state.cash["NW"]) == ("5", 650)
    happened_now = events_of(state, "train 6")
    kinds = [type(event).__name__ for event in happened_now if not event.silent]
    assert kinds[:3] == ["TrainBought", "PhaseBegan", "TrainsRusted"]
    state = play(state, "train 6")
    assert (state.phase, state.cash["NW"]) == ("6", 0)
    assert "3" not in state.trains_of("GR")
    assert "N" not in state.market  # it had only a 3
    assert [d.company for d in state.demands] == ["GR", "NW"]


@proves("15.1.1")
@covers("J8")
def test_no_third_train_in_phase_6() -> None:
    state = buying(Firm("NW", P1, at=110, cash=900, trains="4 5"), NEXT, on_turn="NW", phase="6")
    assert to_act(state) is None
    no = forbidden(state, "train 6")
    assert (no.why, no.rule) == ("NW has all the trains it may own in phase 6.", "15.1.1")


@proves("15.1.1", "16.1")
def test_limits_tiles_and_permissions_of_each_phase() -> None:
    phases = state_turn(NEXT, phase="4").title.phases
    assert {n: (p.limits["minor"], p.limits["public"], p.limits["national"]) for n, p in phases.items()} == {
        "2": (2, 4, None), "3": (2, 4, None), "4": (1, 3, None), "5": (1, 3, None), "6": (1, 2, None),
        "7": (1, 2, None),
        "8": (0, 2, None),
    }  # fmt: skip
    assert {n: len(p.tiles) for n, p in phases.items()} == {"2": 1, "3": 2, "4": 2, "5": 3, "6": 4, "7": 4, "8": 4}
    assert [p.offboard for p in phases.values()] == ["yellow", "green", "green", "brown", "grey", "grey", "grey"]

    def allowed(what: str) -> list[str]:
        return [n for n, p in phases.items() if what in p.allows]

    assert allowed("minors_start") == ["2", "3", "4"]
    assert allowed("publics_start") == ["4", "5", "6", "7", "8"]
    assert allowed("privates_to_companies") == ["3", "4", "5"]
    assert allowed("mergers") == ["3", "4", "5", "6", "7"]
    assert allowed("state_railway") == ["4", "5", "6", "7"]


@proves("15.5.2", "15.5.1")
@covers("T35")
def test_the_forced_train_need_not_be_the_cheapest() -> None:
    state = buying(Firm("N", P1, at=100, cash=140), NEXT, on_turn="N", phase="3", pool="2")
    assert refused(state, "pass").rule == "15.5.1"
    after = play(state, "train 3")
    assert (after.cash["N"], after.loans["N"]) == (5, 2)
    cheap = play(state, "train 2 from pool")
    assert (cheap.cash["N"], cheap.loans_of("N")) == (40, 0)


@proves("16.2")
@covers("T38")
def test_loans_are_taken_before_trains_rust() -> None:
    state = buying(
        Firm("N", P1, at=100, cash=270), Firm("M-K", P2, at=80, trains="2"), NEXT, on_turn="N", phase="3", depot="4"
    )
    events = [e for e in events_of(state, "train 4") if not e.silent]
    assert [type(e) for e in events[:4]] == [LoansTaken, TrainBought, PhaseBegan, TrainsRusted]
    assert events[0] == LoansTaken("N", 2, 90)


@proves("17.4", "7.1.4")
@covers("T39")
def test_the_next_company_keeps_its_whole_turn() -> None:
    poor = Firm("O-K", P1, at="3,5", cash=10)
    heir = Firm("M-K", P2, at="6,3", cash=300, stations="H8:0")
    state = go_on(
        buying(poor, heir, QUIET, on_turn="O-K", phase="3", step="privates-before-interest", turn={"paid": True})
    )
    assert (state.operating, state.cursor.step, to_act(state)) == ("M-K", "track", P2)
    state = play(state, "pass")
    assert state.cursor.step == "trains"
    assert play(state, "train 3").trains_of("M-K") == ("3",)


@proves("7.1.4", "17.2.1")
@covers("T40")
def test_a_company_lost_to_another_purchase_does_not_operate() -> None:
    firms = Firm("N", P1, at=100, cash=400), Firm("M-K", P2, at=80, trains="2"), NEXT
    state = play(buying(*firms, on_turn="N", phase="3", depot="4 4"), "train 4")
    assert "M-K" not in state.market
    assert state.gone.count("M-K") == 1
    assert state.operating == "SE"


@proves("15.2.1", "2.6")
@covers("T47")
def test_phase_8_trains_never_run_out() -> None:
    rich = Firm("NW", P1, at=110, cash=9000)
    state = buying(rich, NEXT, on_turn="NW", phase="8", depot="")
    for order, left in (("train 8", 8000), ("train 2+2", 8400), ("train 5+5E", 7500)):
        after = play(state, order)
        assert (after.cash["NW"], after.depot) == (left, ())
    without = buying(rich, NEXT, on_turn="NW", phase="8", depot="", options={"train_2plus2": False})
    assert refused(without, "train 2+2").why == "The bank sells 8-trains and 5+5E-trains now."
    early = buying(rich, NEXT, on_turn="NW", phase="7", depot="7")
    assert refused(early, "train 5+5E").rule == "15.2.1"


@proves("15.2.1")
@covers("T48")
def test_no_train_is_traded_in() -> None:
    state = buying(Firm("NW", P1, at=110, cash=9000, trains="5"), NEXT, on_turn="NW", phase="8", depot="")
    assert refused(state, "train 8 trading 5").rule == "15.2.1"


@proves("15.6.2", "16.2")
def test_trains_in_the_pool_rust_too() -> None:
    state = buying(Firm("N", P1, at=100, cash=400), NEXT, on_turn="N", phase="3", depot="4 4", pool="2 3")
    assert play(state, "train 4").trains_of(POOL) == ("3",)


@proves("15.5.4")
def test_the_duty_does_not_ask_for_a_route() -> None:
    state = buying(Firm("R-O", P1, at=100, cash=100), NEXT, on_turn="R-O", phase="2")  # Riga has no track
    assert refused(state, "done").rule == "15.5.1"


# ---------------------------------------------------------------------- phases


@proves("16.3", "17.2.1", "17.2.3", "17.4")
@covers("K1")
def test_the_first_4_takes_the_trainless_minors() -> None:
    state = buying(
        Firm("T-R", P3, at=110, cash=400, stations="K17"),
        Firm("StP-W", P1, at="4,5", cash=220, trains="2"),
        Firm("K-B", P2, at="4,2", trains="2 2"),
        NEXT, on_turn="T-R", phase="3", depot="4 4 4 4",
    )  # fmt: skip
    order = [e.company for e in events_of(state, "train 4") if isinstance(e, CompanyNationalised)]
    assert order == ["StP-W", "K-B"]
    after = play(state, "train 4")
    assert (after.cash[P1], after.cash[P2]) == (315 + 180, 315 + 130)
    assert after.cash["RSR"] == 220
    assert stations(after, "RSR") == ["E1:0", "D14:1"]
    assert after.trains_of("RSR") == ()  # the 2s had gone before
    assert set(after.gone) == {"StP-W", "K-B"}


@proves("17.3.1", "17.2.1")
@covers("K2")
def test_who_has_not_operated_is_left_alone() -> None:
    firms = Firm("T-R", P3, at=110, cash=400), Firm("M-K", P1, at="6,3", operated=False, cash=0)
    after = play(buying(*firms, NEXT, on_turn="T-R", phase="3", depot="4 4"), "train 4")
    assert "M-K" in after.market


@proves("17.4")
@covers("K3", "T50", "T51", "T52")
def test_repay_fall_be_paid_hand_over() -> None:
    firms = Firm("T-R", P3, at=120, cash=400), Firm("M-K", P1, at="4,5", cash=60, loans=2, trains="2")
    state = buying(*firms, NEXT, on_turn="T-R", phase="3", depot="4 4", privates={"MYR": "M-K"})
    after = play(state, "train 4")
    assert after.cash[P1] == 315 + 160
    assert after.cash["RSR"] == 10
    assert owner(after, "MYR") == "RSR"
    assert after.loans_of("RSR") == after.loans_of("M-K") == 0
    exact = buying(
        Firm("T-R", P3, at=120, cash=400),
        Firm("M-K", P1, at="4,5", cash=50, loans=1),
        NEXT,
        on_turn="T-R",
        phase="3",
        depot="4",
    )
    assert play(exact, "train 4").cash[P1] == 315 + 180  # fifty is enough to repay, so one step left only


@proves("17.4", "17.2.4")
@covers("K4", "T59")
def test_a_public_is_bought_out_and_as_new() -> None:
    firms = (
        Firm("GR", P2, at=165, cash=650),
        Firm("NW", {P1: 4, POOL: 3, "(treasury)": 3}, at="2,7", cash=30, trains="3", stations="L12 M7"),
    )
    state = play(buying(*firms, on_turn="GR", phase="5", depot="6 6"), "train 6")
    assert (to_act(state), state.demands[0].company) == (P1, "NW")
    after = play(state, "nationalise")
    assert after.cash[P1] == 315 + 540
    assert after.shares["NW"] == {IPO: 10}
    assert "NW" not in after.market
    assert "NW" not in after.operated
    assert after.stations_left.get("NW") is None
    assert stations(after, "RSR") == ["M7:0", "L12:0", "E1:1"]
    again = position(4, round="stock", on_turn=P1, phase="6", cash={P1: 300})
    assert play(again, "start NW at 100 in L12").directors["NW"] == P1


@proves("17.2.4", "4.5")
@covers("K5", "T55", "T56")
def test_directors_of_trainless_publics_are_asked_in_order() -> None:
    firms = (
        Firm("GR", P4, at=245, cash=650),
        Firm("NW", P2, at=150, trains="3", stations="L12"),
        Firm("MKN", P1, at="0,8", trains="3", stations="M7"),
        Firm("SW", P3, at=110, trains="3", cash=900, stations="F18"),
        Firm("MK", P3, at=100, operated=False),
    )
    state = play(buying(*firms, on_turn="GR", phase="5", depot="6 6"), "train 6")
    assert [(d.company, d.player) for d in state.demands] == [("MKN", P1), ("NW", P2), ("SW", P3)]
    state = play(state, "nationalise")
    assert state.cash[P1] == 315 + 360
    state = play(state, "keep", "keep")
    assert not state.demands
    assert {"NW", "SW", "MK"} <= set(state.market.cells)
    assert (state.operating, to_act(state)) == ("NW", P2)
    assert refused(state, "nationalise").rule == "7.2"  # there is no other moment for it


@proves("17.5.1", "7.5.3", "16.3")
@covers("K6", "T57")
def test_the_privates_go_to_the_state() -> None:
    firms = Firm("GR", P4, at=245, cash=650), Firm("M-V", P2, at=100, trains="4"), NEXT
    held = {"BSS": "M-V", "TSR": P1, "WVR": "RSR"}
    state = buying(*firms, on_turn="GR", phase="5", depot="6 6", privates=held)
    after = play(state, "train 6")
    assert (after.cash["M-V"], after.cash[P1]) == (45, 315 + 30)
    assert {owner(after, p) for p in held} == {"RSR"}
    assert after.cash.get("RSR", 0) == 0  # nothing for the one it had
    round_ = position(
        4,
        NEXT,
        round="stock",
        on_turn=P1,
        phase="6",
        privates=dict.fromkeys(held, "RSR"),
        cash=dict.fromkeys((P1, P2, P3, P4), 0),
    )
    assert go_on(round_).cash["RSR"] == 15 + 10 + 30


@proves("17.4.1")
@covers("K7", "T53", "T58")
def test_no_more_than_six_stations_elsewhere() -> None:
    held = "E1:1 D14:0 D20 K17 I19 H8:1 B4 E9"
    firms = (
        Firm("GR", P4, at=245, cash=1000, stations="L12"),
        Firm("S-V", P1, at="4,5", trains="5"),
        Firm("D", P2, at="4,2", trains="6"),
    )
    state = buying(*firms, on_turn="GR", phase="7", depot="", stations={"RSR": held})
    after = play(state, "train 8")
    assert (
        stations(after, "RSR")
        == held.replace("D20", "D20:0")
        .replace("K17", "K17:0")
        .replace("I19", "I19:0")
        .replace("B4", "B4:0")
        .replace("E9", "E9:0")
        .split()
    )
    assert after.board.slots(Hex("N10"), 0) == (None,)
    assert after.board.slots(Hex("H18"), 0) == (None,)
    # Every minor goes at phase 8, with or without a train, and its owner is paid.
    assert (after.cash[P1], after.cash[P2]) == (315 + 180, 315 + 130)
    assert after.trains_of("RSR") == ("5", "6")


@proves("17.4.1", "17.2.2")
@covers("K8", "T53")
def test_Moscow_and_St_Petersburg_are_kept_free() -> None:
    six = "D14:0 D20 K17 I19 E9 G15"
    firms = (
        Firm("GR", P4, at=245, cash=1000, stations="L12"),
        Firm("N", P1, at=110, trains="5"),
        Firm("R-O", P2, at=90, trains="5"),
    )
    after = play(buying(*firms, on_turn="GR", phase="7", depot="", stations={"RSR": f"E1:1 {six}"}), "train 8")
    assert "H8:1" in stations(after, "RSR")
    assert after.board.slots(Hex("B4"), 0) == (None,)
    assert not may_stand(after, "B4")


@proves("17.4.1")
@covers("T53")
def test_no_second_station_in_a_hex() -> None:
    firms = Firm("T-R", P3, at=120, cash=400), Firm("K-B", P1, at=100), Firm("K-K", P1, at=90), NEXT
    after = play(buying(*firms, on_turn="T-R", phase="3", depot="4 4"), "train 4")
    assert stations(after, "RSR") == ["D14:1"]
    assert after.board.slots(Hex("D14"), 2) == (None,)


@proves("17.4")
@covers("T54")
def test_the_most_valuable_city_first() -> None:
    five = "D14:0 D20 K17 I19 E9"
    firms = (
        Firm("GR", P2, at=165, cash=650, stations="L12"),
        Firm("NW", {P1: 4}, at="2,7", trains="3", stations="M7 G15 P8"),
    )
    tiles = {"G15": "201/0"}
    state = buying(*firms, on_turn="GR", phase="5", depot="6 6", stations={"RSR": f"E1:1 H8:1 {five}"}, tiles=tiles)
    after = play(state, "train 6", "nationalise")
    # One is left outside the two kept hexes: Kharkov (30) rather than the trackless Ufa and Kazan.
    assert stations(after, "RSR")[-1] == "G15:0"
    names = buying(
        firms[0], Firm("NW", {P1: 4}, at="2,7", trains="3", stations="F18 M7 P8"), on_turn="GR", phase="5", depot="6 6",
        stations={"RSR": f"E1:1 H8:1 {five}"},
    )  # fmt: skip
    assert stations(play(names, "train 6", "nationalise"), "RSR")[-1] == "P8:0"


@proves("17.4.2", "10.4")
@covers("K1", "T69")
def test_the_kept_slot_lapses_with_a_station_in_St_Petersburg() -> None:
    firms = Firm("T-R", P3, at=120, cash=400), Firm("StP-W", P1, at=100), NEXT
    after = play(buying(*firms, on_turn="T-R", phase="3", depot="4 4"), "train 4")
    assert stations(after, "RSR") == ["E1:0"]
    assert after.board.free_slots(Hex("E1"), 1, "NW") == 1


@proves("16.3", "10.4")
@covers("K9", "T11")
def test_minors_never_started_leave_with_the_first_5() -> None:
    state = buying(Firm("GR", P1, at=110, cash=550), NEXT, on_turn="GR", phase="4", depot="5 5")
    assert state.board.free_slots(Hex("Q3"), 0, "NW") == 0
    after = play(state, "train 5")
    assert "E" in after.gone
    assert after.board.free_slots(Hex("Q3"), 0, "NW") == 1
    assert after.board.reservations() == {(Hex("E1"), 1): ("RSR",)}


@proves("16.3")
def test_the_first_7_changes_nothing_but_the_phase() -> None:
    firms = Firm("GR", P1, at=110, cash=800), Firm("N", P2, at=100, trains="4"), NEXT
    state = buying(*firms, on_turn="GR", phase="6", depot="7 7")
    after = play(state, "train 7")
    assert after.phase == "7"
    assert after.trains_of("N") == ("4",)
    assert not after.demands


@proves("16.3")
def test_the_first_3_opens_what_was_closed() -> None:
    state = buying(Firm("N", P1, at=100, cash=300, trains="2"), NEXT, on_turn="N", phase="2", depot="3 3")
    after = play(state, "train 3")
    assert after.phase == "3"
    assert blocked_hexes(state) == {"E3", "H6", "I5", "I9", "J10"}
    assert blocked_hexes(after) == frozenset()


# ---------------------------------------------------------------------- the state railway


@proves("18.1", "18.2", "16.3")
@covers("K10", "T69")
def test_the_state_railway_begins_with_the_first_4() -> None:
    state = buying(Firm("GR", P1, at=110, cash=350, stations="L12"), on_turn="GR", phase="3", depot="4 4 4")
    events = events_of(state, "train 4")
    after = play(state, "train 4")
    assert stations(after, "RSR")[0] == "E1:1"
    bought = next(e for e in events if isinstance(e, TrainBought) and e.company == "RSR")
    assert bought == TrainBought("RSR", "4", BANK, 350)
    loans = next(e for e in events if isinstance(e, LoansTaken) and e.company == "RSR")
    assert loans.count == 8  # 8 × 45 = 360
    assert not [e for e in events[: events.index(bought)] if isinstance(e, TrainsRan)]


@proves("18.1")
@covers("K10", "T71")
def test_it_stops_with_the_first_8() -> None:
    state = buying(
        Firm("GR", P1, at=110, cash=1000, stations="L12"), on_turn="GR", phase="7", depot="", cash={"RSR": 3000}
    )
    events = events_of(state, "train 8")
    assert not [e for e in events if isinstance(e, TrainBought) and e.company == "RSR"]
    assert not [e for e in events if getattr(e, "company", "") == "RSR"]


@proves("18.1", "16.1")
def test_it_may_buy_the_first_8_itself() -> None:
    state = state_turn(NEXT, phase="7", depot="", trains={"RSR": "7"}, cash={"RSR": 1000}, stations={"RSR": "E1:1"})
    after = booked(state, PhaseBegan)
    assert (after.phase, after.trains_of("RSR"), after.cash["RSR"]) == ("8", ("7", "8"), 0)


@proves("18.2")
@covers("K11", "T73")
def test_new_trains_while_the_money_lasts() -> None:
    state = state_turn(
        NEXT, phase="5", depot="6 6", trains={"RSR": "4"}, pool="3", cash={"RSR": 720}, stations={"RSR": "E1:1"}
    )
    after = booked(state, RoundBegan)
    assert (after.trains_of("RSR"), after.cash["RSR"]) == (("4", "6"), 70)
    exact = state_turn(NEXT, phase="5", depot="6 6", trains={"RSR": "4"}, cash={"RSR": 650}, stations={"RSR": "E1:1"})
    assert booked(exact, RoundBegan).cash["RSR"] == 0
    several = state_turn(
        NEXT, phase="6", depot="6 7", trains={"RSR": "4"}, cash={"RSR": 1500}, stations={"RSR": "E1:1"}
    )
    assert booked(several, RoundBegan).trains_of("RSR") == ("4", "6", "7")


@proves("18.2")
@covers("T73")
def test_without_a_train_the_cheapest_of_bank_and_pool() -> None:
    state = state_turn(NEXT, phase="4", depot="4 5", pool="3", cash={"RSR": 100}, stations={"RSR": "E1:1"})
    after = booked(state, RoundBegan)
    assert (after.trains_of("RSR"), after.trains_of(POOL)) == (("3",), ())
    assert (after.cash["RSR"], after.loans["RSR"]) == (100 + 135 - 225, 3)


@proves("4.5", "16.2", "18.2")
@covers("T56")
def test_what_its_purchase_asks_of_others_comes_before_its_next_purchase() -> None:
    firms = Firm("NW", P2, at=150, trains="3", stations="M7"), NEXT
    state = state_turn(
        *firms, phase="5", sub=2, depot="6 6 7", trains={"RSR": "5"}, cash={"RSR": 1300}, stations={"RSR": "E1:1"}
    )
    waiting = go_on(state)
    assert (waiting.cursor.round, to_act(waiting), waiting.demands[0].kind) == ("operating", P2, "trainless")
    assert waiting.trains_of("RSR") == ("5", "6")
    events = events_of(waiting, "keep")
    assert [e.train for e in events if isinstance(e, TrainBought)] == ["6"]
    assert play(waiting, "keep").cash["RSR"] == 0


@proves("18.2", "18.4", "11.4.1")
@covers("T71")
def test_it_runs_by_itself_for_the_most_and_keeps_everything() -> None:
    state = buying(
        NEXT,
        on_turn="RSR",
        phase="4",
        step="state-station",
        trains={"RSR": "3"},
        stations={"RSR": "E1:1"},
        cash={"RSR": 0},
    )
    ran = next(e for e in happened(state) if isinstance(e, TrainsRan))
    assert ran.revenue == 90
    assert booked(state, RoundBegan).cash["RSR"] == 90


@proves("18.4")
@covers("T71")
def test_by_option_the_holder_of_the_card_runs_it() -> None:
    option = {"state_railway": "priority_holder", "announced_runs": "players"}
    state = buying(
        NEXT, on_turn="RSR", phase="4", step="state-station", trains={"RSR": "3"}, stations={"RSR": "E1:1"},
        options=option, priority=P3,
    )  # fmt: skip
    waiting = go_on(state)
    assert (to_act(waiting), waiting.cursor.step) == (P3, "state-run")
    assert next(e.revenue for e in events_of(waiting, "run 3: E1-F2-F4-G5") if isinstance(e, TrainsRan)) == 50


@proves("18.2", "3.5")
@covers("T69")
def test_no_second_station_in_St_Petersburg() -> None:
    state = buying(NEXT, on_turn="SE", phase="4", step="trains", stations={"RSR": "E1:0"}, trains={"RSR": "4"})
    after = booked(state, RoundBegan)
    assert stations(after, "RSR") == ["E1:0"]


@proves("18.3")
def test_it_builds_nothing_and_has_no_limit() -> None:
    names = [step.name for step in OPERATING.steps["national"]]
    assert names == ["state-station", "state-run", "state-income", "loans", "state-trains"]
    state = state_turn(
        NEXT, phase="6", depot="6 7", trains={"RSR": "4 4 5 5 6"}, cash={"RSR": 650}, stations={"RSR": "E1:1"}
    )
    after = booked(state, RoundBegan)
    assert len(after.trains_of("RSR")) == 6
    assert not after.demands


@proves("7.5.2")
def test_the_state_railway_buys_no_private() -> None:
    option = {"state_railway": "priority_holder"}
    state = buying(
        NEXT, on_turn="RSR", phase="4", step="state-run", trains={"RSR": "3"}, stations={"RSR": "E1:1"}, options=option,
        privates={"TSR": P1}, cash={"RSR": 200},
    )  # fmt: skip
    no = refused(state, "buy private TSR for 30")
    assert (no.why, no.rule) == ("RSR buys no privates.", "7.5.2")


@proves("2.7", "24.3")
@covers("T75")
def test_reports_show_the_state_railway() -> None:
    state = state_turn(
        NEXT, phase="5", depot="6 6", trains={"RSR": "4"}, cash={"RSR": 720}, stations={"RSR": "E1:1"}, loans={"RSR": 2}
    )
    text = " ".join(page(state.change(cursor=state.cursor)).split())
    assert "RSR: R720 cash; trains 4; loans 2; stations E1, 7 left" in text
    assert all(sentence(event, state) for event in happened(state) if not event.silent)


@proves("24.3")
def test_what_needs_no_order_happens_and_is_told() -> None:
    firms = Firm("T-R", P3, at=120, cash=400), Firm("M-K", P1, at="4,5", cash=60, loans=2, trains="2"), NEXT
    state = buying(*firms, on_turn="T-R", phase="3", depot="4 4", privates={"MYR": "M-K"})
    told = [sentence(event, state) for event in events_of(state, "train 4") if not event.silent]
    assert "M-K is nationalised (phase 4), its price falls to R80; the bank pays R160 to P1." in told


@proves("13.1", "17.4")
def test_the_price_cannot_fall_below_the_last_cell() -> None:
    firms = Firm("T-R", P3, at=120, cash=400), Firm("M-K", P1, at="9,0", loans=2), NEXT
    after = play(buying(*firms, on_turn="T-R", phase="3", depot="4 4"), "train 4")
    assert after.cash[P1] == 315 + 70


@pytest.mark.parametrize("phase", ["4", "6"])
@proves("17.2.4", "17.3.1")
def test_a_public_just_formed_is_not_asked(phase: str) -> None:
    depot = {"4": "4 4", "6": "6 6"}[phase]
    before = {"4": "3", "6": "5"}[phase]
    firms = Firm("GR", P1, at=120, cash=700, stations="L12"), Firm("NW", P2, at=100, operated=False, stations="M7")
    state = play(buying(*firms, on_turn="GR", phase=before, depot=depot), f"train {phase}")
    assert not [d for d in state.demands if d.kind == "trainless"]
    assert cell(state, "NW") == cell(buying(*firms, on_turn="GR", phase=before, depot=depot), "NW")
