"""Operating rounds: order, income, homes, privates, track, stations and the power of P3 (sections 6 to 8, 16)."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.events import StationPlaced
from engine.game import Book, settle, to_act
from engine.moves import PlaceStation
from engine.notation import write_order
from engine.state import State
from engine.text import sentence
from engine.titles.t1882 import OPERATING, TITLE
from engine.titles.t1882.northwest import rebel_hex
from engine.titles.t1882.own import own
from engine.titles.t1882.sets import after_stock, order
from tests.engine.positions import cell, events_of, go_on, play, refused, stations
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, firm, operating, stock


def round_begins(state: State, number: int = 2, sub: int = 1) -> State:
    """A new operating round from this position."""
    book = Book(state)
    OPERATING.begin(book, number, sub)
    settle(book)
    return book.state


# ---------------------------------------------------------------------- order and income


@proves("6.2")
@covers("C1")
def test_dearest_then_furthest_right_then_top_of_the_stack() -> None:
    state = stock(
        firm("CPR", {ANN: 6}, "2,3"),
        firm("HBR", {ANN: 6}, "1,2"),
        firm("QL", {ANN: 6}, "3,4", stations=""),
        firm("GTP", {ANN: 6}, "4,5"),
        firm("CNoR", {ANN: 6}, "4,5"),
    )
    assert order(state) == ("GTP", "CNoR", "QL", "CPR", "HBR")


@proves("6.2")
@covers("C2")
def test_within_a_column_the_higher_first() -> None:
    state = stock(firm("CPR", {ANN: 6}, "7,3"), firm("HBR", {ANN: 6}, "5,3"), firm("GTP", {ANN: 6}, "6,3"))
    assert order(state) == ("HBR", "GTP", "CPR")


@proves("6.1")
@covers("C3")
def test_open_privates_pay_their_owners() -> None:
    state = stock(
        firm("HBR", {BEN: 6}, 67),
        privates={"P1": CID, "P2": BEN, "P3": "HBR", "P4": ANN, "P5": CID},
        players=3,
    )
    state = round_begins(state)
    assert [state.cash[p] for p in (ANN, BEN, CID)] == [600, 610, 630]
    assert state.cash["HBR"] == 15


@proves("3.1", "3.2")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_the_number_of_operating_rounds(phase: str, rounds: int) -> None:
    book = Book(stock(firm("HBR", {BEN: 6}, 67), phase=phase))
    after_stock(book)
    assert own(book.state).rounds == rounds and book.state.cursor.sub == 1


@proves("3.2", "13.1")
@covers("C7")
def test_a_phase_change_does_not_lengthen_the_set() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=200), step="trains", depot="3 3 3 3 4 4 4 5 5 6 6")
    state = play(state, "train 3")
    assert state.phase == "3" and own(state).rounds == 1
    state = play(state, "done")
    assert state.cursor.round == "stock" and state.cursor.number == 2


@proves("6.6", "8.7", "10.2")
@covers("C8", "T91")
def test_CN_without_a_station() -> None:
    state = round_begins(stock(firm("CN", {ANN: 6}, "5,2", cash=100, stations="")))
    assert to_act(state) == ANN and state.cursor.step == "trains"
    assert cell(state, "CN") == "5,1"
    play(state, "done")


@proves("6.4")
def test_steps_come_in_order_and_may_be_left_out() -> None:
    state = round_begins(stock(firm("GTP", {ANN: 6}, 67, cash=100)))
    assert state.cursor.step == "track"
    state = play(state, "train 2")
    assert state.trains_of("GTP") == ("2",)
    assert refused(state, "lay 57 on L8 facing 1").rule == "6.4"


@proves("6.4", "9.9")
def test_a_run_is_declared_not_passed_over() -> None:
    tiles = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}
    state = operating("HBR", firm("HBR", {ANN: 6}, 67, trains="2", cash=100), step="run", phase="3", tiles=tiles)
    assert refused(state, "pass").rule == "6.4"
    assert play(state, "run best").cursor.step != "run"


@proves("3.1", "6.1")
def test_a_round_without_companies_pays_income_and_is_over() -> None:
    state = round_begins(stock(privates={"P1": ANN}), number=1)
    assert state.cursor.round == "stock" and state.cursor.number == 2 and state.cash[ANN] == 455


# ---------------------------------------------------------------------- homes


@proves("6.5", "8.5")
@pytest.mark.parametrize(("company", "home"), [("CNoR", "D8"), ("CPR", "I5"), ("GTP", "L8"), ("HBR", "G11")])
def test_a_home_station_is_placed_by_itself(company: str, home: str) -> None:
    state = round_begins(stock(firm(company, {ANN: 6}, 67, stations="", operated=False)))
    assert stations(state, company) == [f"{home}:0"] and not state.turn.station


@proves("6.5", "8.5")
@covers("T92", "E5")
def test_QL_chooses_a_city_of_its_home() -> None:
    ql = firm("QL", {ANN: 6}, 67, stations="", operated=False)
    state = round_begins(stock(ql))
    assert to_act(state) == ANN
    assert refused(state, "token in J8").rule == "6.5"
    assert stations(play(state, "token in J10 city 2"), "QL") == ["J10:1"]
    taken = round_begins(stock(ql, stations={"HBR": "J10:0"}))
    assert refused(taken, "token in J10 city 1").rule == "6.5"
    assert stations(play(taken, "token in J10"), "QL") == ["J10:1"]


# ---------------------------------------------------------------------- privates


def buyer(phase: str = "3", **fields: object) -> State:
    return operating(
        "CPR",
        firm("CPR", {ANN: 6}, "0,3", cash=300),
        phase=phase,
        privates={"P1": BEN, "P2": BEN, "P3": BEN, "P4": BEN, "P5": BEN},
        **fields,
    )


@proves("6.7", "6.8", "6.9", "3.4")
@covers("C5")
def test_the_prices_of_privates() -> None:
    assert play(buyer(), "buy private P3 for 160").cash[BEN] == 610
    for order_ in ("buy private P3 for 161", "buy private P3 for 39", "buy private P4 for 290"):
        assert refused(buyer(), order_).rule == "6.8"
    assert refused(buyer(), "buy private P5 for 180").rule == "6.9"
    assert refused(buyer("2"), "buy private P3 for 80").rule == "6.7"
    owned = play(buyer(), "buy private P1 for 10")
    assert refused(owned, "buy private P1 for 10").rule == "6.8"


@proves("3.6")
def test_a_private_needs_the_consent_of_its_owner() -> None:
    assert refused(buyer(), "buy private P3 for 160", agreed=[CID]).rule == "3.6"
    own = operating("CPR", firm("CPR", {ANN: 6}, "0,3", cash=300), phase="3", privates={"P3": ANN})
    play(own, "buy private P3 for 160", agreed=[])


@proves("6.7", "6.10", "17.1")
@covers("C6", "T85")
def test_P2_in_phase_5() -> None:
    book = operating("CPR", firm("CPR", {ANN: 6}, "0,3", cash=300), phase="5", privates={"P2": BEN})
    assert refused(book, "buy private P2 for 100").rule == "6.7"
    recorded = operating(
        "CPR",
        firm("CPR", {ANN: 6}, "0,3", cash=300),
        phase="5",
        privates={"P2": BEN},
        options={"recorded": True},
    )
    assert "SCR" in play(recorded, "buy private P2 for 100").gone


# ---------------------------------------------------------------------- track


@proves("7.1", "7.19", "7.20", "7.6")
@covers("D1", "T93", "T94", "T95")
def test_two_yellow_tiles_and_their_rivers() -> None:
    state = operating("QL", firm("QL", {BEN: 6}, 67, cash=200, stations="J10:1"), privates={"P4": ANN})
    state = play(state, "lay 2 on I11 facing 5")
    assert state.cash["QL"] == 160 and state.cash[ANN] == 460
    state = play(state, "lay 7 on K11 facing 3")
    assert state.cash["QL"] == 100 and state.cash[ANN] == 470


@proves("7.19", "7.20")
@covers("D2")
def test_two_crossings_with_one_tile() -> None:
    state = operating(
        "CPR",
        firm("CPR", {BEN: 6}, "0,3", cash=200),
        tiles={"I5": "57/0", "K5": "8/3", "L6": "8/2", "M5": "7/4", "L4": "8/5", "J4": "9/1"},
        privates={"P4": ANN},
    )
    state = state.change(board=state.board.place("CPR", Hex("L2"), 0))
    state = play(state, "lay 57 on K3 facing 1")
    assert state.cash["CPR"] == 120 and state.cash[ANN] == 470


@proves("7.21")
@covers("D17")
def test_a_tile_that_costs_more_than_the_treasury() -> None:
    state = operating("CPR", firm("CPR", {BEN: 6}, "0,3", cash=50), tiles={"J4": "9/1"})
    state = state.change(board=state.board.place("CPR", Hex("L2"), 0))
    assert refused(state, "lay 57 on K3 facing 1").rule == "7.21"


@proves("7.19")
@covers("D3")
def test_a_river_is_paid_when_both_banks_have_track() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=200), tiles={"G11": "57/2"})
    state = play(state, "lay 9 on F10 facing 2")
    assert state.cash["HBR"] == 200
    assert play(state, "lay 8 on E9 facing 5").cash["HBR"] == 200 - 20 - 40
    bay = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=200), tiles={"G11": "57/1"})
    assert play(bay, "lay 9 on D12 facing 0").cash["HBR"] == 140


def spiritwood(cash: int, **options: object) -> State:
    """CNoR in D6, with track towards C5 and E7."""
    return operating(
        "CNoR", firm("CNoR", {BEN: 6}, 67, cash=cash, stations="D6"), tiles={"D6": "57/2"}, options=dict(options)
    )


@proves("7.22")
@covers("D4", "T88")
def test_the_bonus_is_paid_after_all_track() -> None:
    state = play(spiritwood(100), "lay 9 on C5 facing 2")
    assert state.cash["CNoR"] == 100 and state.turn.bonus == 20
    state = play(state, "lay 9 on E7 facing 2")
    assert state.cash["CNoR"] == 120


@proves("7.22", "17.1")
@covers("D5")
def test_the_bonus_cannot_pay_the_fee() -> None:
    state = play(spiritwood(0), "lay 9 on C5 facing 2")
    assert state.cash["CNoR"] == 20 and state.cursor.step != "track"
    recorded = play(spiritwood(0, recorded=True), "lay 9 on C5 facing 2")
    assert recorded.cash["CNoR"] == 20 and recorded.cursor.step == "track"
    assert play(recorded, "lay 9 on E7 facing 2").cash["CNoR"] == 20


@proves("7.1")
@covers("D6", "T95")
def test_lay_and_upgrade_do_not_mix() -> None:
    state = operating(
        "HBR", firm("HBR", {BEN: 6}, 67, cash=200), tiles={"G11": "57/1"}, phase="3", privates={"P4": "HBR"}
    )
    laid = play(state, "lay 9 on H10 facing 1")
    assert refused(laid, "lay 15 on G11 facing 1").rule == "7.1"
    upgraded = play(state, "lay 15 on G11 facing 1")
    assert refused(upgraded, "lay 9 on H10 facing 1").rule in ("7.1", "6.4")
    both = play(laid, "lay 9 on I9 facing 1")
    assert refused(both, "lay 57 on J8 facing 1").rule in ("7.1", "6.4")


@proves("7.18", "7.14")
@covers("D7")
def test_the_mountain() -> None:
    state = operating("GTP", firm("GTP", {BEN: 6}, 67, cash=200, stations="K3"), tiles={"K3": "57/0"})
    state = play(state, "lay 3 on M3 facing 2")
    assert state.cash["GTP"] == 140
    for facing in range(6):
        fresh = operating("GTP", firm("GTP", {BEN: 6}, 67, cash=200, stations="K3"), tiles={"K3": "57/0"})
        assert refused(fresh, f"lay 4 on M3 facing {facing}").rule == "7.14"


@proves("7.5", "16.1", "16.4")
@covers("D8")
def test_blocked_hexes() -> None:
    def at(owner: str, phase: str = "3") -> State:
        return operating(
            "HBR", firm("HBR", {BEN: 6}, 67, stations="G9", cash=50), phase=phase, privates={"P4": owner, "P1": ANN}
        )

    assert refused(at(ANN), "lay 57 on G9 facing 1").rule == "7.5"
    play(at("HBR"), "lay 57 on G9 facing 1")
    assert refused(at(ANN), "lay 57 on C11 facing 1").rule == "7.5"


@proves("7.7", "7.6", "7.3")
@covers("D9")
def test_home_first() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=200))
    assert refused(state, "lay 9 on H10 facing 1").rule == "7.7"
    for facing in range(6):
        play(state, f"lay 57 on G11 facing {facing}")
    state = play(state, "lay 57 on G11 facing 1", "lay 9 on H10 facing 1")
    assert state.cash["HBR"] == 180


@proves("7.2", "7.4", "7.8", "7.16")
@covers("D10")
def test_OO_hexes() -> None:
    def at(phase: str, tiles: dict[str, str] | None = None) -> State:
        return operating("GTP", firm("GTP", {BEN: 6}, 67, stations="M11:0"), phase=phase, tiles=tiles or {})

    assert refused(at("3"), "lay 57 on M11 facing 0").rule == "7.8"
    assert refused(at("2"), "lay 59 on M11 facing 0").rule == "7.2"
    play(at("3"), "lay 59 on M11 facing 0")
    assert refused(at("3", {"E5": "59/2"}), "lay 59 on M11 facing 0").rule == "7.16"
    play(at("5", {"E5": "59/2 66/2"}), "lay 59 on M11 facing 0")


@proves("7.9", "7.14")
@covers("D11")
def test_F12_takes_one_tile_only() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67), tiles={"G11": "57/1"}, phase="3")
    assert refused(state, "lay 24 on F12 facing 1").rule == "7.14"
    assert refused(state, "lay 19 on F12 facing 5").rule == "7.14"
    play(state, "lay 23 on F12 facing 3")


@proves("7.10", "7.9", "7.12")
@covers("D12")
def test_the_city_of_J10_is_turned_only_two_ways_and_keeps_its_station() -> None:
    state = operating("QL", firm("QL", {BEN: 6}, 67, stations="J10:0"), phase="3")
    for facing in (0, 2, 3, 5):
        assert refused(state, f"lay R1 on J10 facing {facing}").rule == "7.9"
    for facing in (1, 4):
        assert len(stations(play(state, f"lay R1 on J10 facing {facing}"), "QL")) == 1
    brown = operating("QL", firm("QL", {BEN: 6}, 67, stations="J10:0"), phase="5", tiles={"J10": "R1/1"})
    assert refused(brown, "lay R2 on J10 facing 0").rule == "7.9"
    assert stations(play(brown, "lay R2 on J10 facing 1"), "QL") == ["J10:0"]


@proves("7.9")
@covers("D13")
def test_towns_stay() -> None:
    state = operating("GTP", firm("GTP", {BEN: 6}, 67, stations="G3"), phase="3", tiles={"G3": "57/1", "F4": "58/1"})
    assert refused(state, "lay 14 on F4 facing 0").rule == "7.3"


@proves("7.10", "7.9")
@covers("D14")
def test_59_to_brown() -> None:
    state = operating("GTP", firm("GTP", {BEN: 6}, 67, stations="M11:0"), phase="5", tiles={"M11": "59/0"})
    fits = {("66", 0), ("66", 5), ("67", 0), ("67", 2), ("68", 2), ("68", 5)}
    for tile in ("66", "67", "68"):
        for facing in range(6):
            if (tile, facing) in fits:
                play(state, f"lay {tile} on M11 facing {facing}")
            else:
                assert refused(state, f"lay {tile} on M11 facing {facing}").rule == "7.9"


@proves("7.11")
@covers("D15")
def test_permissive() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67), phase="3", tiles={"G11": "57/0", "I11": "55/0", "E11": "9/0"})
    play(state, "lay 20 on E11 facing 0")


@proves("13.5", "7.23", "1.4")
@covers("D16", "T87")
def test_the_rebellion() -> None:
    state = operating(
        "HBR",
        firm("HBR", {BEN: 6}, 67, cash=900, stations="D4 E5:0"),
        step="trains",
        phase="5",
        depot="6 6",
        tiles={"B4": "9/0", "C5": "9/1", "D4": "57/2", "D6": "57/0", "E7": "9/0", "C3": "57/0 14/0", "E5": "59/2"},
        drawn={"rebellion": "6"},
        options={"recorded": True},
    )
    state = play(state, "train 6")
    assert sorted(state.board.changed()) == ["C3", "E5"] and own(state).risen
    assert "D4:0" in stations(state, "HBR") and state.board.supply("57") == 4
    again = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=100, stations="E5:0"), phase="6", tiles={"E5": "59/2"})
    again = play(again.change(own=state.own), "lay 57 on D4 facing 2")
    assert again.cash["HBR"] == 80 and again.turn.bonus == 20


@proves("7.13", "7.15", "7.3")
def test_lays_that_are_none() -> None:
    state = operating("HBR", firm("HBR", {BEN: 6}, 67, cash=200), tiles={"G11": "57/1"}, phase="3")
    assert refused(state, "lay 57 on D8 facing 1").rule == "7.15"
    assert refused(state, "lay 57 on H10 facing 1").rule == "7.3"
    assert refused(state, "lay 9 on J2 facing 1").rule in ("7.6", "7.14")


# ---------------------------------------------------------------------- stations


@proves("8.3", "8.1")
@covers("E1", "T90")
def test_what_stations_cost() -> None:
    prices = [TITLE.companies[c].station_prices for c in ("CPR", "QL", "SCR", "CN")]
    assert prices == [(0, 40, 100, 100), (0, 40), (0,), ()]
    tiles = {"I5": "57/1", "J4": "9/1", "K3": "57/1"}
    state = operating("CPR", firm("CPR", {BEN: 6}, "0,3", cash=140), step="station", tiles=tiles)
    assert play(state, "token in L2").cash["CPR"] == 100
    third = firm("CPR", {BEN: 6}, "0,3", cash=100, stations="I5 L2")
    assert play(operating("CPR", third, step="station", tiles=tiles), "token in K3").cash["CPR"] == 0
    poor = firm("CPR", {BEN: 6}, "0,3", cash=99, stations="I5 L2")
    assert to_act(operating("CPR", poor, step="station", tiles=tiles)) is None


def wadena(step: str = "station", **fields: object) -> State:
    """HBR in G11, joined with C11 and J10."""
    return operating(
        "HBR",
        firm("HBR", {BEN: 6}, 67, cash=200),
        firm("QL", {ANN: 6}, 60, stations="", operated=False),
        firm("GTP", {ANN: 6}, 55),
        step=step,
        tiles={"G11": "57/0 15/0", "I11": "1/0", "H10": "9/1"},
        phase="3",
        **fields,
    )


@proves("8.1", "8.4", "8.6", "8.7")
@covers("E2", "E3", "T91")
def test_one_station_a_turn_also_a_neutral_one() -> None:
    state = wadena()
    placed = play(state, "neutral token in G11")
    assert stations(placed, "CN") == ["G11:0"] and placed.cash["HBR"] == 200
    assert refused(placed, "token in J10").rule == "8.1"
    assert placed.neutrals_left["HBR"] == 0
    again = placed.change(turn=state.turn, cursor=state.cursor, neutrals_left={"HBR": 1})
    assert refused(again, "neutral token in G11").rule == "8.4"


@proves("8.6", "8.7")
@covers("T101")
def test_a_neutral_station_is_called_neutral_not_CN() -> None:
    state = wadena()
    events = events_of(state, "neutral token in G11")
    placed = next(event for event in events if isinstance(event, StationPlaced))
    assert "neutral" in sentence(placed, state) and "CN" not in sentence(placed, state)
    after = play(state, "neutral token in G11")
    assert after.board.slots(Hex("G11"), 0) == ("HBR", "neutral")
    assert write_order(PlaceStation("G11", -1, neutral=True)) == "neutral token in G11"


@proves("8.5", "8.2")
@covers("E4")
def test_a_reserved_home() -> None:
    def at(tile: str) -> State:
        return operating(
            "GTP",
            firm("GTP", {ANN: 6}, 67, cash=100, stations="J12"),
            step="station",
            phase="3",
            tiles={"G11": tile, "H12": "8/0", "J12": "57/0 14/0"},
        )

    assert refused(at("57/2"), "token in G11").rule == "8.5"
    assert refused(at("57/2"), "neutral token in G11").rule == "8.5"
    assert refused(at("57/2"), "token in J8").rule == "8.2"
    state = play(at("57/2 14/1"), "token in G11")
    assert state.board.free_slots(Hex("G11"), 0, "CPR") == 0 == state.board.free_slots(Hex("G11"), 0, "neutral")
    assert state.board.free_slots(Hex("G11"), 0, "HBR") == 1


@proves("8.5")
@covers("E5")
def test_the_two_cities_of_J10() -> None:
    state = wadena()
    state = play(state, "token in J10")
    assert stations(state, "HBR") == ["G11:0", "J10:1"] and state.cash["HBR"] == 160
    assert all(state.board.free_slots(Hex("J10"), k, "GTP") == 0 for k in (0, 1))
    assert state.board.free_slots(Hex("J10"), 0, "QL") == 1


@proves("8.4")
@covers("E6")
def test_one_station_in_a_hex() -> None:
    state = wadena()
    state = state.change(board=state.board.place("HBR", Hex("J10"), 0))
    assert refused(state, "token in J10 city 2").rule == "8.4"


# ---------------------------------------------------------------------- P3


def rebellious(step: str = "track", **fields: object) -> State:
    return operating(
        "HBR",
        firm("HBR", {BEN: 6}, 67, cash=300, **({"stations": fields.pop("stations")} if "stations" in fields else {})),
        step=step,
        phase="3",
        privates={"P3": "HBR"},
        tiles={"G11": "57/1"},
        **fields,
    )


@proves("16.3", "7.17", "1.5", "8.7", "3.4")
@covers("E7", "T89", "T92")
def test_P3_moves_the_home_station() -> None:
    state = play(rebellious(options={"recorded": True}), "move token from G11 to E5 city 2")
    assert stations(state, "CN") == ["G11:0"] and stations(state, "HBR") == ["E5:1"]
    assert refused(state, "lay 57 on D4 facing 2").rule == "16.3"
    state = play(state, "lay 59 on E5 facing 2")
    assert to_act(state) == BEN and state.demands[0].kind == "city"
    state = play(state, "token in E5 city 1")
    assert stations(state, "HBR") == ["E5:0"] and not state.turn.lays
    state = play(state, "lay 57 on D4 facing 2", "lay 57 on C3 facing 2")
    assert state.cash["HBR"] == 300 - 20 + 20 - 20 + 20


@proves("16.3")
@covers("E8")
def test_P3_refused() -> None:
    assert refused(rebellious(stations="D6"), "move token from D6 to C3").rule == "16.3"
    neutral = rebellious()
    neutral = neutral.change(board=neutral.board.lay(Hex("G11"), "15", 1).place("neutral", Hex("G11"), 0))
    assert "must stay" in refused(neutral, "move token from G11 to C3").why
    used = play(rebellious(), "move token from G11 to C3", "pass")
    assert "has been used" in refused(used, "move token from C3 to D4").why
    full = rebellious()
    full = full.change(board=full.board.place("GTP", Hex("C3"), 0))
    assert refused(full, "move token from G11 to C3").rule == "8.2"
    players = operating("HBR", firm("HBR", {BEN: 6}, 67), phase="3", privates={"P3": BEN})
    assert refused(players, "move token from G11 to C3").rule == "16.3"


@proves("16.3", "3.4")
@covers("E9", "T89")
def test_P3_late_in_the_turn_but_not_before_the_dividend() -> None:
    state = rebellious("trains", stations="G11 J8")
    late = play(state, "move token from J8 to E5 city 1", "pass")
    assert stations(late, "HBR") == ["G11:0", "E5:0"] and stations(late, "CN") == []
    ran = rebellious("dividend", turn={"ran": True, "revenue": 50})
    assert refused(ran, "move token from G11 to C3").rule == "3.4"


@proves("16.3", "17.2")
def test_CN_with_P3_moves_any_neutral_station_but_the_oldest() -> None:
    state = operating(
        "CN", firm("CN", {BEN: 6}, 67, stations=""), stations={"neutral": "G7 J8"}, phase="3", privates={"P3": "CN"}
    )
    assert "must stay" in refused(state, "move token from G7 to C3").why
    assert stations(play(state, "move token from J8 to C3"), "CN") == ["G7:0", "C3:0"]


@proves("7.17")
def test_every_station_in_a_trackless_OO_hex_gets_its_city() -> None:
    state = operating(
        "HBR", firm("HBR", {BEN: 6}, 67, stations="E5:0"), firm("SCR", {ANN: 6}, 60, stations="E5:1"), phase="3"
    )
    state = play(state, "lay 59 on E5 facing 2", "token in E5 city 2")
    assert to_act(state) == BEN
    assert refused(state, "token in E5 city 2").rule == "7.17"
    state = play(state, "token in E5 city 1")
    assert stations(state, "HBR") == ["E5:1"] and stations(state, "SCR") == ["E5:0"]


@proves("16.3", "17.3")
def test_a_turn_waits_for_the_power_that_can_still_be_used() -> None:
    state = rebellious("trains")
    state = play(state, "pass")
    assert state.cursor.step == "privates" and to_act(state) == BEN
    assert go_on(state).cursor.round == "stock"


def test_the_marked_hexes_are_those_of_the_rules() -> None:
    state = rebellious()
    marked = sorted(str(h) for h in TITLE.plan.hexes if rebel_hex(state, h))
    assert marked == ["B4", "C3", "C5", "D4", "D6", "E3", "E5", "E7", "F6"]
