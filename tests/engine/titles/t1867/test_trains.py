"""Trains, exports, trade-ins, phases, nationalisation, mergers and the end (sections 4, 15 to 21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.board.plan import NEUTRAL
from engine.events import GameEnded, PhaseBegan, PrivateClosed, ReservationsLapsed, RoundBegan, TrainsRusted
from engine.game import Book, evolve, legal_moves, settle, to_act
from engine.mechanisms.endings.events import EndAnnounced
from engine.mechanisms.exports.events import TrainExported
from engine.mechanisms.loans.events import InterestPaid
from engine.mechanisms.loans.lending import Loans
from engine.mechanisms.mergers.merging import director_of, joined, merged_price
from engine.mechanisms.nationalisation.events import CompanyDissolved, MinorsRemoved, PrivateNationalised
from engine.mechanisms.nationalisation.national import may_stand, nationalise
from engine.mechanisms.trade_ins.events import TrainHandedIn
from engine.names import IPO, POOL, Company, Private
from engine.state import State
from tests.engine.positions import P1, P2, P3, P4, Firm, events_of, forbidden, play, position, refused, stations
from tests.engine.titles.proving import covers, proves


def state_of(*firms: Firm, on_turn: str, phase: str, step: str = "trains", **more: Any) -> State:
    more = {"number": 5, "round": "operating", **more}
    state = position("1867", 4, *firms, on_turn=on_turn, phase=phase, step=step, **more)
    return state.change(board=state.board.release(NEUTRAL))


def end_of_round(state: State) -> tuple[list[Any], State]:
    """What happens when the last company on turn is done."""
    book = Book(state.change(cursor=replace(state.cursor, step="privates")))
    state.title.rounds["operating"].next(book)
    settle(book)
    return book.events, book.state


def happened(state: State) -> list[Any]:
    """What follows when the open step is over."""
    book = Book(state)
    state.title.rounds[state.cursor.round].next(book)
    settle(book)
    return list(book.events)


def public(symbol: str = "CNR", **more: Any) -> Firm:
    return Firm(symbol, **{"held": {P1: 4, P2: 3}, "at": 100, "cash": 200, "trains": "5", "stations": "O7", **more})


# ---------------------------------------------------------------------- exports


@proves("4.1", "4.4", "4.7", "16.1")
@pytest.mark.parametrize(
    ("phase", "depot", "gone", "then"),
    [("3", "4 4", "", "merger"), ("4", "4 4", "4", "merger"), ("7", "7", "7", "merger"), ("7", "", "8", "operating")],
)
def test_a_train_is_exported_at_the_end_of_an_operating_round(phase: str, depot: str, gone: str, then: str) -> None:
    state = state_of(public(), on_turn="CNR", phase=phase, depot=depot)
    events, after = end_of_round(state)
    assert [e.train for e in events if isinstance(e, TrainExported)] == ([gone] if gone else [])
    assert next(e.cursor.round for e in events if isinstance(e, RoundBegan)) == then
    assert after.phase == ("8" if gone == "8" else phase)


@proves("16.2", "16.3", "4.5", "17.5.1", "19.8")
def test_an_exported_6_begins_its_phase_and_what_it_asks_is_decided_first() -> None:
    state = state_of(
        public("CNR"),
        public("GTR", trains="3", stations="D8", held={P2: 4}),
        Firm("AE", P3, at=120, cash=210, trains="3", stations="E13"),
        Firm("TGB", P4, at=100, trains="5", stations="G15"),
        on_turn="GTR",
        phase="5",
        depot="6 6",
        privates={"NFB": P1, "QB": "CNR"},
        operated=frozenset({"CNR", "GTR", "AE", "TGB"}),
        turn={"ran": True, "paid": True},
    )
    events, after = end_of_round(state)
    kinds = [type(e) for e in events]
    order = [TrainExported, PhaseBegan, TrainsRusted, PrivateNationalised, CompanyDissolved, RoundBegan]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    assert {e.owner: e.amount for e in events if isinstance(e, PrivateNationalised)} == {P1: 45, "CNR": 75}
    assert after.cursor.round == "merger" and to_act(after) == P2
    gone = play(after, "nationalise")
    assert gone.shares[Company("GTR")] == {IPO: 10}
    assert (gone.cursor.round, to_act(gone)) == ("merger", P4)
    assert play(gone, "convert TGB into GTR").price(Company("GTR")) == 100


@covers("G4")
@proves("7.1.1")
def test_privates_taken_over_may_close_instead() -> None:
    state = state_of(
        public(), on_turn="CNR", phase="5", depot="6", privates={"MB": P1}, options={"cn_private_income": False}
    )
    events, after = end_of_round(state)
    assert PrivateClosed(Private("MB")) in events and "MB" not in after.privates


# ---------------------------------------------------------------------- trade-ins


@covers("H1")
@proves("15.7.1", "15.7.2", "15.7.3", "15.7.4", "15.7.6")
def test_half_the_price_is_allowed_for_a_train_handed_in() -> None:
    state = state_of(public(cash=1100, trains="7 6"), on_turn="CNR", phase="8", depot="")
    assert refused(state, "train 8").rule == "15.1.1"
    traded = play(state, "train 5+5E trading 7")
    assert traded.trains_of("CNR") == ("6", "5+5E") and traded.trains_of(POOL) == ("7",) and traded.cash_of("CNR") == 0
    poor = state_of(public(cash=724, trains="5"), on_turn="CNR", phase="8", depot="")
    assert refused(poor, "train 8 trading 5").rule == "15.7.2"
    pooled = state_of(public(cash=725, trains="5"), on_turn="CNR", phase="8", depot="", pool="8")
    assert play(pooled, "train 8 from pool trading 5").trains_of(POOL) == ("5",)
    removed = state_of(
        public(cash=725, trains="5"), on_turn="CNR", phase="8", depot="", options={"traded_trains": "removed"}
    )
    events = events_of(removed, "train 8 trading 5")
    assert TrainHandedIn(Company("CNR"), "5", to_pool=False) in events
    assert evolve(removed, events).trains_of(POOL) == ()


@covers("H2")
@proves("15.7.1", "15.7.5")
def test_no_trade_in_for_the_first_8_or_for_a_train_worth_less() -> None:
    first = state_of(public(cash=800, trains="5"), on_turn="CNR", phase="7", depot="")
    assert forbidden(first, "train 8 trading 5").rule == "15.7.2"
    state = state_of(public(cash=800, trains="5+5E"), on_turn="CNR", phase="8", depot="")
    assert refused(state, "train 2+2 trading 5+5E").rule == "15.7.2"
    assert (
        play(state_of(public(cash=100, trains="8"), on_turn="CNR", phase="8", depot=""), "train 2+2 trading 8").cash_of(
            "CNR"
        )
        == 0
    )


@proves("15.2.1", "15.3.1", "15.1.1")
def test_trains_come_from_the_bank_the_pool_and_other_companies() -> None:
    state = state_of(
        public(), public("GTR", trains="4", stations="D8"), on_turn="CNR", phase="5", depot="5 6", pool="4"
    )
    assert refused(state, "train 6").rule == "15.2.1"
    assert refused(state, "train 4 from CN for 1").rule == "15.3.1"
    assert play(state, "train 4 from GTR for 1").trains_of("CNR") == ("5", "4")


@proves("14.1", "8.4", "7.5.2")
def test_a_company_pays_interest_borrows_within_its_limit_and_buys_privates() -> None:
    in_debt = Firm("AE", P1, at=60, cash=100, loans=2, stations="O7")
    state = state_of(in_debt, on_turn="AE", phase="3", privates={"QB": P2}, step="privates")
    assert Loans().most(state, Company("AE")) == 100
    assert play(state, "buy private QB for 10").privates[Private("QB")] == "AE"
    charged = state_of(in_debt, public(stations="D8"), on_turn="AE", phase="3", step="dividend")
    assert InterestPaid(Company("AE"), 10) in happened(charged)


# ---------------------------------------------------------------------- nationalisation


@proves("17.4", "17.4.1", "18.2")
def test_a_nationalised_company_falls_twice_for_a_loan_and_leaves_nothing() -> None:
    state = state_of(
        Firm("QLS", P1, at=70, cash=40, loans=2, trains="3", stations="M9"),
        public(),
        on_turn="QLS",
        phase="4",
        privates={"MB": "QLS"},
    )
    book = Book(state)
    nationalise(book, Company("QLS"), "no train")
    after = book.state
    assert after.cash_of(P1) == state.cash_of(P1) + 2 * 45
    assert after.cash_of("QLS") == 0 and after.cash_of("CN") == 0 and "MB" not in after.privates
    assert stations(after, "CN") == ["F16:0", "M9:0"] and "QLS" in after.gone
    assert after.trains_of("QLS") == () == after.trains_of("CN")


@covers("I3")
@proves("17.4.1", "17.4.3")
def test_the_state_railway_has_six_stations_besides_toronto_and_montreal() -> None:
    six = {"CN": "D8 E13 E15 I15 N12 O7"}
    state = state_of(public(stations="G15"), on_turn="CNR", phase="5", stations=six)
    assert not may_stand(state, "G15") and may_stand(state, "L12") and not may_stand(state, "F16")
    book = Book(state)
    nationalise(book, Company("CNR"), "no train")
    assert "G15:0" not in stations(book.state, "CN")


@proves("17.4")
def test_stations_go_by_value_and_by_name_backwards() -> None:
    firm = Firm("GTR", {P1: 4}, at=220, stations="D8 E15 F16:1")
    state = state_of(firm, on_turn="GTR", phase="6", stations={"CN": "L12 I15 J12 D16 O7 G15"})
    book = Book(state)
    nationalise(book, Company("GTR"), "its director's wish")
    assert "E15:0" in stations(book.state, "CN") and "D8:0" not in stations(book.state, "CN")
    assert book.state.cash_of(P1) == state.cash_of(P1) + 4 * 200


# ---------------------------------------------------------------------- mergers


def merging(*firms: Firm, **more: Any) -> State:
    return state_of(*firms, on_turn=firms[0].symbol, phase="3", step="", round="merger", **more)


@covers("J1")
@proves("19.2.1", "13.2")
def test_a_minor_converts_from_100_on() -> None:
    state = merging(Firm("TGB", P4, at=135, stations="G15"))
    assert play(state, "convert TGB into NYC").price(Company("NYC")) == 135
    low = merging(
        Firm("TGB", P4, at=90, stations="G15", operated=True),
        Firm("AE", P1, at=80, stations="O7"),
        options={"prompting": "site"},
    )
    assert refused(low, "convert TGB into NYC").rule == "19.2.1"


@covers("J2")
@proves("19.4.1")
@pytest.mark.parametrize(("prices", "price"), [((60, 55), 110), ((110, 90), 200), ((45, 50), 100), ((120, 110), 200)])
def test_the_price_of_a_merged_company(prices: tuple[int, int], price: int) -> None:
    state = merging(Firm("AE", P1, at=prices[0], stations="O7"), Firm("BO", P2, at=prices[1], stations="M9"))
    assert merged_price(state, (Company("AE"), Company("BO"))) == price


@proves("19.3.2")
def test_merging_minors_are_a_chain() -> None:
    where = zip(("AE", "BO", "CA", "CS"), ("E13", "E15", "E17", "O7"), strict=True)
    firms = [Firm(minor, P1, at=80, stations=place) for minor, place in where]
    state = merging(*firms, tiles={"E13": "57/0", "E15": "57/0", "E17": "621/0"})
    assert joined(state, (Company("AE"), Company("BO"), Company("CA")))
    # The station between them is full, so the ends do not reach each other.
    assert not joined(state, (Company("AE"), Company("CA")))
    assert refused(state, "merge AE and CS into CNR").rule == "19.3.2"


@proves("19.4.3")
def test_of_equals_the_first_to_have_two_shares_directs() -> None:
    minors = tuple(map(Company, ("AE", "BO", "CA", "CS")))
    firms = [
        Firm(m, p, at=at, stations=where)
        for m, p, at, where in zip(minors, (P1, P2, P2, P1), (80, 70, 60, 50), ("O7", "M9", "N12", "J12"), strict=True)
    ]
    assert director_of(merging(*firms), minors) == P2
    assert director_of(merging(*firms, options={"merger_director_tie": "earliest_minor"}), minors) == P1


ON_A_LINE = {"E13": "57/0", "E15": "57/0", "E17": "57/0"}


def of_three(*owners: str, **more: Any) -> State:
    """AE, BO and CA on one line, in this operating order; the merged company costs 150."""
    minors = zip(("AE", "BO", "CA"), owners, (90, 80, 60), ("E13", "E15", "E17"), strict=False)
    firms = [Firm(minor, owner, at=at, stations=where, trains="3") for minor, owner, at, where in minors]
    return merging(*firms, tiles=ON_A_LINE, **more)


@covers("J4")
@proves("19.4.4", "19.6.1")
def test_any_owner_may_buy_the_second_share_from_the_first_owner_on() -> None:
    firms = (Firm("AE", P1, at=80, stations="E13"), Firm("BO", P2, at=70, stations="E15"))
    tiles = {"E13": "57/0", "E15": "57/0"}
    state = play(merging(*firms, tiles=tiles, cash={P1: 140, P2: 150}), "merge AE and BO into CNR")
    assert to_act(state) == P2
    assert play(state, "take 1 CNR").directors[Company("CNR")] == P2
    assert to_act(play(merging(*firms, tiles=tiles, cash={P1: 150, P2: 150}), "merge AE and BO into CNR")) == P1
    poor = merging(*firms, tiles=tiles, cash={P1: 140, P2: 140})
    assert refused(poor, "merge AE and BO into CNR").rule == "19.4.4"


@proves("19.4.4")
def test_the_owners_are_asked_clockwise_from_the_owner_of_the_minor_that_operates_first() -> None:
    """P3 has the first minor, P2 the second, P4 the third: P4 sits to the left of P3."""
    state = of_three(P3, P2, P4, cash={P2: 300, P3: 300, P4: 300})
    asked = []
    state = play(state, "merge AE, BO and CA into CNR keeping E13, E17")
    while state.demands:
        asked.append(to_act(state))
        state = play(state, "pass")
    assert asked == [P3, P4, P2]


@proves("19.4.4")
def test_a_merger_whose_second_share_nobody_buys_is_void_and_the_minor_has_had_its_turn() -> None:
    before = of_three(P1, P2, cash={P1: 300, P2: 300})
    void = play(before, "merge AE and BO into CNR", "pass", "pass")
    same = (
        "cash",
        "shares",
        "directors",
        "trains",
        "loans",
        "par",
        "market",
        "board",
        "stations_left",
        "started",
        "gone",
    )
    assert all(getattr(void, name) == getattr(before, name) for name in same)
    # Nobody begins the same again at once: the other minor is on turn, and may; then the round is over.
    assert (void.operating, to_act(void), void.demands) == ("BO", P2, ())
    again = play(void, "merge AE and BO into CNR", "pass", "pass")
    assert again.cursor.round != "merger" and "CNR" not in again.market


@proves("19.4.4", "19.6.1")
def test_buying_the_second_share_is_a_turn_of_the_first_pass_of_purchases() -> None:
    """P1 declines, P2 buys it, chooses the stations and may go on buying; then P3; only then everybody, one each."""
    state = of_three(P1, P2, P3, cash={P1: 900, P2: 900, P3: 900, P4: 900})
    state = play(state, "merge AE, BO and CA into CNR", "pass", "take 1 CNR")
    assert (to_act(state), state.demands[0].kind, state.directors[Company("CNR")]) == (P2, "stations", P2)
    state = play(state, "keep E13, E17")
    asked = []
    while state.demands:
        asked.append((to_act(state), max(getattr(move, "count", 0) for move in legal_moves(state))))
        state = play(state, "take 1 CNR" if len(asked) == 1 else "pass")
    assert asked == [(P2, 4), (P2, 3), (P3, 5), (P2, 1), (P3, 1), (P4, 1), (P1, 1)]


@proves("19.4.4", "21.2")
def test_by_option_the_last_owner_who_can_must_buy_the_second_share() -> None:
    as_recorded = {"second_share_declined": "last_must"}
    state = play(of_three(P1, P2, cash={P1: 300, P2: 300}, options=as_recorded), "merge AE and BO into CNR", "pass")
    assert (to_act(state), "CNR" in state.market) == (P2, True)
    assert refused(state, "pass").rule == "19.4.4"
    title = state.title
    assert title.settle_options({})["second_share_declined"] == "void"
    assert title.recorded["second_share_declined"] == "last_must"


# ---------------------------------------------------------------------- the end


@covers("K1")
@proves("20.1")
@pytest.mark.parametrize("sub", [1, 2])
def test_after_the_first_8_comes_one_more_set_of_three(sub: int) -> None:
    state = state_of(public(), on_turn="CNR", phase="7", depot="", sub=sub)
    events, after = end_of_round(state)
    assert [(e.why, e.final_set) for e in events if isinstance(e, EndAnnounced)] == [("8-train", 6)]
    assert after.cursor.round == ("operating" if sub == 1 else "stock")
    last = state_of(public(), on_turn="CNR", phase="8", depot="", number=6, sub=3, ending="8-train", final_set=6)
    assert isinstance(end_of_round(last)[0][-1], GameEnded)
    second = state_of(public(), on_turn="CNR", phase="8", depot="", number=6, sub=2, ending="8-train", final_set=6)
    assert end_of_round(second)[1].cursor.sub == 3


def test_a_company_that_can_redeem_nothing_is_told_so() -> None:
    state = state_of(public(), on_turn="CNR", phase="5", step="track")
    assert "1 to 0" not in str(refused(state, "redeem 1").message)


def test_nothing_lapses_where_nothing_was_reserved() -> None:
    events = events_of(state_of(public(cash=900), on_turn="CNR", phase="4", depot="5 5"), "train 5")
    assert any(isinstance(e, MinorsRemoved) for e in events)
    assert not any(isinstance(e, ReservationsLapsed) for e in events)


@covers("K2")
@proves("20.2")
def test_a_broken_bank_ends_the_game_before_an_export() -> None:
    state = state_of(public(), on_turn="CNR", phase="7", depot="", ending="bank", broken=True)
    events, after = end_of_round(state)
    assert after.over and not any(isinstance(e, TrainExported) for e in events)
    rich = state_of(public(cash=2000), on_turn="CNR", phase="7", depot="", ending="bank", broken=True)
    assert play(rich, "train 8").ending == "8-train"
    plain = state_of(
        public(cash=2000),
        on_turn="CNR",
        phase="7",
        depot="",
        ending="bank",
        broken=True,
        options={"bank_break_override": False},
    )
    assert play(plain, "train 8").ending == "bank"


@proves("21.3")
def test_the_site_asks_more_often() -> None:
    state = merging(Firm("AE", P1, at=60, stations="O7"), options={"prompting": "site"})
    assert to_act(state) == P1
    brief = Book(merging(Firm("AE", P1, at=60, stations="O7")))
    settle(brief)
    assert brief.state.cursor.round != "merger"
