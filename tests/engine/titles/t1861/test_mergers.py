"""Merger rounds (section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.hexes import Hex
from engine.events import RoundBegan
from engine.game import Book, consents, legal_moves, settle, to_act
from engine.mechanisms.mergers.merging import merge, merged_price
from engine.mechanisms.mergers.moves import Merge
from engine.names import TREASURY, Company
from engine.notation import parse_order
from engine.state import State
from engine.steps.station_prices import by_distance as station_price
from tests.engine.positions import P1, P2, P3, P4, Firm, cell, owner, play, refused, stations
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1861.table import position

# All cities of Moscow are one: its minors stand in the same city.
MOSCOW = {"H8": "637/0 638/0"}
# Voronezh (M-V), Kharkov (K-R, one slot) and Yuzovka (D) on one line.
LINE = {"I13": "57/1", "H14": "9/1", "G15": "202/4", "G17": "8/3", "H18": "57/2"}
# K-R reaches M-V and T-R, T-R reaches K-R and D; two junctions keep anybody from reaching all.
CHAIN = {
    "G15": "201/4", "H14": "9/1 23/1", "I13": "57/1", "I15": "9/2", "J16": "9/2 24/5", "K17": "57/2", "I17": "4/1",
    "H18": "57/1",
}  # fmt: skip
SECOND = {"second_edition": True}


def merging(*firms: Firm, on_turn: str, phase: str = "4", **more: Any) -> State:
    return position(4, *firms, round="merger", on_turn=on_turn, phase=phase, number=4, **more)


def moscow(prices: tuple[Any, Any, Any], owners: tuple[str, str, str] = (P1, P1, P2), **more: Any) -> State:
    """N, M-K and M-NN in one city, in this operating order."""
    firms = [Firm(m, p, at=at, trains="3") for m, at, p in zip(("N", "M-K", "M-NN"), prices, owners, strict=True)]
    return merging(*firms, on_turn="N", tiles=MOSCOW, **more)


def done_buying(state: State) -> State:
    while state.demands and state.demands[0].kind == "take":
        state = play(state, "pass")
    return state


# ---------------------------------------------------------------------- converting


@proves("19.2.1", "19.2.2", "19.1.2")
@covers("L1")
def test_a_minor_of_the_yellow_column_converts() -> None:
    state = merging(
        Firm("N", P1, at="3,6", cash=77, trains="3", loans=1), on_turn="N", privates={"MYR": "N"}, cash={P1: 20}
    )
    after = play(state, "convert N into GR")
    assert (after.price("GR"), cell(after, "GR")) == (120, "3,6")
    assert (after.held(P1, "GR"), after.directors["GR"]) == (2, P1)
    assert after.held(TREASURY, "GR") == 8
    assert stations(after, "GR") == ["H8:1"]
    assert (after.cash["GR"], after.trains_of("GR"), after.loans["GR"], owner(after, "MYR")) == (77, ("3",), 1, "GR")
    assert "N" in after.gone
    assert after.stations_left["GR"] == 2


@proves("19.2.1")
@covers("L1")
def test_the_same_price_elsewhere_does_not_convert() -> None:
    state = merging(Firm("N", P1, at="4,5"), Firm("M-K", P2, at="5,6"), on_turn="N", tiles=MOSCOW)
    no = refused(state, "convert N into GR")
    assert (no.why, no.rule) == ("N's marker is not in the yellow column, so it can't convert.", "19.2.1")
    cheap = refused(
        merging(Firm("N", P1, at="5,4"), Firm("M-K", P2, at="5,6"), on_turn="N", tiles=MOSCOW), "convert N into GR"
    )
    assert cheap.why.startswith("N's price is ") and "; a minor converts at " in cheap.why
    yellow = merging(Firm("N", P1, at="5,6"), on_turn="N")
    after = play(yellow, "convert N into GR")
    assert (after.price("GR"), cell(after, "GR")) == (100, "4,5")


@proves("19.1.2")
def test_a_public_in_play_cannot_be_formed() -> None:
    state = merging(Firm("N", P1, at="3,6"), Firm("GR", P2, at=100), on_turn="N")
    no = refused(state, "convert N into GR")
    assert (no.why, no.rule) == ("GR is not a public company out of play.", "19.1.2")


# ---------------------------------------------------------------------- prices and directors


@proves("19.4.1")
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ((110, 80), 180), ((100, 70), 165), ((100, 60), 150), ((70, 70), 135), ((120, 110), 200), ((90, 70, 65), 150),
        ((165, 150), 200),
    ],
)  # fmt: skip
@covers("L2", "T60")
def test_highest_and_lowest_together(prices: tuple[int, ...], price: int) -> None:
    minors = ("N", "M-K", "M-NN")[: len(prices)]
    firms = [Firm(m, P1, at=at) for m, at in zip(minors, prices, strict=True)]
    state = merging(*firms, on_turn="N", tiles=MOSCOW)
    after = play(state, f"merge {', '.join(minors)} into GR")
    assert after.price("GR") == price
    assert after.market.grid.in_zone(after.market.cells["GR"], "public_par")


@proves("19.4.1")
@pytest.mark.parametrize(("prices", "floor", "price"), [((45, 40), 70, 80), ((45, 40), 100, 100), ((35, 35), 70, 70)])
@covers("L3", "T60")
def test_the_least_a_merged_company_costs(prices: tuple[int, int], floor: int, price: int) -> None:
    firms = Firm("N", P1, at=prices[0]), Firm("M-K", P1, at=prices[1])
    state = merging(*firms, on_turn="N", tiles=MOSCOW, options={"merger_price_floor": floor})
    assert merged_price(state, ("N", "M-K")) == price
    assert play(state, "merge N, M-K into GR").price("GR") == price


def four(**more: Any) -> State:
    """A to D in operating order, of P1, P2, P2 and P1; all in brown Moscow but the last, which the line reaches."""
    firms = (
        Firm("M-V", P1, at="3,5"), Firm("K-R", P2, at="3,4"), Firm("D", P2, at="4,3"), Firm("V", P1, at="5,2"),
    )  # fmt: skip
    rostov = {"H18": "57/2 14/2", "I19": "57/2"}
    return merging(*firms, on_turn="M-V", tiles={**LINE, **rostov}, **more)


@proves("19.4.2", "19.4.3")
@covers("L4", "T63")
def test_of_equals_the_owner_of_the_first_minor() -> None:
    assert four().cursor.order == ("M-V", "K-R", "D", "V")
    after = play(four(), "merge M-V, K-R, D, V into GR keeping I13, G15")
    assert (after.held(P1, "GR"), after.held(P2, "GR")) == (2, 2)
    assert after.directors["GR"] == P1
    other = play(
        four(options={"merger_director_tie": "first_to_two_shares"}), "merge M-V, K-R, D, V into GR keeping I13, G15"
    )
    assert other.directors["GR"] == P2


@proves("19.4.3")
@covers("T68")
def test_three_minors_of_one_owner() -> None:
    after = play(moscow((100, 90, 80), (P1, P1, P1)), "merge N, M-K, M-NN into GR")
    assert (after.directors["GR"], after.held(P1, "GR")) == (P1, 3)


@proves("19.4.4")
@covers("L5", "T62")
def test_somebody_must_have_two_shares() -> None:
    firms = Firm("N", P1, at=80), Firm("M-K", P2, at=70)
    state = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 150})
    after = play(state, "merge N, M-K into GR")
    assert after.price("GR") == 150
    assert (after.cash[P1], after.cash["GR"]) == (0, 150)
    assert (after.held(P1, "GR"), after.held(P2, "GR"), after.directors["GR"]) == (2, 1, P1)
    poor = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 140})
    no = refused(poor, "merge N, M-K into GR")
    assert (no.why, no.rule) == ("Nobody would have two shares, and P1 can't buy the second for R150.", "19.4.4")
    assert not [m for m in legal_moves(poor) if isinstance(m, Merge)]


@proves("19.4.4", "6.5.2")
@covers("T62")
def test_the_certificate_limit_may_forbid_the_second_share() -> None:
    more = [Firm(m, P1, at=35) for m in "StP-W M-NN R-O O-K K-K M-V K-B K-R M-B D V T-R S-V E".split()]
    firms = Firm("N", P1, at=80), Firm("M-K", P2, at=70), *more
    state = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 900}, privates={"TSR": P1})
    assert refused(state, "merge N, M-K into GR").rule == "19.4.4"
    below = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 900})
    assert play(below, "merge N, M-K into GR").directors["GR"] == P1
    # With the other option the first who may and can is enough, and nobody else is asked in vain.
    option = {"merger_second_share": "any_owner_may", "second_share_declined": "last_must"}
    either = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 900, P2: 150}, privates={"TSR": P1}, options=option)
    waiting = play(either, "merge N, M-K into GR")
    assert to_act(waiting) == P2
    assert refused(waiting, "pass").rule == "19.4.4"
    assert play(waiting, "take 1").directors["GR"] == P2


@proves("19.4.4")
def test_by_option_any_owner_may_buy_the_second_share_and_the_last_must() -> None:
    firms = Firm("N", P1, at=80), Firm("M-K", P2, at=70)
    option = {"merger_second_share": "any_owner_may", "second_share_declined": "last_must"}
    state = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 150, P2: 150}, options=option)
    state = play(state, "merge N, M-K into GR")
    assert (to_act(state), "GR" in state.directors) == (P1, False)
    state = play(state, "pass")
    assert to_act(state) == P2
    no = refused(state, "pass")
    assert (no.why, no.rule) == ("Somebody must hold two shares of GR: take one.", "19.4.4")
    state = play(state, "take 1")
    assert (state.directors["GR"], state.cash[P2], state.held(P2, "GR")) == (P2, 0, 2)


# ---------------------------------------------------------------------- who may merge


@proves("19.3.2")
@covers("L6", "T61")
def test_merging_stations_do_not_block() -> None:
    firms = Firm("M-V", P1, at="4,5"), Firm("K-R", P1, at="4,4"), Firm("D", P1, at="4,3")
    state = merging(*firms, on_turn="M-V", tiles=LINE)
    after = play(state, "merge M-V, K-R, D into GR keeping I13, H18")
    assert stations(after, "GR") == ["I13:0", "H18:0"]
    no = refused(state, "merge M-V, D into GR")
    assert (no.why, no.rule) == ("These minors are not connected by track.", "19.3.2")
    apart = merging(*firms[:2], Firm("R-O", P1, at="4,3"), on_turn="M-V", tiles=LINE)
    assert refused(apart, "merge M-V, K-R, R-O into GR").rule == "19.3.2"


@proves("19.3.2")
@covers("T61")
def test_one_must_reach_all_others_or_by_option_each_some() -> None:
    firms = Firm("M-V", P1, at="4,5"), Firm("K-R", P1, at="4,4"), Firm("T-R", P1, at="4,3"), Firm("D", P1, at="4,2")
    order = "merge M-V, K-R, T-R, D into GR keeping I13, G15"
    hub = merging(*firms, on_turn="M-V", tiles=CHAIN)
    assert refused(hub, order).rule == "19.3.2"
    for three in ("M-V, K-R, T-R", "K-R, T-R"):
        on_turn = three.split(",")[0]
        ordered = merging(*firms, on_turn=on_turn, tiles=CHAIN)
        assert play(ordered, f"merge {three} into GR keeping G15, K17").directors["GR"] == P1
    chain = merging(*firms, on_turn="M-V", tiles=CHAIN, options={"merger_connection": "chain"})
    assert play(chain, order).held(P1, "GR") == 4


@proves("19.3.2")
def test_separate_cities_of_a_hex_are_not_joined_by_that_alone() -> None:
    firms = Firm("N", P1, at=100), Firm("M-K", P1, at=90)
    # St. Petersburg is in N's reach, so that N has a turn; M-K stands in another city of Moscow.
    apart = merging(*firms, Firm("StP-W", P1, at=80), on_turn="N", tiles={"E1": "641/0"})
    assert refused(apart, "merge N, M-K into GR").rule == "19.3.2"
    assert play(merging(*firms, on_turn="N", tiles=MOSCOW), "merge N, M-K into GR").held(P1, "GR") == 2


@proves("19.3.1")
@covers("L7")
def test_at_most_six_of_one_owner_and_ten_in_all() -> None:
    names = "N M-K M-NN StP-W R-O O-K K-K M-V K-B K-R M-B".split()
    one = merging(*(Firm(m, P1, at=200 if m == "N" else 100) for m in names[:7]), on_turn="N", tiles=MOSCOW)
    no = refused(one, f"merge {', '.join(names[:7])} into GR")
    assert (no.why, no.rule) == ("At most six minors of one owner may merge.", "19.3.1")
    owners = (P1, P2, P3, P4)
    many = merging(
        *(Firm(m, owners[n % 4], at=200 if m == "N" else 100) for n, m in enumerate(names)), on_turn="N", tiles=MOSCOW
    )
    no = refused(many, f"merge {', '.join(names)} into GR")
    assert (no.why, no.rule) == ("Ten minors at most may merge.", "19.3.1")
    assert refused(many, "merge M-K, M-NN into GR").why == "N is on turn and must be part of the merger."


@proves("19.1.1", "4.6")
@covers("T61")
def test_all_owners_must_agree() -> None:
    state = moscow((100, 90, 80), (P1, P2, P3), cash={P1: 900})
    order = "merge N, M-K, M-NN into GR"
    assert set(consents(state, parse_order(state, order))) == {P2, P3}
    no = refused(state, order, agreed=(P2,))
    assert (no.why, no.rule) == ("This needs the agreement of P3.", "4.6")
    assert play(state, order, agreed=(P2, P3)).held(P3, "GR") == 1


@proves("19.1.1")
@covers("T67")
def test_each_minor_has_its_turn_in_operating_order() -> None:
    firms = Firm("R-O", P3, at="4,6"), Firm("N", P1, at="3,5"), Firm("M-K", P2, at="4,4"), Firm("M-V", P4, at="5,6")
    state = merging(*firms, on_turn="R-O", tiles=MOSCOW, cash=dict.fromkeys((P1, P2, P3, P4), 0))
    assert state.cursor.order == ("R-O", "N", "M-V", "M-K")
    state = play(state, "pass")
    assert (state.operating, to_act(state)) == ("N", P1)
    state = play(
        state.change(cash={**state.cash, P1: 200, "(bank)": state.cash["(bank)"] - 200}), "merge N, M-K into GR"
    )
    state = done_buying(state)
    assert (state.operating, to_act(state)) == ("M-V", P4)  # the minor merged away is skipped, the others are not
    assert refused(state, "convert R-O into NW").rule == "19.1.1"
    assert play(state, "convert M-V into NW").held(P4, "NW") == 2


@proves("19.1.1")
def test_a_minor_that_can_do_neither_is_skipped() -> None:
    firms = Firm("R-O", P3, at="4,5", cash=500, trains="4"), Firm("M-V", P4, at="5,6", trains="4")
    book = Book(merging(*firms, on_turn="R-O"))
    settle(book)
    assert (book.state.operating, to_act(book.state)) == ("M-V", P4)
    site = merging(*firms, on_turn="R-O", options={"prompting": "site"})
    assert to_act(site) == P3


@proves("19.1.1")
@covers("T61", "T67")
def test_a_merged_company_does_not_convert_and_RSR_is_no_partner() -> None:
    state = done_buying(play(moscow((100, 90, 80)), "merge N, M-K into GR"))
    assert "M-K" not in state.market
    again = moscow((100, 90, 80), stations={"RSR": "E1:1"})
    assert refused(again, "merge N, RSR into GR").why == "RSR is no minor in play."


# ---------------------------------------------------------------------- what becomes of it all


@proves("19.4.5", "8.4")
@covers("T67")
def test_everything_passes_to_the_public() -> None:
    firms = (
        Firm("N", P1, at=100, cash=30, loans=2, trains="3"),
        Firm("M-K", P1, at=90, cash=12, loans=2),
        Firm("M-NN", P1, at=80, loans=2, trains="4"),
    )
    state = merging(*firms, on_turn="N", tiles=MOSCOW, privates={"MYR": "M-K"}, cash={P1: 0})
    after = play(state, "merge N, M-K, M-NN into GR")
    assert (after.cash["GR"], after.loans["GR"], after.trains_of("GR")) == (42, 6, ("3", "4"))
    assert owner(after, "MYR") == "GR"


@proves("19.5.1", "10.5")
@covers("L8", "T65")
def test_two_stations_are_kept() -> None:
    firms = Firm("R-O", P1, at="4,5"), Firm("K-B", P1, at="4,4"), Firm("StP-W", P1, at="4,3")
    book = Book(merging(*firms, on_turn="R-O", tiles={"B4": "201/5", "D14": "635/0", "E1": "641/0"}))
    # The connection is tried elsewhere; here the three stations of the example are to be chosen from.
    merge(book, Merge((Company("R-O"), Company("K-B"), Company("StP-W")), Company("GR")))
    waiting = book.state
    assert (to_act(waiting), waiting.demands[0].kind) == (P1, "stations")
    assert refused(waiting, "keep stations B4").rule == "19.5.1"
    after = play(waiting, "keep stations B4, E1")
    assert stations(after, "GR") == ["B4:0", "E1:0"]
    assert after.stations_left["GR"] == 1
    assert after.board.slots(Hex("D14"), 1) == (None,)
    assert station_price(after, "GR", Hex("C9")) == 40 * 3


@proves("19.5.1", "10.5")
@covers("L8", "T65")
def test_one_station_where_all_stand_in_one_hex() -> None:
    after = play(moscow((100, 90, 80)), "merge N, M-K into GR")
    assert stations(after, "GR") == ["H8:0"]
    assert after.stations_left["GR"] == 2
    assert after.board.slots(Hex("H8"), 0).count("GR") == 1
    assert station_price(after, "GR", Hex("K7")) == 3 * 20


@proves("19.5.1")
@covers("T65")
def test_two_hexes_if_possible() -> None:
    firms = Firm("M-V", P1, at="4,5"), Firm("K-R", P1, at="4,4"), Firm("D", P1, at="4,3")
    state = merging(*firms, on_turn="M-V", tiles=LINE)
    assert refused(state, "merge M-V, K-R, D into GR keeping I13").rule == "19.5.1"
    assert refused(state, "merge M-V, K-R, D into GR keeping I13, G15, H18").rule == "19.5.1"


@proves("19.5.1", "10.3")
@covers("T65")
def test_never_two_stations_in_one_hex() -> None:
    firms = Firm("N", P1, at="4,5"), Firm("M-NN", P1, at="4,4"), Firm("StP-W", P1, at="4,3")
    book = Book(merging(*firms, on_turn="N", tiles={"E1": "641/0"}))
    merge(book, Merge((Company("N"), Company("M-NN"), Company("StP-W")), Company("GR")))
    assert refused(book.state, "keep stations H8 city 2, H8 city 3").rule == "19.5.1"
    assert stations(play(book.state, "keep stations H8 city 3, E1"), "GR") == ["H8:2", "E1:0"]


@proves("19.5.1", "19.6.1", "4.5")
@covers("T64")
def test_stations_come_before_shares() -> None:
    firms = Firm("M-V", P1, at="4,5"), Firm("K-R", P1, at="4,4"), Firm("D", P1, at="4,3")
    state = play(merging(*firms, on_turn="M-V", tiles=LINE, cash={P1: 900}), "merge M-V, K-R, D into GR")
    assert [d.kind for d in state.demands] == ["stations"]
    assert refused(state, "take 1").rule == "4.5"
    assert [d.kind for d in play(state, "keep stations I13, H18").demands] == ["take"]


# ---------------------------------------------------------------------- purchases


@proves("19.6.1", "19.6.2", "19.6.3")
@covers("L9", "T66")
def test_shareholders_first_then_one_each() -> None:
    state = moscow((50, 50, 50), cash={P1: 900, P2: 900, P3: 900, P4: 900})
    state = play(state, "merge N, M-K, M-NN into GR")
    assert (state.price("GR"), state.directors["GR"], to_act(state)) == (100, P1, P1)
    no = refused(state, "take 5")
    assert (no.why, no.rule) == ("Nobody may hold more than 60 %.", "6.4.2")
    state = play(state, "take 1", "pass")  # P1 has three, and P2 is next
    assert to_act(state) == P2
    state = play(state, "take 3")
    assert (state.directors["GR"], state.cash["GR"], state.cash[P2]) == (P2, 400, 600)
    state = play(state, "pass")
    # Second pass, from the new director; who has just declined is not asked again at once.
    assert to_act(state) == P3
    no = refused(state, "take 2")
    assert (no.why, no.rule) == ("One share each now.", "19.6.2")
    state = play(state, "take 1", "take 1")
    assert to_act(state) == P1
    state = play(state, "take 1")
    assert [state.held(p, "GR") for p in (P1, P2, P3, P4)] == [4, 4, 1, 1]
    assert not state.demands


@proves("19.6.2")
@covers("T66")
def test_nobody_is_asked_twice_running_and_others_still_are() -> None:
    convert = merging(Firm("N", P1, at="3,6"), on_turn="N", cash={P1: 300, P2: 300, P3: 0, P4: 300})
    state = play(convert, "convert N into GR")
    assert to_act(state) == P1
    state = play(state, "take 1", "pass")
    assert to_act(state) == P2
    state = play(state, "pass")
    assert to_act(state) == P4
    poor = merging(Firm("N", P1, at="3,6"), on_turn="N", cash={P1: 0, P2: 300, P3: 0, P4: 0})
    assert to_act(play(poor, "convert N into GR")) == P2


@proves("19.6.1")
def test_the_purchases_begin_with_the_director_or_by_option_with_the_first_owner() -> None:
    owners = (P2, P1, P1)  # N, the first, is P2's; P1 directs
    rich = dict.fromkeys((P1, P2, P3, P4), 900)
    order = "merge N, M-K, M-NN into GR"
    assert to_act(play(moscow((90, 80, 70), owners, cash=rich), order)) == P1
    option = {"merger_purchases_start": "earliest_minor_owner"}
    assert to_act(play(moscow((90, 80, 70), owners, cash=rich, options=option), order)) == P2


@proves("19.6.1", "6.5.2")
def test_purchases_respect_the_certificate_limit() -> None:
    more = [Firm(m, P1, at=35) for m in "StP-W R-O O-K K-K M-V K-B K-R M-B D V T-R S-V E".split()]
    firms = Firm("N", P1, at=50), Firm("M-K", P1, at=50), Firm("M-NN", P2, at=50), *more
    state = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 900, P2: 0, P3: 0, P4: 0})
    state = play(state, "merge N, M-K, M-NN into GR")  # 13 minors and a director's certificate: two more fit
    assert refused(state, "take 3").rule == "6.5.2"
    assert play(state, "take 2").held(P1, "GR") == 4


@proves("19.6.4", "15.6.1")
@covers("L10")
def test_discards_after_the_purchases() -> None:
    firms = Firm("N", P1, at=50, trains="3 3"), Firm("M-K", P1, at=50, trains="3"), Firm("M-NN", P1, at=50, trains="4")
    state = merging(*firms, on_turn="N", tiles=MOSCOW, cash={P1: 900, P2: 0, P3: 0, P4: 0})
    state = play(state, "merge N, M-K, M-NN into GR")
    assert state.demands[0].kind == "take"
    state = play(state, "pass")
    assert (state.demands[0].kind, to_act(state)) == ("discard", P1)
    state = play(state, "discard 3")
    assert state.trains_of("(pool)") == ("3",)
    assert len(state.trains_of("GR")) == 3


@proves("19.7")
def test_a_new_public_has_not_operated() -> None:
    state = done_buying(play(moscow((100, 90, 80)), "merge N, M-K into GR"))
    assert "GR" not in state.operated


@proves("6.9.3")
def test_purchases_in_a_merger_round_do_not_move_the_card() -> None:
    state = moscow((50, 50, 50), cash={P1: 900}, priority=P4)
    assert play(state, "merge N, M-K, M-NN into GR", "take 2").priority == P4


# ---------------------------------------------------------------------- when


@proves("4.4")
@pytest.mark.parametrize(
    ("phase", "follows"), [("2", "operating"), ("3", "merger"), ("7", "merger"), ("8", "operating")]
)
@covers("L11")
def test_merger_rounds_only_in_phases_3_to_7(phase: str, follows: str) -> None:
    firm = Firm("NW" if phase == "8" else "N", P1, at="3,6", trains="7", stations="")
    turn = {"on_turn": firm.symbol, "phase": phase, "step": "privates", "number": 3, "trains": {"RSR": "7"}}
    state = position(4, firm, round="operating", **turn)
    book = Book(state)
    state.title.rounds["operating"].next(book)
    begun = [e.cursor.round for e in book.events if isinstance(e, RoundBegan)]
    assert begun[0] == follows


@proves("21.1")
def test_the_preset_sets_eight_options_and_yields_to_a_single_one() -> None:
    settled = merging(Firm("N", P1, at="3,6"), on_turn="N", options=SECOND).options
    assert (settled["merger_connection"], settled["merger_price_floor"], settled["bank_break_override"]) == (
        "chain",
        100,
        True,
    )
    own = merging(Firm("N", P1, at="3,6"), on_turn="N", options={**SECOND, "merger_price_floor": 70}).options
    assert (own["merger_price_floor"], own["merger_connection"]) == (70, "chain")
    assert len(merging(Firm("N", P1, at="3,6"), on_turn="N").title.presets["second_edition"]) == 8
