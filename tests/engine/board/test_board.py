"""Tiles, stations and kept slots of a position."""

from __future__ import annotations

import json

import pytest

from engine.board.board import Board
from engine.board.hexes import Hex
from engine.errors import Inconsistent
from tests.engine.board.recordings import plan_of

MOSCOW, KIEV, PETERSBURG, RIGA = Hex("H8"), Hex("D14"), Hex("E1"), Hex("B4")


@pytest.fixture
def russia() -> Board:
    return Board.start(plan_of("1861"))


@pytest.fixture
def prairie() -> Board:
    return Board.start(plan_of("1882"))


def test_a_change_is_a_new_board(russia: Board) -> None:
    laid = russia.lay(RIGA, "201", 0)
    assert russia.changed() == {}
    assert laid.changed() == {"B4": "201/0"}
    assert laid != russia
    assert laid == russia.lay(RIGA, "201", 0)
    assert hash(laid) == hash(russia.lay(RIGA, "201", 0))


def test_the_supply_counts_what_lies_on_the_map(russia: Board) -> None:
    assert russia.supply("201") == 3
    laid = russia.lay(RIGA, "201", 0)
    assert laid.supply("201") == 2
    assert laid.supply("9") is None
    # A replaced tile is back in the supply at once.
    assert laid.lay(RIGA, "207", 5).supply("201") == 3


@pytest.mark.parametrize(("hex_", "tiles"), [(MOSCOW, ("637", "638")), (KIEV, ("635", "636"))])
@pytest.mark.parametrize("rotation", range(6))
def test_three_stations_go_where_their_track_goes(
    russia: Board, hex_: Hex, tiles: tuple[str, str], rotation: int
) -> None:
    board = russia
    for stop, company in enumerate(("A", "B", "C")):
        board = board.place(company, hex_, stop)
    green = board.lay(hex_, tiles[0], rotation)
    for stop, company in enumerate(("A", "B", "C")):
        (where,) = green.stations(company)
        assert set(board.face(hex_).exits_of(stop)) <= set(green.face(hex_).exits_of(where[1]))
    brown = green.lay(hex_, tiles[1], rotation)
    assert [brown.stations(c) for c in "ABC"] == [((hex_, 0),)] * 3
    assert sorted(filter(None, brown.slots(hex_, 0))) == ["A", "B", "C"]


@pytest.mark.parametrize("rotation", range(6))
def test_a_kept_slot_goes_where_its_track_goes(russia: Board, rotation: int) -> None:
    green = russia.lay(MOSCOW, "637", rotation)
    kept = {c: stop for (h, stop), who in green.reservations().items() if h == MOSCOW for c in who}
    for company, edge in (("M-K", 0), ("N", 2), ("M-NN", 4)):
        assert edge in green.face(MOSCOW).exits_of(kept[company] or 0)
    brown = green.lay(MOSCOW, "638", 0)
    assert sorted(brown.reservations()[MOSCOW, 0]) == ["M-K", "M-NN", "N"]
    assert brown.free_slots(MOSCOW, 0, "GR") == 0
    assert brown.release("N").free_slots(MOSCOW, 0, "GR") == 1


def test_st_petersburg_joins_its_cities_and_wins_a_slot(russia: Board) -> None:
    brown = russia.place("StP-W", PETERSBURG, 0).lay(PETERSBURG, "641", 0)
    assert brown.slots(PETERSBURG, 0) == ("StP-W", None, None)
    assert brown.free_slots(PETERSBURG, 0, "GR") == 1
    assert brown.free_slots(PETERSBURG, 0, "RSR") == 2


def test_a_home_station_moves_into_the_tile(russia: Board) -> None:
    board = russia.place("R-O", RIGA, 0)
    assert board.free_slots(RIGA, 0, "GR") == 0
    assert board.lay(RIGA, "201", 0).stations("R-O") == ((RIGA, 0),)
    assert board.lay(RIGA, "201", 0).lay(RIGA, "207", 5).free_slots(RIGA, 0, "GR") == 1


