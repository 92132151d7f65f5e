"""Stock rounds: selling, buying, directors, limits, new publics, minors' auctions (section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.hexes import Hex
from engine.game import legal_moves, to_act
from engine.moves import Start
from engine.names import BANK, IPO, POOL, TREASURY
from engine.state import State
from tests.engine.positions import P1, P2, P3, P4, Firm, cell, events_of, play, play_until, refused, stations
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1861.table import position

MINORS = "N StP-W M-NN R-O O-K M-K K-K M-V K-B K-R M-B D V T-R S-V E".split()


def stock(*firms: Firm, on_turn: str = P1, phase: str = "5", **more: Any) -> State:
    """A stock round in which minors can no longer be put up, so that shares alone matter."""
    return position(4, *firms, round="stock", on_turn=on_turn, phase=phase, number=3, **more)


def auction(*firms: Firm, on_turn: str = P1, phase: str = "2", **more: Any) -> State:
    """A stock round with N in play, so that other minors can be put up."""
    firms = (*firms, *(() if any(f.symbol == "N" for f in firms) else (Firm("N", P4, at="9,0"),)))
    return position(4, *firms, round="stock", on_turn=on_turn, phase=phase, number=2, **more)


def market_order(state: State) -> list[str]:
    return sorted(state.market.cells, key=state.market.rank)


# ---------------------------------------------------------------------- minors


@proves("6.7.3", "6.7.4", "6.8")
@pytest.mark.parametrize(
    ("bid", "price"),
    [
        (100, 50), (105, 50), (110, 55), (115, 55), (120, 60), (125, 60), (130, 65), (135, 65), (140, 70), (150, 70),
        (155, 70), (160, 80), (175, 80), (180, 90), (195, 90), (200, 100), (215, 100), (220, 110), (235, 110),
        (240, 120), (265, 120), (270, 135), (330, 135), (440, 135),
    ],
)  # fmt: skip
@covers("B1", "T4", "T5")
def test_half_the_bid_is_the_price_and_all_of_it_the_treasury(bid: int, price: int) -> None:
    state = play(auction(cash={P1: 500, P2: 0, P3: 0, P4: 0}), f"bid M-K {bid}")
    assert state.price("M-K") == price
    assert state.market.grid.in_zone(state.market.cells["M-K"], "minor_par")
    assert (state.cash["M-K"], state.cash[P1]) == (bid, 500 - bid)


@proves("6.7.5", "6.7.6")
@covers("B2")
def test_the_auction_of_Nikolaev() -> None:
    state = position(3, round="stock", on_turn=P1, number=1)
    state = play(state, "bid N 100", "pass", "bid N 110", "pass")
    assert state.directors["N"] == P3
    assert (state.cash["N"], state.price("N"), cell(state, "N")) == (110, 55, "7,2")
    assert stations(state, "N") == ["H8:1"]
    assert to_act(state) == P1


@proves("6.7.2", "6.7.1")
@pytest.mark.parametrize(
    ("order", "why", "rule"),
    [
        ("bid M-K 95", "Bid R100 at least.", "6.7.2"),
        ("bid M-K 103", "Bid a multiple of R5.", "6.7.2"),
        ("bid M-K 120", "P1 has R115.", "6.7.2"),
        ("bid E 100", "E can be put up for auction from phase 3 on.", "6.7.1"),
        ("bid R-O 100", "R-O can't be put up for auction.", "6.7.1"),
    ],
)
@covers("B3")
def test_minors_that_cannot_be_put_up(order: str, why: str, rule: str) -> None:
    no = refused(auction(cash={P1: 115}, gone="R-O"), order)
    assert (no.why, no.rule) == (why, rule)


@proves("6.7.1")
@covers("B3")
def test_no_minor_is_put_up_from_phase_5_on() -> None:
    no = refused(stock(Firm("NW", P2, at=100), cash={P1: 300}), "bid M-B 100")
    assert no.rule == "6.7.1"


@proves("6.7.1")
@covers("T11")
def test_the_late_minors_come_with_phase_3() -> None:
    assert refused(auction(), "bid E 100").rule == "6.7.1"
    for phase in ("3", "4"):
        state = play(auction(phase=phase, cash={P2: 0, P3: 0, P4: 0}), "bid E 100")
        assert (state.directors["E"], stations(state, "E")) == (P1, ["Q3:0"])


@proves("6.7.6")
@covers("B4", "T8")
def test_the_turn_passes_to_the_left_of_the_winner() -> None:
    state = play(auction(), "bid K-R 100", "pass", "bid K-R 105", "pass", "pass")
    assert state.directors["K-R"] == P3
    assert to_act(state) == P4


@proves("6.5.2", "6.5.1")
@covers("B5")
def test_at_the_limit_one_neither_opens_nor_bids() -> None:
    many = [Firm(m, P2, at=100) for m in MINORS[:15]]
    at_limit = auction(*many, on_turn=P3, phase="3", privates={"TSR": P2}, cash={P2: 800})
    state = play(at_limit, "bid E 100")
    assert to_act(state) == P4
    state = play(state, "pass")  # P1 follows, P2 is passed over
    assert to_act(state) == P1
    below = auction(*many, on_turn=P3, phase="3", cash={P2: 800})
    assert to_act(play(below, "bid E 100", "pass", "pass")) == P2
    opening = auction(*many, on_turn=P2, phase="3", privates={"TSR": P2}, cash={P2: 800})
    assert refused(opening, "bid E 100", by=P2).why == "It is None's decision now, not P2's."


@proves("6.7.4", "7.1.3")
@covers("B6")
def test_the_second_at_a_price_goes_under_the_first() -> None:
    state = position(4, round="stock", on_turn=P1, number=1, cash={P2: 150, P3: 0, P4: 0})
    state = play(state, "bid N 110", "pass", "bid M-NN 110", "pass")
    assert (state.directors["N"], state.directors["M-NN"]) == (P1, P2)
    assert cell(state, "N") == cell(state, "M-NN") == "7,2"
    assert market_order(state) == ["N", "M-NN"]


@proves("6.7.7")
def test_the_winner_counts_as_the_one_who_acted() -> None:
    state = auction(cash={P1: 100, P2: 105, P3: 0, P4: 0})
    state = play_until("operating", state, "bid K-R 100", "bid K-R 105", "pass")
    assert state.directors["K-R"] == P2
    # Nobody has money left: the round ends, and the card goes left of the winner, not of the one who opened.
    assert state.priority == P3


@proves("6.7.2")
@covers("T19")
def test_a_player_who_can_just_pay_for_a_minor_is_asked() -> None:
    assert to_act(auction(cash={P1: 100})) == P1
    assert to_act(auction(cash={P1: 95})) is None


@proves("6.7.5")
@covers("T14")
def test_a_second_minor_starts_in_its_own_city_of_the_hex() -> None:
    state = play(auction(cash={P2: 0, P3: 0, P4: 0, P1: 300}), "bid M-NN 100")
    assert stations(state, "M-NN") == ["H8:2"]
    assert stations(state, "N") == ["H8:1"]


# ---------------------------------------------------------------------- selling


@proves("6.2.5", "6.2.6")
@pytest.mark.parametrize("count", [1, 2, 3])
@covers("C1", "T16")
def test_a_directors_sale_drops_the_price_one_row(count: int) -> None:
    state = stock(Firm("NW", {P1: 5, P2: 2}, at="4,2"))
    after = play(state, f"sell {count} NW")
    assert after.cash[P1] == state.cash[P1] + 70 * count
    assert (cell(after, "NW"), after.price("NW")) == ("5,2", 65)
    assert after.held(POOL, "NW") == count


@proves("6.2.6", "13.3", "13.5")
@covers("C2")
def test_on_the_ledge_the_marker_stays() -> None:
    state = stock(Firm("MKN", {P1: 5}, at="4,9"), Firm("NW", {P2: 5}, at="4,9"))
    after = play(state, "sell 2 MKN")
    assert after.cash[P1] == state.cash[P1] + 300
    assert (cell(after, "MKN"), after.price("MKN")) == ("4,9", 150)
    assert market_order(after) == ["MKN", "NW"]


@proves("6.2.6")
@covers("C3", "T16")
def test_a_sale_by_another_moves_nothing() -> None:
    state = stock(Firm("GR", {P2: 4, P1: 3}, at=165))
    after = play(state, "sell 2 GR")
    assert after.cash[P1] == state.cash[P1] + 330
    assert after.market.cells["GR"] == state.market.cells["GR"]


@proves("6.3.1", "6.3.3", "6.2.6")
@covers("C4")
def test_the_director_sells_the_office_away() -> None:
    state = stock(Firm("MVR", {P1: 5, P2: 3}, at="3,5"))
    after = play(state, "sell 3 MVR")
    assert after.directors["MVR"] == P2
    assert (after.held(P1, "MVR"), after.held(P2, "MVR"), after.held(POOL, "MVR")) == (2, 3, 3)
    assert (after.certificates(P1, "MVR"), after.certificates(P2, "MVR")) == (2, 2)
    assert cell(after, "MVR") == "4,5"


@proves("6.3.1")
@covers("C5")
def test_of_equals_the_first_on_the_left() -> None:
    after = play(stock(Firm("MVR", {P1: 4, P3: 3, P4: 3}, at=110)), "sell 2 MVR")
    assert after.directors["MVR"] == P3
    bigger = play(stock(Firm("MVR", {P1: 3, P3: 2, P4: 3}, at=110)), "sell 2 MVR")
    assert bigger.directors["MVR"] == P4


@proves("6.2.4")
@covers("C6")
def test_the_directors_certificate_never_goes_to_the_pool() -> None:
    state = stock(Firm("MVR", {P1: 3, P2: 1, P3: 1}, at=110))
    assert play(state, "sell 1 MVR").held(POOL, "MVR") == 1
    for count in (2, 3):
        no = refused(state, f"sell {count} MVR")
        assert (no.why, no.rule) == ("Nobody else holds 20 % of MVR to become its director.", "6.2.4")


@proves("6.2.3")
@covers("C7")
def test_half_a_company_at_most_in_the_pool() -> None:
    state = stock(Firm("MVR", {P2: 3, P1: 2, POOL: 4}, at=110))
    no = refused(state, "sell 2 MVR")
    assert (no.why, no.rule) == ("The pool may hold 50 % of MVR at most.", "6.2.3")
    assert play(state, "sell 1 MVR").held(POOL, "MVR") == 5


@proves("6.2.2", "19.7")
@covers("C8", "T17")
def test_a_company_that_has_not_operated_is_not_sold() -> None:
    no = refused(stock(Firm("MVR", {P1: 4}, at=110, operated=False)), "sell 1 MVR")
    assert (no.why, no.rule) == ("MVR has not operated yet; its shares can't be sold.", "6.2.2")


@proves("6.2.1", "6.1.5")
@covers("C9")
def test_privates_and_minors_are_not_sold() -> None:
    state = auction(Firm("M-K", P1, at=100), privates={"TSR": P1})
    no = refused(state, "sell 1 M-K")
    assert (no.why, no.rule) == ("Only shares of public companies are sold; M-K is none.", "6.2.1")
    no = refused(state, "sell TSR")
    assert (no.why, no.rule) == ("Private companies are never sold so, only shares of public companies.", "6.2.1")
    refused(state, "sell 1 M-K to P2")
    assert refused(stock(Firm("NW", {P2: 5}, at=100)), "sell 1 NW").why == "P1 has no shares of NW."


@proves("6.2.7", "6.2.6")
def test_two_orders_are_two_sales_with_a_fall_each() -> None:
    state = stock(Firm("NW", {P1: 5, P2: 2}, at="4,3"))
    after = play(state, "sell 1 NW", "sell 1 NW")
    assert after.cash[P1] == state.cash[P1] + 80 + 70
    assert cell(after, "NW") == "6,3"


@proves("6.2.8", "6.2.7")
def test_a_marker_that_falls_goes_under_those_already_there() -> None:
    state = stock(Firm("NW", {P1: 4}, at="4,3"), Firm("SW", {P2: 4}, at="5,3"), Firm("SE", {P1: 4}, at="4,3"))
    after = play(state, "sell 1 SE", "sell 1 NW")
    assert after.market.stacks[5, 3] == ("SW", "SE", "NW")


@proves("6.1.3", "6.1.4", "6.9.3")
@covers("C14")
def test_a_turn_with_a_sale_is_no_pass() -> None:
    state = stock(Firm("NW", {P1: 5, P2: 2}, at=70), cash={P2: 200, P3: 200, P4: 200})
    state = play(state, "sell 1 NW", "done")
    assert to_act(state) == P2
    for player in (P2, P3, P4, P1):
        assert (to_act(state), state.cursor.round) == (player, "stock")
        state = play(state, "pass") if player != P1 else play_until("operating", state, "pass")
    assert state.priority == P2


@proves("6.1.4")
def test_who_has_passed_may_act_again() -> None:
    state = stock(Firm("NW", {P1: 2}, at=70), cash=dict.fromkeys((P1, P2, P3, P4), 200))
    state = play(state, "pass", "pass", "buy NW", "pass", "buy NW")
    assert state.held(P1, "NW") == 3
    assert state.held(P3, "NW") == 1


@proves("6.1.1", "6.1.6")
def test_players_with_nothing_to_do_are_passed() -> None:
    state = stock(Firm("NW", {P1: 2, P3: 1}, at=70), cash={P1: 100, P2: 60, P3: 200, P4: 69})
    assert to_act(play(state, "pass")) == P3


# ---------------------------------------------------------------------- buying


@proves("6.4.1")
@pytest.mark.parametrize(("source", "payee"), [("treasury", "NW"), ("pool", BANK)])
@covers("C10")
def test_a_share_costs_its_price_and_moves_none(source: str, payee: str) -> None:
    state = stock(Firm("NW", {P2: 4, POOL: 2}, at=120), cash={P1: 200})
    after = play(state, f"buy NW from {source}")
    assert after.cash[P1] == 80
    assert after.cash[payee] == state.cash[payee] + 120
    assert after.price("NW") == 120
    assert after.held(P1, "NW") == 1


@proves("6.4.1")
@covers("T15")
def test_the_present_price_is_paid_not_the_first_one() -> None:
    after = play(stock(Firm("NW", {P2: 4}, at=165, par=70), cash={P1: 200}), "buy NW")
    assert after.cash[P1] == 35


@proves("6.4.2", "6.4.3", "6.5.2")
@covers("C11")
def test_purchases_that_are_refused() -> None:
    rich = dict.fromkeys((P1, P2, P3, P4), 900)
    most = stock(Firm("NW", {P1: 6}, at=100), Firm("SW", {P2: 2}, at=100), cash=rich)
    no = refused(most, "buy NW")
    assert (no.why, no.rule) == ("Nobody may hold more than 60 % of NW.", "6.4.2")
    assert refused(most, "buy SE").rule == "6.4.2"
    assert refused(most, "buy 2 SW").rule == "6.4.3"
    sold = play(stock(Firm("NW", {P1: 5}, at=100), Firm("SW", {P2: 2}, at=100), cash=rich), "sell 1 NW")
    no = refused(sold, "buy NW from pool")
    assert (no.why, no.rule) == ("P1 has sold NW in this round.", "6.4.2")
    later = play(sold, "done", "buy SW", "pass", "pass")
    assert refused(later, "buy NW from treasury").why == "P1 has sold NW in this round."
    assert refused(play(most, "buy SW"), "buy SW", by=P1).rule == "4.1"
    poor = stock(Firm("NW", {P2: 4}, at=100), Firm("SW", {P1: 3}, at=70), cash={P1: 99})
    assert refused(poor, "buy NW").why == "That costs R100; P1 has R99."
    full = auction(*(Firm(m, P1, at=100) for m in MINORS[:13]), Firm("NW", {P1: 4}, at=100), phase="4", cash=rich)
    no = refused(full, "buy NW")
    assert (no.why, no.rule) == ("P1 is at the limit of 16 certificates.", "6.5.2")


@proves("6.3.2")
@covers("C12")
def test_more_than_the_director_not_as_much() -> None:
    state = stock(Firm("NW", {P2: 3, P1: 3}, at=100), cash={P1: 200})
    after = play(state, "buy NW")
    assert after.directors["NW"] == P1
    assert (after.certificates(P1, "NW"), after.certificates(P2, "NW")) == (3, 3)
    tie = play(stock(Firm("NW", {P2: 3, P1: 2}, at=100), cash={P1: 200}), "buy NW")
    assert tie.directors["NW"] == P2


@proves("6.1.2")
@covers("C13")
def test_sales_come_before_the_purchase() -> None:
    firms = Firm("NW", {P1: 4}, at=100), Firm("SW", {P1: 4}, at=100), Firm("SE", {P2: 2}, at=100)
    state = stock(*firms, cash={P1: 150, P2: 400})
    bought = play(state, "buy SE")
    assert to_act(bought) == P2
    assert refused(bought, "sell 1 NW", by=P1).rule == "4.1"
    both = play(state, "sell 1 NW", "sell 1 SW", "buy SE")
    assert both.held(P1, "SE") == 1
    assert to_act(both) == P2


@proves("6.5.3", "6.5.1")
@covers("C15", "T20")
def test_over_the_limit_one_must_sell_first() -> None:
    firms = [Firm(m, P3, at=100) for m in MINORS[:13]]
    state = auction(*firms, Firm("NW", {P2: 2, P3: 3}, at=100), on_turn=P3, phase="4", privates={"TSR": P3})
    for order in ("pass", "done", "buy NW", "bid E 100"):
        no = refused(state, order)
        assert (no.why, no.rule) == ("P3 is over the limit and must sell first.", "6.5.3")
    after = play(state, "sell 1 NW", "pass")
    assert to_act(after) != P3
    stuck = auction(
        *firms, Firm("NW", {P2: 2, P3: 3}, at=100, operated=False), on_turn=P3, phase="4", privates={"TSR": P3}
    )
    assert to_act(stuck) is None  # no legal sale: passed over, not held up


# ---------------------------------------------------------------------- the end of the round


@proves("6.9.1", "4.3", "13.4")
@covers("C16", "T7", "T18")
def test_sold_out_publics_rise() -> None:
    sold_out = {P1: 4, P2: 3, P3: 3}
    state = stock(
        Firm("NW", sold_out, at="0,5"),
        Firm("SE", sold_out, at="3,5"),
        Firm("MKN", {P1: 4, P2: 4}, at="3,4"),
        Firm("GR", {P1: 4, P2: 5, POOL: 1}, at="3,3"),
        Firm("M-K", P1, at="5,6"),
        cash=dict.fromkeys((P1, P2, P3, P4), 0),
    )
    after = play_until("operating", state, "pass", "pass", "pass")
    assert (cell(after, "NW"), after.price("NW")) == ("1,6", 150)
    assert (cell(after, "SE"), after.price("SE")) == ("2,5", 120)
    assert (cell(after, "MKN"), cell(after, "GR"), cell(after, "M-K")) == ("3,4", "3,3", "5,6")


@proves("6.9.1", "13.7")
@covers("C17")
def test_where_there_is_nothing_above_a_marker_stays() -> None:
    sold_out = {P1: 4, P2: 3, P3: 3}
    broke = dict.fromkeys((P1, P2, P3, P4), 0)
    for at in ("1,3", "2,2", "3,1", "4,0", "0,18"):
        state = play_until("operating", stock(Firm("NW", sold_out, at=at), cash=broke), "pass", "pass", "pass")
        assert cell(state, "NW") == at
    column = stock(Firm("NW", sold_out, at=440), cash=broke, options={"column_market": True})
    assert play_until("operating", column, "pass", "pass", "pass").price("NW") == 490


@proves("6.9.2")
def test_risen_markers_keep_their_order() -> None:
    sold_out = {P1: 4, P2: 3, P3: 3}
    state = stock(
        Firm("NW", sold_out, at="2,8"),
        Firm("SE", sold_out, at="3,7"),
        Firm("SW", sold_out, at="3,7"),
        Firm("GR", {P1: 4}, at="2,7"),
        cash=dict.fromkeys((P1, P2, P3, P4), 0),
    )
    after = play_until("operating", state, "pass", "pass", "pass")
    assert after.market.stacks[2, 7] == ("GR", "SE", "SW")
    assert cell(after, "NW") == "1,8"


@proves("6.9.3")
def test_if_nobody_acts_the_card_stays() -> None:
    state = stock(Firm("NW", {P1: 2}, at=70), priority=P3)
    after = play_until("operating", state, "pass", "pass", "pass", "pass")
    assert after.priority == P3


# ---------------------------------------------------------------------- new publics


@proves("6.6.2", "6.6.3", "6.6.4", "6.6.5")
@covers("C18")
def test_a_public_is_started_at_Saratov() -> None:
    state = stock(phase="4", cash={P1: 450})
    after = play(state, "start MVR at 200 in L12")
    assert (after.cash[P1], after.cash["MVR"]) == (50, 400)
    assert (after.price("MVR"), cell(after, "MVR")) == (200, "0,8")
    assert after.shares["MVR"] == {P1: 2, TREASURY: 8}
    assert after.certificates(P1, "MVR") == 1
    assert stations(after, "MVR") == ["L12:0"]
    assert after.stations_left["MVR"] == 2
    assert to_act(after) == P2
    assert (
        play(after.change(cash={**after.cash, P2: 200, BANK: after.cash[BANK] + 115}), "buy MVR").held(P2, "MVR") == 1
    )


@proves("6.6.1", "6.6.2", "6.6.3")
@pytest.mark.parametrize(
    ("order", "cash", "phase", "rule"),
    [
        ("start MVR at 65 in L12", 900, "4", "6.6.2"),
        ("start MVR at 220 in L12", 900, "4", "6.6.2"),
        ("start MVR at 100 in L12", 180, "4", "6.6.2"),
        ("start MVR at 100 in L12", 900, "3", "6.6.1"),
        ("start MVR at 100 in E9", 900, "4", "6.6.3"),
        ("start MVR at 100 in H8 city 1", 900, "4", "6.6.3"),
        ("start NW at 100 in L12", 900, "4", "6.6.1"),
    ],
)
@covers("C18")
def test_starts_that_are_refused(order: str, cash: int, phase: str, rule: str) -> None:
    state = auction(Firm("NW", P2, at=100), phase=phase, cash={P1: cash})
    assert refused(state, order).rule == rule


@proves("6.6.3")
def test_the_place_can_be_named_afterwards() -> None:
    state = play(stock(phase="4", cash={P1: 450}), "start MVR at 100")
    assert to_act(state) == P1
    assert refused(state, "token in E9").rule == "6.6.3"
    assert stations(play(state, "token in L12"), "MVR") == ["L12:0"]


@proves("6.6.3")
@covers("C19")
def test_Kiev_while_nothing_leads_there() -> None:
    firms = Firm("K-B", P2, at=100), Firm("K-K", P3, at=100)
    state = auction(*firms, phase="4", cash={P1: 450})
    assert stations(play(state, "start MVR at 100 in D14"), "MVR") == ["D14:0"]
    joined = auction(*firms, phase="4", cash={P1: 450}, tiles={"E13": "58/1"})
    assert refused(joined, "start MVR at 100 in D14").rule == "6.6.3"


@proves("6.6.3")
@covers("T13")
def test_a_home_has_no_station_and_no_track_to_another_stop() -> None:
    taken = stock(Firm("NW", P2, at=100, stations="L12"), phase="4", cash={P1: 450}, tiles={"L12": "57/0 14/0"})
    assert taken.board.free_slots(Hex("L12"), 0, "MVR") == 1
    assert refused(taken, "start MVR at 100 in L12").rule == "6.6.3"
    # Saratov (57: N and S) joined with nothing is a home; a town at the other end of the track ends that.
    alone = stock(phase="4", cash={P1: 450}, tiles={"L12": "57/0"})
    assert stations(play(alone, "start MVR at 100 in L12"), "MVR") == ["L12:0"]
    to_penza = stock(phase="4", cash={P1: 450}, tiles={"L12": "57/2", "K11": "4/2"})
    assert refused(to_penza, "start MVR at 100 in L12").rule == "6.6.3"


@proves("6.6.3", "6.1.6")
@covers("T12")
def test_without_a_home_no_start_is_offered() -> None:
    blocked = {"NW": "F18 L12 M7", "SW": "M19 P2 P8", "SE": "K7"}
    firms = [Firm(m, P2, at=100) for m in MINORS]
    publics = [Firm(c, P3, at=100, stations=s) for c, s in blocked.items()]
    state = auction(*firms, *publics, phase="4", cash={P1: 450}, stations={"RSR": "D14:0"})
    assert not any(isinstance(move, Start) for move in legal_moves(state))
    no = refused(state, "start MVR at 100 in L12")
    assert (no.why, no.rule) == ("No city is left in which a public company could begin.", "6.6.3")
    assert refused(state, "start MVR at 100").rule == "6.6.3"


@proves("6.4.2")
def test_a_share_of_a_public_not_in_play_is_not_bought() -> None:
    state = stock(Firm("NW", {P2: 2}, at=70), cash={P1: 300})
    assert state.shares["SE"] == {IPO: 10}
    no = refused(state, "buy SE from ipo")
    assert (no.why, no.rule) == ("SE is not in play.", "6.4.2")


@proves("6.3.3", "6.3.1")
def test_a_director_may_sell_down_to_nothing_when_another_takes_over() -> None:
    state = stock(Firm("NW", {P1: 3, P3: 2}, at=100))
    happened = [type(e).__name__ for e in events_of(state, "sell 3 NW")]
    after = play(state, "sell 3 NW")
    assert after.directors["NW"] == P3
    assert after.shares["NW"] == {P3: 2, POOL: 3, TREASURY: 5}
    assert "DirectorChanged" in happened
