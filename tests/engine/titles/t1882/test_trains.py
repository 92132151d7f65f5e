"""Trains, emergencies, phases, the end and the scores (sections 11 to 15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Illegal
from engine.events import IncomePaid
from engine.game import Book, apply, to_act
from engine.moves import Buy, BuyTrain, Pay
from engine.names import BANK, IPO, POOL
from engine.state import State
from engine.titles.t1882 import TITLE
from engine.titles.t1882.own import remember
from engine.titles.t1882.sets import after_operating
from tests.engine.positions import Firm, cell, play, refused
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, DAN, EVE, FAY, firm, operating, stock

LINE = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}  # HBR's G11 joined with J12


def trains(*firms: Firm, phase: str = "2", depot: str | None = None, **fields: object) -> State:
    """The train step of the first company named."""
    return operating(firms[0].symbol, *firms, step="trains", phase=phase, depot=depot, **fields)


def hbr(cash: int = 0, owned: str = "", **fields: object) -> Firm:
    return firm("HBR", fields.pop("held", {ANN: 6}), fields.pop("at", 67), cash=cash, trains=owned, **fields)


# ---------------------------------------------------------------------- buying


@proves("11.1", "11.2")
@covers("H1")
def test_the_order_of_sale() -> None:
    state = trains(hbr(400), depot="2 2 2 2 3 3 3 3")
    assert refused(state, "train 3").rule == "11.2"
    assert refused(state, "train 2 from bank for 70").rule == "11.2"
    assert play(state, "train 2", "train 2").trains_of("HBR") == ("2", "2")


@proves("11.4")
@covers("H2")
def test_a_company_at_the_limit_is_locked() -> None:
    state = trains(hbr(400, "2 2 2 2"), firm("GTP", {ANN: 6}, 60, trains="2"), phase="3", depot="4 4 4 5 5 6 6")
    assert to_act(state) is None
    with pytest.raises(Illegal, match="all the trains"):
        TITLE.rounds["operating"].step(state).check(state, BuyTrain("4", BANK, 300))


@proves("11.4", "11.6", "11.7", "13.2")
@covers("H3", "T96")
def test_over_the_limit_trains_leave_the_game() -> None:
    state = trains(hbr(300, "3 3 3"), firm("GTP", {BEN: 6}, 60, trains="2 2 3 3"), phase="3", depot="4 4 4 5 5 6 6")
    state = play(state, "train 4")
    assert state.phase == "4" and state.trains_of("GTP") == ("3", "3")
    assert [d.company for d in state.demands] == ["HBR"]
    assert refused(state, "discard 2").rule == "11.7"
    state = play(state, "discard 3")
    assert state.trains_of("HBR") == ("3", "3", "4") and not state.trains_of(POOL)


@proves("11.7")
def test_discards_come_in_operating_order() -> None:
    state = trains(
        hbr(630, "5"),
        firm("GTP", {BEN: 6}, 60, trains="4 4 5"),
        firm("CPR", {CID: 6}, 62, trains="5 5 4"),
        phase="5",
        depot="6 6",
    )
    state = play(state, "train 6")
    assert [d.company for d in state.demands] == ["CPR", "GTP"] and to_act(state) == CID


@proves("11.3", "3.6")
@covers("H4")
def test_trains_of_other_companies() -> None:
    state = trains(hbr(900, "2"), firm("SCR", {BEN: 6}, 60, trains="3", stations="G7"), phase="3")
    after = play(state, "train 3 from SCR for 900")
    assert after.cash["SCR"] == 900 and after.cash["HBR"] == 0 and after.phase == "3"
    assert refused(state, "train 3 from SCR for 901").rule in ("11.3", "12.1")
    assert refused(state, "train 3 from SCR for 100", agreed=[]).rule == "3.6"
    assert refused(state, "train 4 from SCR for 100").rule == "11.3"


@proves("11.5", "13.1", "13.2")
@covers("H5", "T96")
def test_trading_in_for_a_D() -> None:
    state = trains(hbr(800, "4 5"), firm("GTP", {BEN: 6}, 60, trains="4"), phase="6", depot="6")
    after = play(state, "train D trading 4")
    assert after.phase == "D" and after.trains_of("HBR") == ("5", "D") and after.trains_of("GTP") == ()
    assert refused(trains(hbr(800, "4"), phase="5", depot="6 6"), "train D trading 4").rule == "11.5"
    assert refused(trains(hbr(800, "3"), phase="6", depot="6"), "train D trading 3").rule == "11.5"


@proves("11.5", "11.3")
@covers("H6")
def test_bought_and_traded_at_once() -> None:
    state = trains(
        firm("CN", {ANN: 6}, 67, cash=801, stations=""),
        firm("QL", {ANN: 6}, 60, trains="4", stations=""),
        phase="D",
        depot="",
    )
    state = play(state, "train 4 from QL for 1", "train D trading 4")
    assert state.trains_of("CN") == ("D",) and state.cash["CN"] == 0


@proves("11.2", "13.1", "13.4")
@covers("H7")
def test_a_6_or_a_D() -> None:
    state = trains(hbr(1200), phase="6", depot="6")
    assert play(state, "train 6").phase == "6"
    d = play(state, "train D")
    assert d.phase == "D" and d.trains_of("HBR") == ("D",)


@proves("11.8", "11.9")
@covers("H8")
def test_no_route_no_duty() -> None:
    state = trains(hbr(100), depot="2 2")
    play(state, "done")
    assert refused(trains(hbr(100), depot="2 2", tiles=LINE), "done").rule == "11.8"


@proves("13.3", "13.1", "9.7", "7.2")
@covers("H9", "T85")
def test_phase_5() -> None:
    owners = {"P1": BEN, "P2": BEN, "P3": "HBR", "P4": BEN, "P5": BEN}
    state = trains(hbr(450), phase="4", depot="5 5 6 6", privates=owners)
    state = play(state, "train 5")
    assert state.phase == "5" and list(state.privates) == ["P2"]
    assert TITLE.phases["5"].offboard == "brown" and "brown" in TITLE.phases["5"].tiles
    later = play(trains(hbr(630), phase="5", depot="6 6", privates={"P2": BEN}), "train 6")
    assert "P2" not in later.privates and "SCR" in later.gone


@proves("13.3", "16.5")
@covers("C4")
def test_P5_closes_when_CPR_buys_a_train() -> None:
    state = trains(firm("CPR", {ANN: 6}, 67, cash=80), depot="2 2", privates={"P5": ANN})
    assert "P5" not in play(state, "train 2").privates
    other = trains(hbr(80), depot="2 2", privates={"P5": ANN})
    assert "P5" in play(other, "train 2").privates


@proves("13.2", "13.4")
def test_what_rusts_when() -> None:
    rusts = {name: spec.rusts_on for name, spec in TITLE.trains.items()}
    assert rusts == {"2": "4", "3": "6", "4": "D", "5": "", "6": "", "D": ""}


# ---------------------------------------------------------------------- emergencies


@proves("12.1", "12.2", "12.3", "12.4")
@covers("I1")
def test_a_small_help() -> None:
    state = trains(
        hbr(147),
        firm("GTP", {BEN: 4, ANN: 2}, "6,3"),
        phase="4",
        depot="4 4 5 5 6 6",
        tiles=LINE,
        cash={ANN: 115},
    )
    assert refused(state, "train 4").rule == "11.3"
    state = play(state, "sell 1 GTP")
    assert cell(state, "GTP") == "7,3" and state.cash[ANN] == 182
    state = play(state, "train 4")
    assert state.cash[ANN] == 29 and state.cash["HBR"] == 0


def dear(cash: int, treasury: int = 260) -> State:
    """A D at 1,100 must be paid."""
    return trains(
        hbr(treasury, held={DAN: 6, ANN: 1}, at="4,3"),
        firm("CNoR", {BEN: 3, DAN: 3}, "3,2"),
        firm("QL", {BEN: 3, DAN: 2}, "3,7", stations=""),
        phase="D",
        depot="",
        tiles=LINE,
        cash={DAN: cash},
    )


@proves("12.3", "12.2")
@covers("I2")
def test_several_sales() -> None:
    state = play(dear(332), "sell 3 CNoR", "sell 2 QL")
    assert state.cash[DAN] == 332 + 213 + 220
    state = play(state, "sell 2 HBR")
    assert state.cash[DAN] == 907 and state.held(DAN, "HBR") == 4
    state = play(state, "train D")
    assert state.cash[DAN] == 67


@proves("12.3")
@covers("I3")
def test_no_share_more_than_needed() -> None:
    state = dear(790)
    assert refused(state, "sell 2 HBR").rule == "12.3"
    state = play(state, "sell 1 HBR")
    assert refused(state, "sell 1 CNoR").rule == "12.3"


@proves("12.3")
@covers("I4")
def test_the_presidency_of_the_company_stays() -> None:
    state = trains(hbr(0, held={ANN: 3, BEN: 2}), phase="D", depot="", tiles=LINE)
    assert refused(state, "sell 2 HBR").rule == "12.3"
    play(state, "sell 1 HBR")


@proves("12.3")
@covers("I5")
def test_another_presidency_may_change() -> None:
    state = trains(hbr(0), firm("GTP", {ANN: 3, BEN: 3}, 55), phase="D", depot="", tiles=LINE, cash={ANN: 0})
    assert play(state, "sell 2 GTP").directors["GTP"] == BEN


@proves("12.4", "6.3")
def test_emergency_sales_rearrange_who_is_still_to_operate() -> None:
    state = trains(
        hbr(0, at="3,3"),
        firm("GTP", {BEN: 3, ANN: 2}, "4,3"),
        firm("CPR", {BEN: 6}, "5,3"),
        phase="D",
        depot="",
        tiles=LINE,
        cash={ANN: 0},
    )
    assert state.cursor.order == ("HBR", "GTP", "CPR")
    assert play(state, "sell 2 GTP").cursor.order == ("HBR", "CPR", "GTP")


def offered(treasury: int, price: int, **options: object) -> State:
    """GTP has a 4 to sell."""
    depot = {180: "3 3 4 4 4", 630: "6"}[price]
    return trains(
        hbr(treasury),
        firm("GTP", {BEN: 6}, 55, trains="4 5" if price == 630 else "4"),
        phase="3" if price == 180 else "6",
        depot=depot,
        tiles=LINE,
        cash={ANN: 2000},
        options=dict(options),
    )


@proves("12.1", "17.1")
@covers("I6")
def test_no_help_where_the_bank_can_be_paid() -> None:
    state = offered(200, 180)
    assert refused(state, "train 4 from GTP for 260").rule == "12.1"
    play(state, "train 3")
    play(state, "train 4 from GTP for 200")
    kind = offered(200, 180, president_help_when_bank_train_affordable=True)
    assert play(kind, "train 4 from GTP for 260").cash[ANN] == 1940


@proves("12.2")
@covers("I7")
def test_only_the_cheapest() -> None:
    state = offered(100, 630)
    assert refused(state, "train D").rule == "12.2"
    assert play(state, "train 6").cash[ANN] == 2000 - 530


@proves("12.2", "12.5")
@covers("I8")
def test_another_companys_train_with_help() -> None:
    state = offered(100, 630)
    assert play(state, "train 5 from GTP for 450").cash[ANN] == 2000 - 350
    assert refused(state, "train 5 from GTP for 460").rule == "12.2"


@proves("12.3")
def test_after_a_sale_help_must_have_needed_it() -> None:
    state = trains(
        hbr(100),
        firm("GTP", {BEN: 6, ANN: 2}, 55, trains="5"),
        phase="6",
        depot="6",
        tiles=LINE,
        cash={ANN: 200},
    )
    state = play(state, "sell 1 GTP")
    assert refused(state, "train 5 from GTP for 300").rule == "12.3"
    play(state, "train 5 from GTP for 301")
    play(state, "train 5 from GTP for 100")


@proves("11.8", "12.1")
@covers("I9", "T97")
def test_the_fishing_exit_allows_help_but_asks_for_nothing() -> None:
    state = trains(firm("CNoR", {ANN: 6}, 67, cash=10, stations="D6"), depot="2 2", tiles={"D6": "57/0"})
    assert to_act(state) == ANN
    play(state, "done")
    assert play(state, "train 2").cash[ANN] == 450 - 70
    two = trains(
        firm("CNoR", {ANN: 6}, 67, cash=10, stations="D6"),
        depot="2 2",
        tiles={"D6": "57/0", "F6": "9/0", "H6": "9/0", "J6": "9/0", "L6": "8/1", "M5": "7/4"},
    )
    assert to_act(two) == ANN


def ruined(depot: str, phase: str) -> State:
    return trains(
        firm("CPR", {BEN: 5, CID: 2, POOL: 3}, "4,6", cash=127, stations="I5"),
        firm("CN", {ANN: 4, BEN: 2}, "2,3", stations=""),
        firm("SCR", {ANN: 5, BEN: 1}, "5,6", stations="G7"),
        firm("QL", {ANN: 5, BEN: 1}, "7,4", stations=""),
        firm("HBR", {ANN: 4, BEN: 1, POOL: 5}, "5,5"),
        phase=phase,
        depot=depot,
        players=6,
        tiles={"I5": "57/1", "J4": "9/1", "K3": "57/1"},
        cash={BEN: 158},
    )


@proves("12.6", "14.1", "15.2")
@covers("I10", "T100")
def test_bankruptcy() -> None:
    state = play(ruined("", "D"), "bankrupt")
    assert state.over and state.ending == "bankruptcy" and state.bankrupt == (BEN,)
    assert [state.price(c) for c in ("CPR", "CN", "SCR", "QL", "HBR")] == [80, 71, 80, 68, 75]
    assert state.cash[BEN] == 0
    assert TITLE.value(state, BEN) == 315


@proves("12.7")
@covers("I11")
def test_not_bankrupt_who_can_still_pay() -> None:
    assert refused(ruined("6", "6"), "bankrupt").rule == "12.7"
    assert refused(trains(hbr(100), depot="2 2", tiles=LINE), "bankrupt").rule == "12.7"


# ---------------------------------------------------------------------- the end


def after_round(state: State) -> State:
    book = Book(state)
    after_operating(book)
    return book.state


@proves("14.3", "14.4")
@covers("J1", "T100")
def test_the_bank_breaks_in_an_operating_round() -> None:
    state = operating(
        "HBR",
        firm("HBR", {ANN: 6}, 67, trains="2"),
        step="dividend",
        phase="5",
        bank=20,
        turn={"ran": True, "revenue": 100},
        number=7,
        sub=1,
    )
    book = Book(state)
    TITLE.rounds["operating"].step(state).decide(book, Pay("full"))
    assert book.state.broken and book.state.ending == "bank" and not book.state.over
    three = book.state.change(own=remember(book.state, rounds=3))
    second = after_round(three)
    assert second.cursor.sub == 2 and not second.over
    last = after_round(three.change(cursor=replace(three.cursor, sub=3)))
    assert last.over and last.ending == "bank"


@proves("14.3")
@covers("J2")
def test_the_bank_breaks_in_a_stock_round() -> None:
    state = stock(firm("QL", {ANN: 5}, 67, stations=""), bank=100, phase="5", number=4)
    state = state.change(floated=frozenset())
    state = apply(state, Buy("QL", IPO), ANN).state
    assert state.broken and state.ending == "bank" and state.final_set == 4 and not state.over


@proves("14.3")
@covers("J3")
def test_a_bank_at_nothing_is_not_broken() -> None:
    state = stock(bank=250)
    book = Book(state.change(privates={**state.privates, "P1": ANN}))
    book.enter(IncomePaid("P1", ANN, 250))
    assert book.state.cash[BANK] == 0 and not book.state.broken
    book.enter(IncomePaid("P1", ANN, 5))
    assert book.state.broken


@proves("15.1", "15.3")
@covers("J4")
def test_scores() -> None:
    state = stock(firm("CNoR", {FAY: 6}, 82), firm("SCR", {FAY: 5}, "5,6", stations="G7"), players=6, cash={FAY: 240})
    assert TITLE.value(state, FAY) == 1132
    assert TITLE.value(state.change(privates={"P2": FAY}), FAY) == 1182
    unstarted = state.change(shares={**state.shares, "GTP": {FAY: 1, IPO: 9}})
    assert TITLE.value(unstarted, FAY) == 1132
    assert TITLE.value(state, ANN) == TITLE.value(state, BEN) == 300


@proves("14.5")
def test_the_players_may_agree_to_end() -> None:
    state = stock(firm("CNoR", {EVE: 6}, 82), players=5)
    ended = play(state, "end the game")
    assert ended.over and ended.ending == "agreement"
    assert refused(state, "end the game", agreed=[BEN]).rule == "3.6"
    strict = stock(players=5, options={"manual_end": False})
    assert refused(strict, "end the game").rule == "14.5"