def test_a_slot_kept_for_one_is_free_for_nobody_else(russia: Board) -> None:
    assert russia.free_slots(RIGA, 0, "GR") == 0
    assert russia.free_slots(RIGA, 0, "R-O") == 1
    assert russia.release("R-O").free_slots(RIGA, 0, "GR") == 1


def test_taking_another_companys_place_ends_the_kept_slot_in_that_hex(russia: Board) -> None:
    board = russia.place("StP-W", PETERSBURG, 0)
    assert board.free_slots(PETERSBURG, 1, "GR") == 0
    taken = board.swap("StP-W", "RSR", PETERSBURG)
    assert taken.stations("RSR") == ((PETERSBURG, 0),)
    assert taken.stations("StP-W") == ()
    assert taken.free_slots(PETERSBURG, 1, "GR") == 1


def test_a_slot_kept_anywhere_leaves_one_of_two_cities(prairie: Board) -> None:
    regina = Hex("J10")
    assert [prairie.free_slots(regina, k, "CPR") for k in (0, 1)] == [1, 1]
    one = prairie.place("CPR", regina, 0)
    assert one.free_slots(regina, 1, "GTP") == 0
    assert one.free_slots(regina, 1, "neutral") == 0
    assert one.free_slots(regina, 1, "QL") == 1
    home = one.place("QL", regina, 1)
    assert (regina, None) not in home.reservations()
    assert home.lay(regina, "R1", 1).lay(regina, "R2", 1).slots(regina, 0) == ("CPR", "QL")


def test_markers_in_a_trackless_double_city_go_where_the_player_says(prairie: Board) -> None:
    estevan = Hex("M11")
    board = prairie.place("SCR", estevan, 0).place("CPR", estevan, 1)
    assert board.lay(estevan, "59", 0).stations("SCR") == ((estevan, 0),)
    swapped = board.lay(estevan, "59", 0, {"SCR": 1, "CPR": 0})
    assert swapped.stations("SCR") == ((estevan, 1),)
    assert swapped.stations("CPR") == ((estevan, 0),)
    with pytest.raises(Inconsistent):
        board.lay(estevan, "59", 0, {"SCR": 1})


def test_a_stripped_hex_is_as_printed_and_keeps_its_marker(prairie: Board) -> None:
    board = prairie.place("CPR", Hex("D4"), 0)
    stripped = board.lay(Hex("D4"), "57", 0).strip(Hex("D4"))
    assert stripped == board
    assert stripped.supply("57") == 4
    with pytest.raises(Inconsistent):
        stripped.strip(Hex("D4"))


def test_neutral_markers_are_their_owners(prairie: Board) -> None:
    board = prairie.place("neutral", Hex("J8"), 0)
    assert board.stations("CN") == ((Hex("J8"), 0),)
    assert not board.blocks(Hex("J8"), 0, "CPR")


def test_nobody_stands_where_there_is_no_room(russia: Board) -> None:
    board = russia.place("R-O", RIGA, 0)
    with pytest.raises(Inconsistent):
        board.place("GR", RIGA, 0)
    with pytest.raises(Inconsistent):
        russia.place("GR", MOSCOW, 0).place("GR", MOSCOW, 1)


def test_stations_are_listed_in_order_of_placement(russia: Board) -> None:
    board = russia.place("GR", MOSCOW, 0).place("GR", KIEV, 0).place("GR", RIGA, 0)
    assert [h for h, _ in board.stations("GR")] == ["H8", "D14", "B4"]
    assert [h for h, _ in board.remove("GR", KIEV).place("GR", KIEV, 1).stations("GR")] == ["H8", "B4", "D14"]


def test_a_board_survives_being_written_down(prairie: Board) -> None:
    board = prairie.place("CNoR", Hex("D8"), 0).place("neutral", Hex("J10"), 1).lay(Hex("L8"), "57", 1)
    board = board.place("GTP", Hex("L8"), 0).lay(Hex("L8"), "14", 1).place("CPR", Hex("L8"), 0)
    again = Board.from_json(board.plan, json.loads(json.dumps(board.to_json())))
    assert again == board
    assert json.dumps(again.to_json()) == json.dumps(board.to_json())
    assert again.stations("CPR") == board.stations("CPR")
