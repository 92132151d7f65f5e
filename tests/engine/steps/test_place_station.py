"""Placing stations: in which city, at what price, once in a turn; and a company's first one, in its home."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.plan import NEUTRAL
from engine.errors import Illegal
from engine.events import StationPlaced
from engine.game import Book, legal_moves, settle, to_act
from engine.moves import BuyTrain, Pass, PlaceStation
from engine.names import BANK
from engine.state import State, Turn
from engine.steps.buy_trains import BuyTrains
from engine.steps.home_station import PlaceHome, open_homes
from engine.steps.place_station import PlaceStations, city_in
from tests.engine.steps.made import ANN, BEN, CROWN, NOR, PIT, SUD, events_of, forbids, play, position, refused, why

STATION = PlaceStations(price=lambda state, company, hex_: 40)
LINE = {"B2": "57/0", "D2": "9/0", "F2": "57/0"}
FAR = {**LINE, "J2": "57/0"}  # H2 is printed with track to F2 and to J2


def placing(step: PlaceStations = STATION, cash: int = 40, **named: Any) -> State:
    given = {"cash": {NOR: cash}, "tiles": LINE, "stations": {NOR: "B2", SUD: "H2:0"}, **named}
    return position(step, BuyTrains(), **given)


# ---------------------------------------------------------------------- accepted


def test_a_station_is_placed_where_a_route_leads_and_the_last_coin_pays_it() -> None:
    assert StationPlaced(NOR, "F2", 0, 40) in events_of(placing(), PlaceStation("F2"))
    after = play(placing(), PlaceStation("F2"))
    assert ("F2", 0) in after.board.stations(NOR)
    assert (after.cash_of(NOR), after.stations_left[NOR]) == (0, 1)


def test_the_last_station_may_be_placed_and_none_after_it() -> None:
    assert play(placing(left={NOR: 1}), PlaceStation("F2")).stations_left[NOR] == 0
    none = placing(left={NOR: 0})
    assert STATION.actor(none) is None
    assert forbids(STATION, none, PlaceStation("F2")) == ("no-station-left", "NOR has no station of that kind left.")


def test_everything_offered_may_be_placed() -> None:
    state = placing(tiles=FAR, stations={NOR: "B2 J2:0"}, left={NOR: 1})
    offered = list(legal_moves(state))
    assert offered == [PlaceStation("F2"), PlaceStation("H2", 0), PlaceStation("H2", 1), Pass()]
    for move in offered:
        play(state, move)


# ---------------------------------------------------------------------- refused


def test_a_coin_short_is_refused_and_where_nothing_can_be_paid_nobody_is_asked() -> None:
    dear = PlaceStations(price=lambda state, company, hex_: 40 if hex_ == "F2" else 10)
    state = placing(dear, cash=39, tiles=LINE, stations={NOR: "B2"}, left={NOR: 1})
    said = "A station in Birch (F2) costs $40; NOR has $39."
    assert why(state, PlaceStation("F2")) == ("cannot-afford-station", said)
    assert refused(state, PlaceStation("F2")).instead == ("token in H2", "pass")
    assert STATION.actor(placing(cash=40)) == ANN
    assert STATION.actor(placing(cash=39)) is None


def test_a_step_left_out_for_want_of_money_says_so() -> None:
    state = position(STATION, BuyTrains(), step="trains", cash={NOR: 39}, trains={SUD: "2"}, tiles=LINE)
    assert refused(state, PlaceStation("F2")).rule == "cannot-afford-station"


def test_one_station_is_placed_in_a_turn() -> None:
    after = play(placing(cash=400, stations={NOR: "B2"}), PlaceStation("F2"))
    assert after.cursor.step == "trains"
    assert why(after, PlaceStation("H2")) == ("one-station", "NOR has placed its station of this turn.")


def test_a_company_has_one_station_in_a_hex() -> None:
    assert why(placing(), PlaceStation("B2")) == ("marker-already-in-hex", "NOR has a station in Alder (B2) already.")
    both = placing(tiles=FAR, stations={NOR: "B2 H2:0"}, left={NOR: 1})
    assert PlaceStation("H2", 1) not in set(legal_moves(both))
    assert refused(both, PlaceStation("H2", 1)).rule == "marker-already-in-hex"


def test_a_city_no_route_leads_to_is_refused() -> None:
    assert why(placing(), PlaceStation("J2")) == ("station-not-connected", "No route of NOR leads to Dale (J2).")
    assert refused(placing(), PlaceStation("H2", 1)).rule == "station-not-connected"


def test_a_full_city_is_refused_and_named_before_one_out_of_reach() -> None:
    # Cedar's second city is free, but no route leads there: what is wrong with the first is the better answer.
    for move in (PlaceStation("H2", 0), PlaceStation("H2")):
        assert why(placing(), move) == ("city-full", "Cedar (H2) has no free slot.")


def test_what_is_wrong_with_the_city_in_reach_is_said_unless_the_other_was_named() -> None:
    state = placing(tiles={"J2": "57/0"}, stations={NOR: "J2", SUD: "H2:1"})
    assert forbids(STATION, state, PlaceStation("H2"))[0] == "city-full"
    assert forbids(STATION, state, PlaceStation("H2", 0))[0] == "station-not-connected"


def test_a_slot_kept_for_another_company_is_not_free() -> None:
    state = placing(tiles=FAR, stations={NOR: "B2 J2:0"}, left={NOR: 1})
    said = "The free slot in Elm (L2) is kept for another company."
    assert why(state, PlaceStation("L2")) == ("circle-reserved", said)


def test_of_several_open_cities_one_must_be_named() -> None:
    state = placing(tiles=FAR, stations={NOR: "B2 J2:0"}, left={NOR: 1})
    told = refused(state, PlaceStation("H2"))
    assert (told.rule, told.why) == ("no-city", "Cedar (H2) has several cities; say city 1 or city 2.")
    assert {"token in H2 city 1", "token in H2 city 2"} <= set(told.instead)
    assert ("H2", 1) in play(state, PlaceStation("H2", 1)).board.stations(NOR)


def test_where_one_of_several_cities_is_open_it_need_not_be_named() -> None:
    state = placing(tiles=FAR, stations={NOR: "B2 J2:0", SUD: "H2:0"}, left={NOR: 1})
    assert PlaceStation("H2") in set(legal_moves(state))
    assert ("H2", 1) in play(state, PlaceStation("H2")).board.stations(NOR)


@pytest.mark.parametrize(
    ("hex_", "city", "rule", "said"),
    [
        ("Z9", -1, "no-such-hex", "There is no hex Z9 on this map."),
        ("D2", -1, "no-city", "There is no large city in D2."),
        ("H2", 2, "no-city", "Cedar (H2) has no city 3."),
        ("F2", 1, "no-city", "Birch (F2) has no city 2."),
    ],
)
def test_a_city_that_is_not_on_the_map_is_refused(hex_: str, city: int, rule: str, said: str) -> None:
    assert why(placing(), PlaceStation(hex_, city)) == (rule, said)


def test_of_cities_none_of_which_fits_the_first_is_meant() -> None:
    state = placing()
    assert city_in(state, "H2", -1, lambda city: False) == ("H2", 0)
    assert city_in(state, "H2", -1, lambda city: city[1] == 1) == ("H2", 1)
    with pytest.raises(Illegal) as caught:
        city_in(state, "H2", -1, lambda city: True, several="home")
    assert caught.value.rule == "home"


# ---------------------------------------------------------------------- neutral stations


def test_a_neutral_station_costs_nothing_and_is_none_of_the_companys_own() -> None:
    state = placing(cash=0, neutrals={NOR: 1})
    assert to_act(state) == ANN and set(legal_moves(state)) == {PlaceStation("F2", -1, True), Pass()}
    after = play(state, PlaceStation("F2", -1, True))
    assert after.board.stations(NEUTRAL) == (("F2", 0),)
    assert (after.neutrals_left[NOR], after.stations_left[NOR], len(after.board.stations(NOR))) == (0, 2, 1)


def test_no_second_neutral_station_in_a_hex_and_none_more_than_there_are() -> None:
    state = placing(stations={NOR: "B2", SUD: "H2:0", NEUTRAL: "F2"}, neutrals={NOR: 1})
    said = "There is a neutral station in Birch (F2) already."
    assert forbids(STATION, state, PlaceStation("F2", -1, True)) == ("neutral-already-in-hex", said)
    assert why(placing(), PlaceStation("F2", -1, True))[0] == "no-station-left"


# ---------------------------------------------------------------------- order of asking


def test_a_station_may_be_left_out_by_saying_so_or_by_the_next_order() -> None:
    assert play(placing(), Pass()).turn == Turn()
    bought = play(placing(cash=140), BuyTrain("2", BANK, 100))
    assert bought.trains_of(NOR) == ("2",)
    assert len(bought.board.stations(NOR)) == 1


# ---------------------------------------------------------------------- the first one


HOME = PlaceHome()


def beginning(company: Any, stations: Any = None, **named: Any) -> State:
    given = {"cash": {NOR: 100, SUD: 100, PIT: 100}, "started": (NOR, SUD, PIT, CROWN), **named}
    directors = {NOR: ANN, SUD: BEN, PIT: ANN}
    return position(HOME, STATION, BuyTrains(), on_turn=company, stations=stations or {}, directors=directors, **given)


def test_a_home_of_one_city_is_taken_without_a_question_and_for_nothing() -> None:
    book = Book(beginning(NOR))
    HOME.enter(book)
    assert book.events == [StationPlaced(NOR, "B2", 0, 0, home=True)]
    assert (book.state.cash_of(NOR), book.state.turn.station) == (100, False)
    assert HOME.actor(book.state) is None


def test_the_round_goes_past_a_home_that_needs_no_question() -> None:
    book = Book(beginning(NOR))
    HOME.enter(book)
    settle(book)
    assert (book.state.operating, book.state.cursor.step) == (NOR, "trains")


def test_a_home_of_two_cities_is_asked_and_the_first_turns_station_is_still_to_come() -> None:
    state = beginning(SUD)
    book = Book(state)
    HOME.enter(book)
    assert not book.events and to_act(state) == BEN
    assert list(legal_moves(state)) == [PlaceStation("H2", 0), PlaceStation("H2", 1)]
    assert StationPlaced(SUD, "H2", 1, 0, home=True) in events_of(state, PlaceStation("H2", 1))
    after = play(state, PlaceStation("H2", 1))
    assert after.board.stations(SUD) == (("H2", 1),) and not after.turn.station


def test_the_city_of_a_home_must_be_named_where_two_are_free() -> None:
    told = refused(beginning(SUD), PlaceStation("H2"))
    assert told.why == "Cedar (H2) has several cities; say city 1 or city 2."
    assert set(told.instead) == {"token in H2 city 1", "token in H2 city 2"}


def test_a_city_others_have_filled_is_no_home_and_the_other_need_not_be_named() -> None:
    state = beginning(SUD, {NOR: "H2:0"})
    assert open_homes(state, SUD) == (("H2", 1),)
    assert list(legal_moves(state)) == [PlaceStation("H2")]
    assert why(state, PlaceStation("H2", 0)) == ("home", "SUD begins in a free city of H2.")
    assert play(state, PlaceStation("H2")).board.stations(SUD) == (("H2", 1),)


def test_no_company_begins_outside_its_home() -> None:
    told = refused(beginning(SUD), PlaceStation("F2"))
    assert (told.rule, told.why) == ("home", "SUD begins in a free city of H2.")


def test_a_first_station_can_not_be_left_out() -> None:
    assert refused(beginning(SUD), BuyTrain("2", BANK, 100)).rule == "order"
    assert refused(beginning(SUD), Pass()).rule == "order"


def test_only_a_company_with_a_home_in_its_first_turn_is_asked() -> None:
    assert HOME.actor(beginning(SUD, {SUD: "H2:0"})) is None
    assert HOME.actor(beginning(SUD, operated=[SUD])) is None
    assert HOME.actor(beginning(CROWN)) is None
    book = Book(beginning(NOR, operated=[NOR]))
    HOME.enter(book)
    assert not book.events
