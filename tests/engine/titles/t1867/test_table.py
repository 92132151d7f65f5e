"""What is on the table, the auctions and the stock rounds (sections 2 to 6, 13 and 23)."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL
from engine.game import Book, span, to_act
from engine.mechanisms.chosen_homes.steps import minor_homes, public_homes
from engine.mechanisms.minors.prices import minor_right
from engine.moves import Bid
from engine.names import Company
from engine.notation import parse_order
from engine.questions import for_sale
from engine.state import State
from tests.engine.positions import (
    P1,
    P2,
    P3,
    P4,
    Firm,
    cell,
    opening,
    owner,
    play,
    play_until,
    position,
    refused,
    stations,
)
from tests.engine.titles.proving import covers, proves

SOLD = {"C&SL": P1, "NFB": P2, "MB": P3, "QB": P4, "SCT": P1}
EMPTY = "C17 D8 D16 E13 E15 E17 F8 F16:1 G15 I15 J12 L12:0 L12:1 M9 N12 O7".split()


def trading(on_turn: str = P2, phase: str = "", *firms: Firm, **more: object) -> State:
    return position("1867", 4, *firms, round="stock", on_turn=on_turn, phase=phase, privates=SOLD, **more)  # type: ignore[arg-type]


def opened(state: State) -> State:
    """The same with the neutral markers gone, as from phase 3 on."""
    return state.change(board=state.board.release(NEUTRAL))


def named(state: State, places: object) -> list[str]:
    return [f"{h}:{k}" if len(state.board.face(h).stops) > 1 else str(h) for h, k in places]  # type: ignore[attr-defined]


@covers("A1")
@proves("2.3", "3.4", "3.5")
def test_the_state_railway_stands_in_toronto_and_two_places_are_held() -> None:
    state = opening("1867")
    assert stations(state, "CN") == ["F16:0"]
    assert state.stations_left[Company("CN")] == 7
    assert state.board.reservations() == {
        (Hex("D2"), 0): (NEUTRAL,),
        (Hex("L12"), 2): (NEUTRAL,),
    }
    assert [len(state.board.face(Hex(h)).stops) for h in ("F16", "L12", "D2")] == [2, 3, 1]
    assert {spec.stations for spec in state.title.companies.values()} == {1, 3, 8}


@covers("A3")
@proves("2.4", "2.5", "5.3")
def test_after_the_privates_the_player_left_of_the_last_buyer_puts_up_any_minor() -> None:
    state = opening("1867")
    for name, least in (("C&SL", 20), ("NFB", 30), ("MB", 40), ("QB", 50), ("SCT", 60)):
        assert state.facts.bidding is not None and (state.facts.bidding.item, state.facts.bidding.minimum) == (
            name,
            least,
        )
        state = play(state, f"bid {name} {least}", "pass", "pass", "pass")
    assert (state.cursor.round, to_act(state)) == ("stock", P2)
    minors = [c for c, spec in state.title.companies.items() if spec.kind.whole]
    assert len(minors) == 16
    for minor in minors:
        if state.title.companies[minor].from_phase == "2":
            assert parse_order(state, f"bid {minor} 100")
            play(state, f"bid {minor} 100")
    empty = play(state, "pass", "pass", "pass", "pass")
    assert (empty.cursor.round, empty.cursor.number) == ("stock", 2)
    assert empty.cash_of(P1) == state.cash_of(P1) + 2 * 40


@covers("A3")
@proves("5.2.6")
def test_a_reduced_private_goes_to_the_first_taker() -> None:
    fallen = play(opening("1867"), "pass", "pass", "pass", "pass")
    assert fallen.facts.bidding is not None and fallen.facts.bidding.minimum == 15
    taken = play(fallen, "pass", "bid C&SL 15")
    assert owner(taken, "C&SL") == P2 and to_act(taken) == P3
    auctioned = play(opening("1867", private_reduction_sale="auction"), "pass", "pass", "pass", "pass", "bid C&SL 15")
    assert owner(auctioned, "C&SL") != P1 and to_act(auctioned) == P2


@proves("5.2.6")
def test_a_reduced_private_has_one_price_that_nobody_can_raise() -> None:
    fallen = play(opening("1867"), "pass", "pass", "pass", "pass")
    assert refused(fallen, "bid C&SL 20").rule == "5.2.6"
    assert span(fallen, parse_order(fallen, "bid C&SL 15")) is None and for_sale(fallen, "C&SL")
    assert not for_sale(opening("1867"), "C&SL")
    auctioned = play(opening("1867", private_reduction_sale="auction"), "pass", "pass", "pass", "pass")
    assert not for_sale(auctioned, "C&SL") and to_act(play(auctioned, "bid C&SL 20")) == P2


@pytest.mark.parametrize(
    "line",
    ["buy C&SL", "I buy C&SL for $15", "take C&SL", "I'll take it", "je prends C&SL", "ich nehme C&SL", "C&SL 구매"],
)
def test_a_reduced_private_is_bought_in_the_words_of_a_purchase(line: str) -> None:
    fallen = play(opening("1867"), "pass", "pass", "pass", "pass")
    assert parse_order(fallen, line) == Bid("C&SL", 15)


@covers("B1", "B4")
@proves("6.7.1", "6.7.5", "3.5", "10.4")
def test_homes_of_minors_are_empty_cities_that_are_not_held() -> None:
    state = trading()
    assert named(state, minor_homes(state)) == EMPTY
    for place in ("D2", "L12 city 3", "F16 city 1"):
        assert refused(state, f"bid CV 100 in {place}").rule == "6.7.5"
    assert refused(state, "bid BBG 100 in O7").rule == "6.7.1"
    later = opened(trading(phase="3"))
    assert set(named(later, minor_homes(later))) == {*EMPTY, "D2", "L12:2"}
    assert refused(trading(phase="5"), "bid AE 100 in O7").rule == "6.7.1"


@covers("B4")
@proves("6.7.5")
def test_a_city_of_two_slots_with_one_station_is_closed_to_minors() -> None:
    state = opened(trading(P2, "3", Firm("BO", P1, at=60, stations="E17"), tiles={"E17": "201/3 207/3"}))
    assert refused(state, "bid TN 100 in E17").rule == "6.7.5"


@proves("6.7.2", "6.7.5", "6.7.9")
def test_the_home_is_named_with_the_first_bid_and_stays_whoever_wins() -> None:
    state = play(trading(), "bid CV 100 in F16", "pass", "bid CV 105", "pass", "pass")
    assert stations(state, "CV") == ["F16:1"]
    assert state.directors[Company("CV")] == P4 and state.cash_of("CV") == 105 and state.price(Company("CV")) == 50
    assert to_act(state) == P1
    asked = play(trading(), "bid CV 100")
    assert to_act(asked) == P2
    assert refused(asked, "bid CV 105").rule == "4.5"
    assert stations(play(asked, "token in L12 city 2", "pass", "pass", "pass"), "CV") == ["L12:1"]
    assert "city 1 or city 2" in refused(asked, "token in L12").why


@proves("6.7.8")
def test_no_minor_is_put_up_where_no_city_is_left() -> None:
    firms = [
        Firm(symbol, P1, at=50, stations=place)
        for symbol, place in zip("AE BO CA CS KP NO OP PM TN BBG LPS QLS SLA TGB THB".split(), EMPTY[:15], strict=True)
    ]
    firms.append(Firm("CNR", {P1: 2}, at=100, stations=EMPTY[15]))
    assert refused(trading(P2, "", *firms), "bid CV 100 in O7").rule == "6.7.1"


@proves("6.6.3", "18.2")
def test_publics_begin_in_empty_hexes_and_unconnected_ones_if_there_are_any() -> None:
    state = opened(trading(P2, "4", Firm("NO", P1, at=60, stations="L12:0")))
    places = named(state, public_homes(state, Company("CPR")))
    assert "F16:1" not in places and not any(place.startswith("L12") for place in places)
    assert refused(state, "start CPR at 70 in F16").rule == "6.6.3"
    # London (C17) is joined to Detroit by this track, so it is closed as long as there are unconnected cities.
    joined = opened(trading(P2, "4", tiles={"C17": "57/1", "B18": "58/2"}))
    assert "C17" not in named(joined, public_homes(joined, Company("CPR")))


@proves("6.6.3")
def test_where_no_unconnected_hex_is_left_any_empty_hex_will_do() -> None:
    taken = [place for place in (*EMPTY, "D2") if place not in ("C17",) and not place.startswith(("L12", "F16"))]
    firms = [
        Firm(symbol, P1, at=50, stations=place)
        for symbol, place in zip("AE BO CA CS CV KP NO OP PM TN BBG LPS QLS".split(), taken, strict=True)
    ]
    firms.append(Firm("SLA", P1, at=50, stations="L12:0"))
    state = opened(trading(P2, "4", *firms, tiles={"C17": "57/1", "B18": "58/2"}))
    assert named(state, public_homes(state, Company("CPR"))) == ["C17"]
    assert stations(play(state, "start CPR at 70 in C17"), "CPR") == ["C17:0"]


@proves("13.1", "13.2", "6.2.6", "6.9.1", "7.1.3")
def test_the_market_is_one_row_in_which_minors_stop_at_165() -> None:
    state = position(
        "1867",
        4,
        Firm("CNR", {P1: 4, P2: 3, P3: 3}, at=540),
        Firm("CPR", {P1: 5, P2: 5}, at=100),
        Firm("GTR", {P2: 2}, at=100),
        round="stock",
        on_turn=P1,
        privates=SOLD,
    )
    grid = state.market.grid
    assert [grid.price(grid.up(cell)) for cell in ((0, 0), (0, 27))] == [40, 540]
    assert [grid.price(grid.down(cell)) for cell in ((0, 0), (0, 27))] == [35, 490]
    assert grid.price(minor_right(state, (0, 15))) == 165 and grid.price(minor_right(state, (0, 14))) == 165
    assert [grid.price(c) for c in grid.cells("convert")] == [100, 110, 120, 135, 150, 165]
    assert cell(play(state, "sell 1 CNR"), "CNR") == "0,26"
    ended = play_until("operating", state, "pass", "pass", "pass", "pass")
    assert (ended.price(Company("CNR")), ended.price(Company("CPR"))) == (540, 110)
    book = Book(state)
    assert book.state.title.rounds["operating"].order(state) == ("CNR", "CPR", "GTR")  # type: ignore[attr-defined]


@proves("13.3", "21.2")
def test_the_grid_of_1861_is_an_option() -> None:
    state = position("1867", 4, Firm("AE", P1, at="2,6"), options={"grid_market": True})
    assert state.price(Company("AE")) == 135 and state.market.grid.price(minor_right(state, (2, 6))) == 150
    assert state.market.grid.price(minor_right(state, (0, 6))) == 165
    assert [spec.default for spec in state.title.options.values() if spec.name == "grid_market"] == [False]


@proves("23.1", "23.2")
@pytest.mark.parametrize(("said", "meant"), [("c&o", "C&O"), ("CO", "C&O"), ("cnr", "CNR"), ("no", "NO"), ("cs", "CS")])
def test_other_names(said: str, meant: str) -> None:
    state = trading(P2, "4", Firm("C&O", {P1: 2}, at=100, stations="O7"), Firm("CNR", {P1: 2}, at=100, stations="D8"))
    order = f"buy {said} from treasury" if meant in ("C&O", "CNR") else f"bid {said} 100"
    assert meant in parse_order(state, order).write()


@proves("23.1")
def test_a_private_may_be_called_csl() -> None:
    assert parse_order(opening("1867"), "bid CSL 20").write() == "bid C&SL 20"
