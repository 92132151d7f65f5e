"""Stock rounds: turns, limits and zones, selling, buying, starting, presidency, floating, the end of the round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Book, settle, to_act
from engine.names import IPO, POOL
from engine.state import State
from engine.titles.t1882 import STOCK
from engine.titles.t1882.own import own
from engine.titles.t1882.stock import HOLDING
from tests.engine.positions import cell, play, refused, stations
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, DAN, EVE, FAY, firm, operating, stock


def over(state: State) -> State:
    """The stock round is over."""
    book = Book(state)
    STOCK._end(book)
    settle(book)
    return book.state


def turn(state: State, *orders: str) -> State:
    return play(state, *orders)


# ---------------------------------------------------------------------- starting and floating


@proves("5.19", "5.20", "5.21", "5.25", "5.15")
@covers("B1")
def test_start_and_float() -> None:
    state = turn(stock(players=3, number=1), "start QL at 67")
    assert state.cash[ANN] == 600 - 134 and cell(state, "QL") == "5,3"
    assert HOLDING.certificates(state, ANN) == 1
    for _ in range(3):
        state = turn(state, "pass", "pass", "buy QL from ipo")
        assert "QL" not in state.floated
    state = turn(state, "pass", "pass", "buy QL from ipo")
    assert state.cash["QL"] == 670 and "QL" in state.floated
    assert state.cash[ANN] == 600 - 402 and state.held(IPO, "QL") == 4


@proves("5.18", "5.25")
@covers("B2")
def test_the_share_of_P4_counts_for_floating() -> None:
    state = stock(firm("HBR", {BEN: 4, ANN: 1}, 67, stations=""), by=BEN, players=3, number=1)
    state = state.change(floated=frozenset())
    state = turn(state, "buy HBR from ipo")
    assert state.cash["HBR"] == 670


@proves("5.26")
def test_a_floated_company_stays_so() -> None:
    state = stock(firm("QL", {ANN: 4, POOL: 2}, 67, stations="J10:0"))
    state = turn(state, "sell 2 QL")
    assert "QL" in state.floated


# ---------------------------------------------------------------------- selling


@proves("5.10")
@covers("B3")
def test_nothing_is_sold_in_the_first_round() -> None:
    state = stock(firm("QL", {ANN: 4}, 67, stations=""), number=1)
    why = refused(state, "sell 1 QL")
    assert why.rule == "5.10"


@proves("5.10")
@covers("B3")
def test_in_operating_round_1_1_an_emergency_sale_is_allowed() -> None:
    state = operating(
        "QL",
        firm("QL", {ANN: 4}, 67, stations="J10:1"),
        firm("GTP", {BEN: 4, ANN: 2}, 71),
        step="trains",
        tiles={"I11": "2/5", "G11": "57/0"},
        cash={ANN: 0},
    )
    play(state, "sell 1 GTP")


@proves("5.11", "5.12")
@covers("B4")
def test_a_sale_lowers_the_price() -> None:
    state = turn(stock(firm("QL", {ANN: 4}, "5,2", stations="")), "sell 1 QL")
    assert state.cash[ANN] == 450 + 65 and cell(state, "QL") == "6,2"


@proves("5.12", "5.13")
@covers("B5")
def test_a_block_brings_more_than_singles() -> None:
    before = stock(firm("CPR", {BEN: 3, ANN: 2}, "0,3"))
    block = turn(before, "sell 2 CPR")
    assert block.cash[ANN] == 450 + 200 and cell(block, "CPR") == "2,3"
    assert turn(before, "sell 1 CPR", "sell 1 CPR").cash[ANN] == 450 + 190


@proves("5.12")
@covers("B6")
def test_a_ledge_stops_the_fall_and_keeps_the_place() -> None:
    state = stock(firm("CPR", {BEN: 3, ANN: 3}, "3,7"))
    state = turn(state, "sell 2 CPR")
    assert state.cash[ANN] == 450 + 220 and cell(state, "CPR") == "4,7"
    other = stock(firm("CPR", {BEN: 3, ANN: 3}, "4,7"), firm("HBR", {BEN: 3}, "4,7"))
    other = turn(other, "sell 1 CPR")
    assert other.market.place("CPR") == 0


@proves("5.11")
@covers("B7")
def test_the_pool_holds_half_at_most() -> None:
    state = stock(firm("HBR", {BEN: 3, ANN: 3, POOL: 4}, 67))
    why = refused(state, "sell 2 HBR")
    assert why.rule == "5.11"
    turn(state, "sell 1 HBR")


@proves("5.11")
@covers("A9")
def test_the_share_of_P4_without_a_price_is_not_sold() -> None:
    state = stock(firm("CPR", {BEN: 3}, "0,3"))
    state = state.change(shares={**state.shares, "GTP": {ANN: 1, IPO: 9}})
    assert "no price" in refused(state, "sell 1 GTP").why
    assert state.title.value(state, ANN) == 450


# ---------------------------------------------------------------------- presidency


@proves("5.22", "5.24")
@covers("B8")
def test_presidency_by_purchase() -> None:
    held = {EVE: 2, BEN: 2, CID: 2, FAY: 2, DAN: 1, POOL: 1}
    state = turn(stock(firm("CPR", held, 82), by=CID, players=6), "buy CPR from pool")
    assert state.directors["CPR"] == CID and state.held(CID, "CPR") == 3 and state.held(EVE, "CPR") == 2


@proves("5.14", "5.23", "5.24")
@covers("B9")
def test_presidency_by_dumping() -> None:
    state = stock(firm("HBR", {BEN: 4, ANN: 3, POOL: 2}, "8,3"), by=BEN, players=3)
    state = turn(state, "sell 3 HBR")
    assert state.cash[BEN] == 600 + 180 and state.directors["HBR"] == ANN
    assert state.held(BEN, "HBR") == 1 and state.held(POOL, "HBR") == 5 and cell(state, "HBR") == "10,3"


@proves("5.14")
@covers("B10")
def test_without_a_successor_the_certificate_stays() -> None:
    state = stock(firm("HBR", {ANN: 3, BEN: 1, CID: 1}, 67))
    turn(state, "sell 1 HBR")
    assert refused(state, "sell 2 HBR").rule == "5.14"


@proves("5.24")
@covers("B11")
def test_among_equals_the_first_to_the_left_becomes_president() -> None:
    state = stock(firm("HBR", {BEN: 4, DAN: 3, ANN: 3}, 67), by=BEN)
    assert turn(state, "sell 2 HBR").directors["HBR"] == DAN


@proves("5.22")
@covers("B12")
def test_equal_is_not_more() -> None:
    state = stock(firm("HBR", {BEN: 3, ANN: 2}, 67, par=67))
    assert turn(state, "buy HBR from ipo").directors["HBR"] == BEN


# ---------------------------------------------------------------------- turns and limits


@proves("5.15", "5.16")
@covers("B13")
def test_sold_then_bought_is_barred_bought_then_sold_is_not() -> None:
    state = stock(firm("QL", {BEN: 4, ANN: 2}, 67, stations=""))
    sold = turn(state, "sell 1 QL")
    assert refused(sold, "buy QL from ipo").rule == "5.15"
    turn(state, "buy QL from ipo", "sell 1 QL")


@proves("5.1", "5.3")
@covers("B14")
def test_sell_buy_sell() -> None:
    scr = firm("SCR", {BEN: 4, ANN: 1}, 82, stations="G7")
    state = stock(scr, firm("QL", {CID: 4}, 67, stations=""))
    state = turn(state, "buy SCR from ipo")
    assert refused(state, "buy QL from ipo").rule == "5.3"
    assert refused(state, "buy SCR from ipo").rule == "5.3"
    state = turn(state, "sell 1 SCR")
    assert state.cash[ANN] == 450 and state.price("SCR") == 76
    assert refused(state, "buy QL from ipo").rule == "5.3"
    state = turn(state, "pass")
    assert to_act(state) == BEN and state.facts.last == ANN


@proves("5.8")
@pytest.mark.parametrize("at", ["3,3", "3,0"])
@covers("B15")
def test_sixty_per_cent(at: str) -> None:
    state = stock(firm("HBR", {ANN: 6}, at))
    why = refused(state, "buy HBR from ipo")
    assert why.rule == "5.8"


@proves("5.8")
@covers("B16")
def test_orange_excuses_sixty_per_cent() -> None:
    state = stock(firm("HBR", {ANN: 6, POOL: 2}, "10,3", par=67))
    state = turn(state, "buy HBR from pool")
    assert state.held(ANN, "HBR") == 7 and state.cash[ANN] == 450 - 40
    nine = turn(stock(firm("HBR", {ANN: 8}, "10,3", par=67)), "buy HBR from ipo")
    assert nine.held(ANN, "HBR") == 9 and nine.cash[ANN] == 450 - 67


@proves("5.9")
@covers("B17")
def test_whoever_leaves_orange_with_too_much_must_sell() -> None:
    state = stock(firm("HBR", {ANN: 9}, "8,3"), firm("CN", {BEN: 3}, 67, stations=""))
    for order in ("buy CN from ipo", "pass"):
        assert refused(state, order).rule == "5.9"
    state = turn(state, "sell 2 HBR")
    assert state.cash[ANN] == 450 + 120 and cell(state, "HBR") == "10,3"
    turn(state, "buy CN from ipo")


@proves("5.17", "5.3")
@covers("B18")
def test_brown_many_at_once() -> None:
    state = stock(firm("CN", {EVE: 2, BEN: 2, POOL: 4}, "10,0", par=90, stations=""), by=EVE, players=5)
    bought = turn(state, "buy 4 CN from pool", "buy CN from ipo")
    assert bought.held(EVE, "CN") == 7 and bought.cash[EVE] == 360 - 130
    assert refused(stock(firm("CN", {BEN: 2, POOL: 4}, 67, stations="")), "buy 2 CN from pool").rule == "5.3"


@proves("5.3", "17.1")
def test_a_brown_purchase_goes_on_after_a_sale_only_with_the_option() -> None:
    firms = (firm("CN", {BEN: 2, POOL: 4}, "10,0", par=90, stations=""), firm("QL", {BEN: 4, ANN: 2}, 67, stations=""))
    by_book = turn(stock(*firms), "buy CN from pool", "sell 1 QL")
    assert refused(by_book, "buy CN from pool").rule == "5.3"
    recorded = turn(stock(*firms, options={"recorded": True}), "buy CN from pool", "sell 1 QL", "buy CN from pool")
    assert recorded.held(ANN, "CN") == 2


@proves("5.17")
@covers("B19")
def test_orange_is_not_brown() -> None:
    state = turn(stock(firm("CN", {BEN: 2, POOL: 4}, "8,1", stations="")), "buy CN from pool")
    assert refused(state, "buy CN from pool").rule == "5.3"


@proves("5.6")
@covers("B20")
def test_the_certificate_count() -> None:
    state = stock(firm("CPR", {ANN: 4}, "0,3"), firm("HBR", {BEN: 3, ANN: 3}, "8,2"), privates={"P1": ANN, "P3": ANN})
    assert HOLDING.certificates(state, ANN) == 5
    unstarted = state.change(shares={**state.shares, "GTP": {ANN: 1, IPO: 9}})
    assert HOLDING.certificates(unstarted, ANN) == 6


def at_limit(**fields: object) -> State:
    """Four players; Ann counts eleven certificates."""
    return stock(
        firm("CPR", {ANN: 6}, "0,3", par=100),
        firm("HBR", {ANN: 6}, "1,3", par=90),
        firm("SCR", {BEN: 4, POOL: 2}, "9,3", stations="G7"),
        firm("QL", {BEN: 4}, 67, stations=""),
        privates={"P2": ANN},
        **fields,
    )


@proves("5.7", "5.20")
@covers("B21")
def test_at_the_limit() -> None:
    state = at_limit()
    assert HOLDING.certificates(state, ANN) == 11
    assert turn(state, "buy SCR from pool").held(ANN, "SCR") == 1
    assert refused(state, "buy QL from ipo").rule == "5.7"
    assert refused(state, "start GTP at 67").rule == "5.7"


@proves("5.9")
@covers("B22")
def test_over_the_limit_one_must_sell_first() -> None:
    state = at_limit()
    state = state.change(privates={**state.privates, "P1": ANN})
    assert refused(state, "buy SCR from pool").rule == "5.9"
    turn(state, "sell 1 CPR", "buy SCR from pool")


@proves("5.2", "5.5", "5.27")
@covers("B26")
def test_all_pass_and_the_priority_stays() -> None:
    firms = (firm("CPR", {ANN: 2, BEN: 1, CID: 1, DAN: 1, EVE: 1}, "0,3", par=100),)
    state = stock(*firms, by=EVE, players=5)
    for _ in range(5):
        state = turn(state, "pass")
    assert state.cursor.round == "operating" and state.priority == EVE


@proves("5.5")
def test_who_can_do_nothing_is_passed_over_unless_the_table_plays_otherwise() -> None:
    firms = (firm("CPR", {ANN: 3}, "0,3", par=100),)
    assert to_act(turn(stock(*firms, cash={BEN: 60}), "pass")) == CID
    asked = stock(*firms, cash={BEN: 60}, options={"auto_pass_when_no_move": False})
    assert to_act(turn(asked, "pass")) == BEN


@proves("5.5")
def test_who_is_at_the_certificate_limit_and_can_sell_nothing_is_passed_over() -> None:
    names = ("CPR", "GTP", "HBR", "QL")
    firms = [firm(name, {ANN: 3, BEN: 2, POOL: 5}, "0,3", par=100) for name in names]
    privates = {"P1": BEN, "P2": CID, "P3": BEN, "P4": BEN, "P5": CID}
    state = stock(*firms, cash={BEN: 2000}, privates=privates)
    assert HOLDING.certificates(state, BEN) == HOLDING.limit(state)
    assert to_act(turn(state, "pass")) == CID
    assert to_act(turn(stock(*firms, cash={BEN: 2000}, privates={**privates, "P1": CID}), "pass")) == BEN


@proves("5.4")
@covers("T99")
def test_players_trade_nothing_and_privates_are_not_sold_to_the_pool() -> None:
    state = stock(firm("CPR", {BEN: 3}, "0,3", par=100), privates={"P1": ANN})
    refused(state, "sell 1 CPR")
    refused(state, "sell 1 P1")


@proves("5.27")
def test_the_priority_goes_left_of_the_last_who_acted() -> None:
    state = turn(stock(firm("CPR", {BEN: 3}, "0,3", par=100)), "pass", "buy CPR from ipo", "pass")
    state = turn(state, "pass", "pass", "pass", "pass")
    assert state.priority == CID


# ---------------------------------------------------------------------- starting


@proves("5.19")
@covers("B23", "T91")
def test_CN_needs_a_neutral_station() -> None:
    why = refused(stock(), "start CN at 90")
    assert why.rule == "5.19" and "neutral" in why.why
    state = turn(stock(stations={"neutral": "G7"}), "start CN at 90")
    assert state.cash[ANN] == 450 - 180 and stations(state, "CN") == ["G7:0"]
    poor = stock(stations={"neutral": "G7"}, cash={ANN: 100}, privates={"P2": ANN})
    assert "costs $180" in refused(poor, "start CN at 90").why


@proves("5.19")
@covers("B24")
def test_CPR_and_SCR_start_only_through_their_privates() -> None:
    assert "only through P2" in refused(stock(), "start SCR at 67").why
    assert "only through P5" in refused(stock(), "start CPR at 67").why
    assert refused(stock(), "start QL at 68").rule == "5.19"


@proves("5.15")
def test_nothing_is_bought_of_a_company_without_a_president() -> None:
    assert refused(stock(firm("CPR", {BEN: 2}, "0,3")), "buy QL from ipo").rule == "5.15"


# ---------------------------------------------------------------------- the end of the round


@proves("5.28")
@covers("B25")
def test_sold_out_companies_rise() -> None:
    held = {BEN: 6, ANN: 4}
    assert cell(over(stock(firm("CPR", held, "3,3"))), "CPR") == "2,3"
    assert cell(over(stock(firm("CPR", held, "0,3"))), "CPR") == "0,3"


@proves("5.28")
def test_movers_keep_their_order_and_go_under_who_stays() -> None:
    held = {BEN: 6, ANN: 4}
    state = over(stock(firm("HBR", {BEN: 2}, "2,3"), firm("CPR", held, "3,3"), firm("GTP", held, "3,3")))
    assert state.market.stacks[2, 3] == ("HBR", "CPR", "GTP")


@proves("5.29", "14.2")
@covers("B27")
def test_the_end_cell_in_a_stock_round_ends_the_game_at_once() -> None:
    state = over(stock(firm("CPR", {BEN: 6, ANN: 4}, "1,15")))
    assert state.over and state.ending == "market" and cell(state, "CPR") == "0,15"


# ---------------------------------------------------------------------- SCR


@proves("16.2", "8.8", "8.7", "5.21")
@covers("B28", "T83", "T84", "T86")
def test_the_exchange_for_SCR() -> None:
    state = stock(
        firm("CN", {BEN: 6}, 90, stations=""),
        by=CID,
        phase="3",
        depot="3 3 4 4 4 5 5 6 6",
        privates={"P2": CID},
        stations={"neutral": "G7"},
        cash={CID: 82},
        drawn={"rebellion": "6"},
    )
    state = turn(state, "exchange SCR at 82 in G7")
    assert state.cash[CID] == 0 and state.held(CID, "SCR") == 2 and state.directors["SCR"] == CID
    assert stations(state, "SCR") == ["G7:0"] and stations(state, "CN") == []
    assert state.depot.count("3") == 3 and "P2" not in state.privates
    assert "SCR" not in state.floated


@proves("16.2", "3.3")
@covers("T84")
def test_the_station_of_SCR_may_also_be_named_afterwards() -> None:
    state = turn(stock(privates={"P2": ANN}), "exchange SCR at 67")
    assert to_act(state) == ANN
    assert refused(state, "pass").rule == "3.3"
    assert stations(turn(state, "token in J10 city 1"), "SCR") == ["J10:0"]
    # Blocked hexes, trackless OO hexes and printed grey cities are all right.
    for place in ("G9", "E5 city 2", "N6"):
        turn(state, f"token in {place}")
    both = stock(privates={"P2": ANN}, tiles={"G7": "57/0 14/0"}, stations={"neutral": "G7"}, phase="3")
    both = turn(both, "exchange SCR at 67")
    assert stations(turn(both, "neutral token in G7"), "neutral") == []
    assert stations(turn(both, "token in G7"), "neutral") == ["G7:0"]


@proves("16.2")
@covers("B29")
def test_while_2s_are_left_no_train_joins() -> None:
    state = turn(stock(privates={"P2": ANN}), "exchange SCR at 67 in G7")
    assert state.depot.count("3") == 4 and not own(state).extras


@proves("13.6", "13.5", "16.2")
@covers("B30", "T86")
def test_the_extra_train_covers_the_rebellion() -> None:
    state = stock(
        firm("HBR", {BEN: 6}, 67, cash=900),
        privates={"P2": ANN, "P1": CID},
        depot="3 3 3 3 4 4 4 5 5 6 6",
        tiles={"D6": "57/0"},
        drawn={"rebellion": "3"},
    )
    state = turn(state, "exchange SCR at 67 in G7")
    assert own(state).covered
    bought = operating_again(state)
    assert bought.phase == "3" and "D6" in bought.board.changed()
    bought = play(bought, "train 3")
    assert "D6" not in bought.board.changed() and own(bought).risen


def operating_again(state: State) -> State:
    """HBR's train step in the same position, and its first purchase."""
    cursor = replace(state.cursor, round="operating", order=("HBR",), at=0, step="trains", sub=1)
    return play(state.change(cursor=cursor), "train 3")


@proves("16.2", "5.7")
@covers("B31")
def test_the_exchange_refused() -> None:
    assert refused(stock(privates={"P2": ANN}, cash={ANN: 85}), "exchange SCR at 90 in G7").rule == "16.2"
    bought = turn(stock(firm("CPR", {BEN: 3, ANN: 1}, "0,3", par=100), privates={"P2": ANN}), "buy CPR from ipo")
    assert refused(bought, "exchange SCR at 67 in G7").rule == "5.3"
    assert refused(at_limit(), "exchange SCR at 67 in G7").rule in ("5.7", "16.2")
    owned = stock(firm("CPR", {BEN: 3}, "0,3"), privates={"P2": "CPR"})
    assert refused(owned, "exchange SCR at 67 in G7").rule == "5.19"
    assert refused(stock(privates={"P2": ANN}), "exchange SCR at 67 in D8").rule == "8.5"


@proves("6.10", "16.2", "13.3")
@covers("T85")
def test_without_P2_there_is_no_SCR() -> None:
    state = operating("CPR", firm("CPR", {ANN: 6}, "0,3", cash=200), phase="3", privates={"P2": BEN})
    state = play(state, "buy private P2 for 100")
    assert "SCR" in state.gone and not own(state).extras and state.cash[BEN] == 550
