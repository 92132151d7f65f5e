"""Operating rounds up to the stations: order, income, privates, redemption, track, stations (sections 7 to 10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.hexes import Hex
from engine.errors import Refused
from engine.game import consents, legal_moves, to_act
from engine.moves import LayTile
from engine.names import BANK, POOL, TREASURY
from engine.notation import parse_order
from engine.state import State
from engine.steps.station_prices import by_distance as station_price
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

SAMARA = {"L12": "57/1 14/1", "M11": "9/1", "N10": "202/1 207/1"}


def operating(*firms: Firm, on_turn: str, phase: str = "2", step: str = "track", **more: Any) -> State:
    return position(4, *firms, round="operating", on_turn=on_turn, phase=phase, step=step, number=3, **more)


def lays(state: State, hex_: str) -> set[tuple[str, int]]:
    return {(m.tile, m.facing) for m in legal_moves(state) if isinstance(m, LayTile) and m.hex == hex_}


def exits(state: State, hex_: str, tile: str, facing: int) -> tuple[int, ...]:
    return state.board.lay(Hex(hex_), tile, facing).face(Hex(hex_)).exits


# ---------------------------------------------------------------------- order and income


@proves("7.1.2", "7.1.3", "7.1.5")
@covers("D1")
def test_operating_order() -> None:
    state = operating(
        Firm("GR", P1, at="0,10"),
        Firm("R-O", P1, at="5,5"),
        Firm("K-B", P1, at="4,5"),
        Firm("M-K", P2, at="5,6"),
        Firm("N", P3, at="4,6"),
        Firm("M-V", P3, at="5,6"),
        on_turn="N",
    )
    assert state.cursor.order == ("N", "M-K", "M-V", "K-B", "R-O", "GR", "RSR")


@proves("7.1.4")
@covers("D2")
def test_the_order_stands_when_prices_move() -> None:
    state = operating(
        Firm("N", P1, at="5,5", trains="2"),
        Firm("M-K", P2, at="5,5", trains="2"),
        Firm("R-O", P3, at="6,3", trains="2"),
        on_turn="M-K", step="run", turn={"ran": True, "revenue": 60},
    )  # fmt: skip
    assert state.cursor.order[:3] == ("N", "M-K", "R-O")
    state = go_on(state)
    assert cell(state, "M-K") == "5,6"  # now dearer than N, which has operated before it
    assert state.cursor.order[:3] == ("N", "M-K", "R-O")
    assert OPERATING.order(state)[:3] == ("M-K", "N", "R-O")
    assert play(state, "done").operating == "R-O"


@proves("7.1.1")
@covers("D3")
def test_income_comes_before_the_first_turn() -> None:
    state = position(
        4, Firm("M-K", P1, at=100, cash=50, trains="3"), round="stock", on_turn=P1, phase="4",
        privates={"MYR": "M-K", "TSR": P2, "WVR": "RSR"}, cash={P1: 0, P2: 0, P3: 0, P4: 0, "RSR": 5},
    )  # fmt: skip
    state = go_on(state)
    assert (state.cursor.round, state.operating, state.cursor.step) == ("operating", "M-K", "track")
    assert (state.cash["M-K"], state.cash[P2], state.cash["RSR"], state.cash[P1]) == (70, 10, 35, 0)


@proves("7.2")
def test_steps_come_in_order_and_are_not_made_up_for() -> None:
    state = operating(
        Firm("NW", {P1: 5, POOL: 2}, at=100, cash=600, trains="2", stations="H8:1"), on_turn="NW", step="redeem"
    )
    state = play(state, "run best")  # redemption, track and station are left out
    assert (state.cursor.step, state.turn.revenue) == ("dividend", 80)
    assert refused(state, "lay 4 on H10 facing 0").rule == "7.2"
    assert refused(state, "redeem 1").rule == "7.2"
    state = play(state, "pay")
    assert state.cursor.step == "trains"
    settled = refused(state, "half")
    assert (settled.why, settled.rule) == ("The earnings of NW in this turn are settled.", "12.2.1")


@proves("7.2")
def test_done_leaves_out_what_may_be_left_out() -> None:
    firms = Firm("N", P1, at="5,5", cash=90, trains="2"), Firm("M-K", P2, at="6,3", cash=90, trains="2")
    state = operating(*firms, on_turn="N")
    no = refused(state, "done")
    assert (no.why, no.rule) == ("The turn is not over: the operating company runs its trains.", "7.2")
    state = play(operating(*firms, on_turn="N", step="trains"), "done")
    assert state.operating == "M-K"
    trainless = operating(Firm("N", P1, at="5,5", cash=190), on_turn="N", step="trains")
    assert refused(trainless, "done").rule == "15.5.1"


# ---------------------------------------------------------------------- privates and shares


@proves("7.5.1", "4.6")
@covers("D4")
def test_a_company_buys_a_private() -> None:
    state = operating(Firm("M-V", P1, at=100, cash=80, trains="2"), on_turn="M-V", phase="3", privates={"MRR": P2})
    order = "buy private MRR for 75"
    assert consents(state, parse_order(state, order)) == (P2,)
    no = refused(state, order, agreed=())
    assert (no.why, no.rule) == ("This needs the agreement of P2.", "4.6")
    after = play(state, order, agreed=(P2,))
    assert owner(after, "MRR") == "M-V"
    assert (after.cash["M-V"], after.cash[P2]) == (5, state.cash[P2] + 75)
    assert play(state, "buy private MRR for 1").cash["M-V"] == 79


@proves("7.5.1", "7.5.2", "8.1")
@covers("D4")
def test_private_sales_that_are_refused() -> None:
    firms = Firm("M-V", P1, at=100, cash=80, trains="2"), Firm("M-K", P3, at=80, trains="2")
    held = {"MRR": P2, "BSS": "M-K", "TSR": P1}
    state = operating(*firms, on_turn="M-V", phase="3", privates=held)
    no = refused(state, "buy private MRR for 76")
    assert (no.why, no.rule) == ("MRR costs R1 to R75.", "7.5.1")
    assert refused(state, "buy private BSS for 20").rule == "7.5.1"
    phase2 = operating(*firms, on_turn="M-V", phase="2", privates=held)
    assert (refused(phase2, "buy private MRR for 50").rule) == "7.5.1"
    phase6 = operating(*firms, on_turn="M-V", phase="6", privates=held)
    assert refused(phase6, "buy private MRR for 50").rule == "7.5.1"
    poor = operating(Firm("M-V", P1, at=100, cash=40), on_turn="M-V", phase="3", privates=held)
    no = refused(poor, "buy private MRR for 50")
    assert (no.why, no.rule) == ("M-V has R40, and may not borrow for this.", "7.5.2")


@proves("4.6")
def test_nobody_needs_to_agree_with_himself() -> None:
    state = operating(Firm("M-V", P1, at=100, cash=80), on_turn="M-V", phase="3", privates={"TSR": P1})
    after = play(state, "buy private TSR for 30", agreed=())
    assert (after.cash["M-V"], after.cash[P1]) == (50, state.cash[P1] + 30)


@proves("7.5.1")
@pytest.mark.parametrize("step", ["track", "run", "privates-before-interest", "trains"])
def test_a_private_is_bought_at_any_time_of_the_turn(step: str) -> None:
    firm = Firm("N", P1, at=100, cash=280, trains="2", loans=1)
    state = operating(firm, on_turn="N", phase="3", step=step, privates={"TSR": P1})
    assert owner(play(state, "buy private TSR for 30"), "TSR") == "N"


@proves("7.5.1", "14.1")
@covers("T33")
def test_a_private_may_be_bought_before_the_interest() -> None:
    firm = Firm("N", P1, at="5,5", cash=80, trains="2", loans=2)
    state = operating(
        firm, Firm("M-K", P2, at="6,3", trains="2"), on_turn="N", phase="3", step="run", privates={"MRR": P2},
        turn={"ran": True, "revenue": 0},
    )  # fmt: skip
    state = go_on(state)
    assert (state.cursor.step, state.cash["N"]) == ("privates-before-interest", 80)
    state = play(state, "buy private MRR for 75", "pass")  # 5 left for an interest of 10, and no loan to take
    assert "N" not in state.market
    assert owner(state, "MRR") == "RSR"


@proves("7.4.1")
@covers("T49")
def test_a_public_redeems_with_cash_before_anything_else() -> None:
    state = operating(
        Firm("NW", {P1: 4, POOL: 3}, at=100, cash=250, trains="2", stations="H8:1"), on_turn="NW", step="redeem"
    )
    after = play(state, "redeem 2")
    assert (after.held(POOL, "NW"), after.held(TREASURY, "NW"), after.cash["NW"]) == (1, 5, 50)
    assert (after.price("NW"), after.cursor.step) == (100, "track")
    assert refused(after, "redeem 1").why == "NW has redeemed shares in this turn."
    no = refused(state, "redeem 3")  # no loan for this
    assert (no.why, no.rule) == ("NW can redeem 1 to 2 shares, from the pool and with cash.", "7.4.1")
    minor = operating(Firm("N", P1, at=100, cash=250), on_turn="N")
    assert refused(minor, "redeem 1").rule == "7.2"


@proves("7.4.1")
@covers("T49")
def test_nobody_is_asked_where_there_is_nothing_to_redeem() -> None:
    state = position(
        4, Firm("NW", {P1: 5}, at=100, cash=250, trains="2", stations="H8:1"), round="stock", on_turn=P1,
        cash=dict.fromkeys((P1, P2, P3, P4), 0), phase="5",
    )  # fmt: skip
    assert go_on(state).cursor.step == "track"


@proves("7.3.1")
@covers("T37")
def test_no_player_pays_for_a_company() -> None:
    firms = Firm("N", P1, at=100, cash=5), Firm("M-K", P2, at=90, trains="2 2")
    state = operating(*firms, on_turn="N", step="trains", cash={P1: 900})
    no = refused(state, "train 2")
    assert (no.why, no.rule) == ("A 2-train costs R100; N can pay R95.", "15.5.2")


# ---------------------------------------------------------------------- track: how much, where, at what price


@proves("9.1.1", "9.4.1", "9.4.5")
@covers("E1")
def test_two_yellow_tiles_and_a_first_run() -> None:
    state = operating(Firm("M-NN", P1, at="4,4", cash=200, trains="2"), on_turn="M-NN")
    state = play(state, "lay 8 on I7 facing 5")
    assert state.cash["M-NN"] == 200
    state = play(state, "lay 8 on J8 facing 2")
    assert state.cash["M-NN"] == 180
    state = play(state, "run 2: H8-I7-J8-K7")
    assert state.last_run["M-NN"] == 70
    assert state.cash["M-NN"] == 215


@proves("9.4.4", "9.4.3", "9.4.1", "9.4.6")
@covers("E2")
def test_Riga_first() -> None:
    state = operating(Firm("R-O", P1, at=100, cash=200), on_turn="R-O")
    no = refused(state, "lay 9 on B6 facing 0")
    assert (no.why, no.rule) == ("R-O has no track yet and must begin in Riga (B4).", "9.4.4")
    assert {m.hex for m in legal_moves(state) if isinstance(m, LayTile)} == {"B4"}
    assert lays(state, "B4") == {("201", 0), ("201", 4), ("201", 5), ("202", 4), ("202", 5), ("621", 1), ("621", 4)}
    assert (
        refused(state, "lay 57 on B4 facing 1").why
        == "Riga (B4) takes tiles with the label Y; 57 is one without a label."
    )
    no = refused(state, "lay 201 on B4 facing 2")
    assert (no.why, no.rule) == (
        "Tile 201 at rotation 2 would run NW and N out of Riga (B4), where no track can go.",
        "9.4.3",
    )
    assert stations(play(state, "lay 201 on B4 facing 4"), "R-O") == ["B4:0"]


@proves("9.4.4")
def test_a_trackless_station_binds_only_while_none_has_track() -> None:
    both = Firm("NW", P1, at=100, cash=500, stations="H8:1 L12")
    state = operating(both, on_turn="NW", phase="3")
    assert lays(state, "L12")
    assert lays(state, "H6") == set()  # N's city of Moscow leads north-west, to printed track
    assert lays(state, "H8")
    assert (
        refused(operating(Firm("NW", P1, at=100, stations="L12"), on_turn="NW"), "lay 9 on L10 facing 0").rule
        == "9.4.4"
    )


@proves("9.4.2")
@pytest.mark.parametrize(("hex_", "tile"), [("E3", "9"), ("H6", "9"), ("I5", "58"), ("I9", "9"), ("J10", "9")])
@covers("E3", "T25")
def test_five_hexes_are_closed_until_phase_3(hex_: str, tile: str) -> None:
    firms = Firm("N", P1, at=100, cash=200), Firm("M-K", P1, at=90)
    assert refused(operating(*firms, on_turn="N"), f"lay {tile} on {hex_} facing 0").rule == "9.4.2"
    open_ = operating(*firms, on_turn="N", phase="3")
    assert refused(open_, f"lay {tile} on {hex_} facing 0").rule == "9.4.5"  # open now, only out of N's reach


@proves("9.4.2", "9.6.1")
@covers("E3")
def test_Yaroslavl_costs_20_in_phase_3() -> None:
    state = operating(Firm("M-NN", P1, at=100, cash=50), on_turn="M-NN", phase="3", tiles={"I7": "8/1"})
    # I7 joins SW and N; Yaroslavl lies to the north.
    assert play(state, "lay 58 on I5 facing 0").cash["M-NN"] == 30


@proves("9.4.5")
@covers("E4")
def test_a_tile_extends_the_network() -> None:
    state = operating(Firm("N", P1, at=100, cash=200), on_turn="N")
    assert refused(state, "lay 9 on H4 facing 0").rule == "9.4.5"
    beside = operating(Firm("M-NN", P1, at=100, cash=200), on_turn="M-NN")
    assert refused(beside, "lay 9 on I7 facing 0").rule == "9.4.5"  # N and S; M-NN comes from the south-west
    assert play(beside, "lay 9 on I7 facing 1").board.tile(Hex("I7")) == ("9", 1)


@proves("9.6.1", "9.7.1", "8.1", "8.2", "8.3", "8.5")
@covers("E5")
def test_track_on_loans() -> None:
    kiev = {"C13": "8/3"}
    state = operating(Firm("K-B", P1, at=100, cash=30, trains="2"), on_turn="K-B", tiles=kiev)
    after = play(state, "lay 9 on C11 facing 0")
    assert (after.loans["K-B"], after.cash["K-B"]) == (2, 40)
    full = operating(Firm("K-B", P1, at=100, cash=30, loans=2), on_turn="K-B", tiles=kiev)
    no = refused(full, "lay 9 on C11 facing 0")
    assert (no.why, no.rule) == ("This costs R80; K-B can raise R30.", "9.7.1")
    second = operating(Firm("K-B", P1, at=100, cash=30, trains="2"), on_turn="K-B", tiles=kiev, turn={"lays": ("C15",)})
    after = play(second, "lay 9 on C11 facing 0")
    assert (after.loans["K-B"], after.cash["K-B"]) == (2, 20)


@proves("8.2")
@covers("E6")
def test_no_loan_without_need() -> None:
    state = operating(Firm("K-B", P1, at=100, cash=80, trains="2"), on_turn="K-B", tiles={"C13": "8/3"})
    after = play(state, "lay 9 on C11 facing 0")
    assert (after.loans_of("K-B"), after.cash["K-B"]) == (0, 0)
    for order in ("loan", "loan 1", "borrow 2"):
        refused(state, order)


@proves("8.2", "8.3")
def test_only_as_many_loans_as_needed() -> None:
    state = operating(Firm("K-B", P1, at=100, cash=35, trains="2"), on_turn="K-B", tiles={"C13": "8/3"})
    after = play(state, "lay 9 on C11 facing 0")
    assert (after.loans["K-B"], after.cash["K-B"]) == (1, 0)


@proves("9.1.1", "9.1.2", "9.1.3", "9.6.4")
@covers("E7", "T21")
def test_one_upgrade_two_tiles_never_the_same_hex() -> None:
    firm = Firm("M-NN", P1, at=100, cash=400, trains="3")
    state = operating(firm, on_turn="M-NN", phase="3", tiles={"I7": "9/1", "J6": "9/1"})
    up = play(state, "lay 23 on I7 facing 1")
    assert up.cash["M-NN"] == 400
    both = play(up, "lay 9 on J8 facing 2")
    assert both.cash["M-NN"] == 380
    no = refused(up, "lay 24 on J6 facing 1")
    assert (no.why, no.rule) == ("No further tile may be upgraded in this turn.", "9.1.1")
    assert refused(both, "lay 9 on K5 facing 1").rule == "9.1.1"  # there is no third
    laid = play(state, "lay 9 on K5 facing 1")
    assert refused(laid, "lay 23 on K5 facing 1").rule == "9.1.2"
    assert play(laid, "lay 23 on I7 facing 1").cash["M-NN"] == 380
    assert play(laid, "lay 9 on L4 facing 1").cash["M-NN"] == 380


# ---------------------------------------------------------------------- upgrades


@proves("9.5.1", "9.5.6")
@covers("E8")
def test_old_track_is_kept() -> None:
    state = operating(Firm("M-V", P1, at=100, cash=100), on_turn="M-V", phase="3", tiles={"I13": "57/0"})
    assert lays(state, "I13") == {
        ("14", 0), ("14", 2), ("14", 3), ("14", 5), ("15", 0), ("15", 3), ("619", 0), ("619", 3)
    }  # fmt: skip
    no = refused(state, "lay 14 on I13 facing 1")
    assert no.rule == "9.5.1"
    assert no.why.startswith("Tile 14 at rotation 1 does not keep the track of Voronezh (I13) in place.")
    assert refused(state, "lay 207 on I13 facing 0").rule == "9.5.6"


@proves("9.5.2")
@covers("E9")
def test_new_plain_track_must_be_reached() -> None:
    state = operating(Firm("M-NN", P1, at=100, cash=100), on_turn="M-NN", phase="3", tiles={"I7": "9/1"})
    assert play(state, "lay 23 on I7 facing 1").board.tile(Hex("I7")) == ("23", 1)
    no = refused(state, "lay 23 on I7 facing 4")
    assert (no.why, no.rule) == ("None of the track that tile 23 adds to I7 would be reached by M-NN.", "9.5.2")


@proves("9.5.3")
@covers("E9")
def test_a_city_is_upgraded_from_one_of_its_stations() -> None:
    state = operating(Firm("K-B", P1, at=100, cash=0), on_turn="K-B", phase="3")
    after = play(state, "lay 635 on D14 facing 0")
    assert after.cash["K-B"] == 0
    # Track that was there already is enough for a city: K-B's city keeps its one exit.
    own = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="3", tiles={"I13": "57/0"})
    assert ("14", 0) in lays(own, "I13")


@proves("9.5.4")
def test_a_town_needs_new_track_in_reach() -> None:
    # The town is reached, so whatever track the new tile adds to it is reached as well.
    tula = operating(Firm("M-K", P1, at=100), on_turn="M-K", phase="3", tiles={"H10": "4/0"})
    assert {"87", "88", "204"} == {tile for tile, _ in lays(tula, "H10")}
    far = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="3", tiles={"H10": "4/0", "I13": "57/0"})
    assert refused(far, "lay 87 on H10 facing 0").rule == "9.4.5"
    # From the hex beside it new track would meet the network only where the town tile has none: not enough.
    beside = operating(Firm("M-K", P1, at=100), on_turn="M-K", phase="3", tiles={"H10": "3/0"})
    assert lays(beside, "H10")
    assert all(3 in exits(beside, "H10", *lay) for lay in lays(beside, "H10"))
    assert refused(beside, "lay 87 on H10 facing 4").rule == "9.4.5"


@proves("9.2.1")
def test_colours_come_with_phases_one_step_at_a_time() -> None:
    for phase, rule in (("2", "9.2.1"), ("3", None)):
        state = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase=phase, tiles={"I13": "57/0"})
        if rule:
            assert refused(state, "lay 14 on I13 facing 0").rule == rule
        else:
            assert ("14", 0) in lays(state, "I13")
    green = {"I13": "57/0 14/0"}
    assert (
        refused(
            operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="4", tiles=green), "lay 63 on I13 facing 0"
        ).rule
        == "9.2.1"
    )
    assert ("63", 0) in lays(operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles=green), "I13")
    yellow = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles={"I13": "57/0"})
    no = refused(yellow, "lay 63 on I13 facing 0")
    assert (no.why, no.rule) == ("Voronezh (I13) is yellow, so it takes a green tile; 63 is brown.", "9.2.1")
    moscow = {"H8": "637/0 638/0"}
    assert not lays(operating(Firm("M-K", P1, at=100), on_turn="M-K", phase="5", tiles=moscow), "H8")
    assert ("639", 0) in lays(operating(Firm("M-K", P1, at=100), on_turn="M-K", phase="6", tiles=moscow), "H8")


@proves("9.6.2")
@pytest.mark.parametrize(("tiles", "tile", "cost"), [({}, "635", 0), ({"D14": "635/0"}, "636", 40)])
@covers("E10", "T27")
def test_only_brown_Kiev_costs_something(tiles: dict[str, str], tile: str, cost: int) -> None:
    state = operating(Firm("K-B", P1, at=100, cash=50), on_turn="K-B", phase="5", tiles=tiles)
    assert play(state, f"lay {tile} on D14 facing 0").cash["K-B"] == 50 - cost


@proves("9.6.2", "9.6.1")
@covers("E10")
def test_Kazan_costs_40_once() -> None:
    yellow = operating(Firm("NW", P1, at=100, cash=50, stations="M7"), on_turn="NW", phase="3")
    laid = play(yellow, "lay 57 on M7 facing 0")
    assert laid.cash["NW"] == 10
    green = operating(Firm("NW", P1, at=100, cash=50, stations="M7"), on_turn="NW", phase="3", tiles={"M7": "57/0"})
    assert play(green, "lay 14 on M7 facing 0").cash["NW"] == 50


@proves("9.6.3", "9.6.4")
@pytest.mark.parametrize(
    ("price", "lays_before", "left"), [(0, (), 50), (0, ("J8",), 30), (20, (), 30), (20, ("J8",), 10)]
)
@covers("E11")
def test_Nizhnii_Novgorod_by_option(price: int, lays_before: tuple[str, ...], left: int) -> None:
    state = operating(
        Firm("NW", P1, at=100, cash=50, stations="K7"), on_turn="NW", phase="3",
        options={"nizhnii_green_cost": price}, turn={"lays": lays_before},
    )  # fmt: skip
    assert play(state, "lay 207 on K7 facing 4").cash["NW"] == left


@proves("9.5.7")
@covers("E12", "T22")
def test_most_exits_for_a_brown_city() -> None:
    voronezh = {"I13": "57/0 14/0"}
    state = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles=voronezh)
    assert {tile for tile, _ in lays(state, "I13")} == {"63"}
    no = refused(state, "lay 611 on I13 facing 0")
    assert no.rule == "9.5.7"
    elsewhere = {"L12": "57/0 14/0 63/0", "M7": "57/0 15/0 63/0", "E9": "57/1 619/1 63/0", **voronezh}
    used = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles=elsewhere)
    assert {tile for tile, _ in lays(used, "I13")} == {"611"}
    ufa = operating(Firm("NW", P1, at=100, stations="P8"), on_turn="NW", phase="5", tiles={"P8": "57/0 14/0"})
    assert lays(ufa, "P8") == {("611", 0)}


@proves("9.5.7", "9.5.5", "9.3.1")
@covers("E13")
def test_Riga_takes_801() -> None:
    riga = operating(Firm("R-O", P1, at=100), on_turn="R-O", phase="5", tiles={"B4": "201/4 207/4"})
    assert lays(riga, "B4") == {("801", 4)}
    assert refused(riga, "lay 623 on B4 facing 0").rule == "9.4.3"
    yellow = operating(Firm("R-O", P1, at=100), on_turn="R-O", phase="5", tiles={"B4": "201/4"})
    assert {tile for tile, _ in lays(yellow, "B4")} == {"207"}
    samara = operating(Firm("S-V", P1, at=100), on_turn="S-V", phase="5", tiles={"N10": "201/0 207/0"})
    assert {tile for tile, _ in lays(samara, "N10")} == {"623"}


@proves("9.5.6", "23.3")
@covers("E14", "T26")
def test_Kharkov_has_a_grey_tile_of_its_own() -> None:
    brown = "201/0 207/0 623/0"
    kharkov = operating(Firm("K-R", P1, at=100), on_turn="K-R", phase="6", tiles={"G15": brown})
    after = play(kharkov, "lay 640 on G15 facing 0")
    stop = after.board.face(Hex("G15")).stops[0]
    assert (stop.value("grey"), stop.slots) == (60, 3)
    samara = operating(Firm("S-V", P1, at=100), on_turn="S-V", phase="6", tiles={"N10": brown})
    assert refused(samara, "lay 640 on N10 facing 0").rule == "9.5.6"
    assert ("621", 1) in lays(operating(Firm("K-R", P1, at=100), on_turn="K-R"), "G15")


@proves("9.5.9", "9.5.8", "3.5")
@covers("E15", "T70")
def test_grey_Moscow_brings_the_state_railway() -> None:
    firms = Firm("M-K", P1, at=100), Firm("N", P2, at=90), Firm("M-NN", P3, at=80)
    moscow = {"H8": "637/0 638/0"}
    state = operating(*firms, on_turn="M-K", phase="6", tiles=moscow, stations={"RSR": "E1:1"})
    after = play(state, "lay 639 on H8 facing 0")
    assert stations(after, "RSR") == ["E1:1", "H8:0"]
    assert after.board.slots(Hex("H8"), 0) == ("M-K", "N", "M-NN", "RSR")
    assert after.board.face(Hex("H8")).stops[0].value("grey") == 100
    there = operating(firms[0], on_turn="M-K", phase="6", tiles=moscow, stations={"RSR": "H8"})
    assert stations(play(there, "lay 639 on H8 facing 0"), "RSR") == ["H8:0"]


@proves("9.3.1")
@covers("E16")
def test_tiles_run_out_and_come_back() -> None:
    two = {"L12": "57/0 619/0", "M7": "57/0 619/0", "I13": "57/0"}
    state = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles=two)
    no = refused(state, "lay 619 on I13 facing 0")
    assert (no.why, no.rule) == ("No tile 619 is left; all 2 of them lie on the map.", "9.3.1")
    back = operating(Firm("M-V", P1, at=100), on_turn="M-V", phase="5", tiles={**two, "L12": "57/0 619/0 63/0"})
    assert ("619", 0) in lays(back, "I13")
    assert [state.board.supply(tile) for tile in ("7", "8", "9")] == [None, None, None]


@proves("9.4.3")
@covers("E17")
def test_no_track_into_the_sea() -> None:
    state = operating(
        Firm("O-K", P1, at=100), on_turn="O-K", tiles={"D20": "201/3", "E19": "9/1"}
    )  # Odessa N and NE; F20 lies beyond
    assert [refused(state, f"lay 9 on F20 facing {f}").rule for f in range(3)] == ["9.4.3"] * 3
    vilna = operating(Firm("StP-W", P1, at=100), on_turn="StP-W")
    assert play(vilna, "lay 4 on B8 facing 1").board.tile(Hex("B8")) == ("4", 1)
    assert refused(vilna, "lay 3 on B8 facing 2").rule == "9.4.3"


@proves("9.5.8")
@covers("T23")
def test_separate_cities_keep_their_stations() -> None:
    firms = Firm("M-K", P1, at=100), Firm("N", P2, at=90), Firm("M-NN", P3, at=80)
    state = operating(*firms, on_turn="M-K", phase="5")
    green = play(state, "lay 637 on H8 facing 0")
    assert [stations(green, c) for c in ("M-K", "N", "M-NN")] == [["H8:0"], ["H8:1"], ["H8:2"]]
    brown = operating(*firms[:2], on_turn="M-K", phase="4", tiles={"H8": "637/0 638/0"})
    assert brown.board.slots(Hex("H8"), 0)[:2] == ("M-K", "N")
    assert brown.board.reservations()[Hex("H8"), 0] == ("M-NN",)


@proves("9.5.2")
@covers("T22")
def test_plain_track_is_free_to_take_any_upgrade() -> None:
    tiles = {"I7": "9/1", "I5": "58/0"}
    firms = Firm("M-NN", P1, at=100), Firm("NW", P1, at=100, stations="H8:0")
    state = operating(*firms, on_turn="M-NN", phase="3", tiles=tiles)
    # One curve more or two: a town or a plain hex may take the lesser tile.
    assert {"23", "24", "26"} <= {tile for tile, _ in lays(state, "I7")}


@covers("T28")
def test_the_names_on_the_map() -> None:
    plan = operating(Firm("N", P1, at=100), on_turn="N").title.plan
    assert plan.hexes[Hex("P2")].name == "Perm"
    assert not plan.hexes[Hex("P0")].name
    assert not plan.hexes[Hex("H2")].name
    assert plan.hexes[Hex("I5")].name == "Yaroslavl"


# ---------------------------------------------------------------------- stations


@proves("10.5")
@covers("F1", "T29")
def test_price_by_number_and_distance() -> None:
    one = operating(Firm("GR", P1, at=100, stations="Q3"), on_turn="GR", phase="3")
    assert station_price(one, "GR", Hex("M7")) == 80
    two = operating(Firm("GR", P1, at=100, stations="Q3 M7"), on_turn="GR", phase="3", tiles={"M7": "57/0"})
    assert station_price(two, "GR", Hex("N10")) == 80


@proves("10.5")
@covers("F2")
def test_recorded_prices() -> None:
    sw = operating(Firm("SW", P1, at=100, stations="E1:0 D14:1"), on_turn="SW", phase="5")
    assert station_price(sw, "SW", Hex("H8")) == 200
    mkn = operating(Firm("MKN", P1, at=100, stations="G15 I13"), on_turn="MKN", phase="5")
    assert station_price(mkn, "MKN", Hex("K7")) == 160


@proves("10.2", "10.5", "10.6")
@covers("T29")
def test_exact_cash_is_enough() -> None:
    state = operating(
        Firm("GR", P1, at=100, cash=40, stations="L12", trains="3"),
        on_turn="GR",
        phase="4",
        step="station",
        tiles=SAMARA,
    )
    after = play(state, "token in N10")
    assert (after.cash["GR"], stations(after, "GR"), after.stations_left["GR"]) == (0, ["L12:0", "N10:0"], 1)


@proves("10.6", "8.1")
@covers("F6")
def test_no_loan_for_a_station() -> None:
    state = operating(
        Firm("GR", P1, at=100, cash=39, stations="L12"), on_turn="GR", phase="4", step="station", tiles=SAMARA
    )
    no = forbidden(state, "token in N10")
    assert (no.why, no.rule) == ("A station in Samara (N10) costs R40; GR has R39.", "10.6")


@proves("10.1")
@covers("F3")
def test_one_station_a_turn_and_none_for_minors() -> None:
    minor = operating(Firm("N", P1, at=100, cash=500), on_turn="N", phase="3")
    assert refused(minor, "token in E1").rule == "7.2"
    state = operating(
        Firm("GR", P1, at=100, cash=500, stations="L12", trains="3"),
        on_turn="GR",
        phase="4",
        step="station",
        tiles=SAMARA,
    )
    again = play(state, "token in N10")
    assert again.turn.station
    assert refused(again, "token in L12").why == "GR has placed its station of this turn."


@proves("10.6", "7.2")
def test_a_step_that_was_left_out_says_itself_why() -> None:
    firm = Firm("GR", P1, at=100, cash=39, stations="L12", trains="3")
    # Nothing can be paid for, so after the track the turn goes straight on to the run.
    state = play(operating(firm, on_turn="GR", phase="4", tiles=SAMARA), "pass")
    assert state.cursor.step == "run"
    no = refused(state, "token in N10")
    assert (no.why, no.rule) == ("A station in Samara (N10) costs R40; GR has R39.", "10.6")
    # The same when the order itself would leave the track out.
    no = refused(operating(firm, on_turn="GR", phase="4", tiles=SAMARA), "token in N10")
    assert (no.why, no.rule) == ("A station in Samara (N10) costs R40; GR has R39.", "10.6")


@proves("10.3")
@covers("F4")
def test_one_station_a_hex() -> None:
    state = operating(
        Firm("GR", P1, at=100, cash=500, stations="D14:1"), on_turn="GR", phase="5", step="station",
        tiles={"C13": "7/4", "D14": "635/0"},
    )  # fmt: skip
    assert forbidden(state, "token in D14 city 1").rule == "10.3"
    assert forbidden(state, "token in D14").rule == "10.3"


@proves("10.4")
@covers("F5", "T11")
def test_slots_kept_for_minors() -> None:
    firms = Firm("GR", P1, at=110, cash=500, stations="L12"), Firm("SE", P2, at=100, cash=500, stations="L12")
    first = operating(*firms, on_turn="GR", phase="4", step="station", tiles=SAMARA)
    after = play(first, "token in N10")
    second = operating(
        Firm("GR", P1, at=110, cash=500, stations="L12 N10"), firms[1], on_turn="SE", phase="4", step="station",
        tiles=SAMARA,
    )  # fmt: skip
    no = forbidden(second, "token in N10")
    assert (no.why, no.rule) == ("The free slot in Samara (N10) is kept for another company.", "10.4")
    opened = second.change(board=second.board.release("S-V"), phase="5")
    assert stations(play(opened, "token in N10"), "SE") == ["L12:0", "N10:0"]
    assert after.board.slots(Hex("N10"), 0) == ("GR", None)


@proves("10.4")
def test_the_slot_of_the_state_railway_in_St_Petersburg() -> None:
    state = operating(Firm("GR", P1, at=110, cash=500, stations="H8:1"), on_turn="GR", phase="4", step="station")
    assert forbidden(state, "token in E1").rule == "10.4"
    brown = operating(
        Firm("GR", P1, at=110, cash=500, stations="H8:1"),
        on_turn="GR",
        phase="5",
        step="station",
        tiles={"E1": "641/0"},
    )
    assert play(brown, "token in E1").cash["GR"] == 400  # of three slots two are kept, one is free


@proves("10.2")
def test_a_station_needs_a_route_and_a_free_slot() -> None:
    state = operating(
        Firm("GR", P1, at=110, cash=500, stations="L12"), on_turn="GR", phase="5", step="station", tiles=SAMARA
    )
    no = refused(state, "token in K7")
    assert (no.why, no.rule) == ("No route of GR leads to Nizhnii Novgorod (K7).", "10.2")
    full = operating(
        Firm("GR", P1, at=110, cash=500, stations="L12"), Firm("SE", P2, at=100, stations="N10"),
        Firm("SW", P2, at=100, stations="N10"), on_turn="GR", phase="5", step="station", tiles=SAMARA,
    )  # fmt: skip
    no = forbidden(full, "token in N10")
    assert (no.why, no.rule) == ("Samara (N10) has no free slot.", "10.2")
    assert refused(state, "token in M11").rule == "10.2"


@proves("10.5")
@covers("F7")
def test_a_public_with_one_station_pays_the_second_rate() -> None:
    state = operating(Firm("SW", P1, at=100, stations="D14:2"), on_turn="SW", phase="5")
    assert state.stations_left["SW"] == 2
    assert station_price(state, "SW", Hex("E1")) == 140
    assert station_price(operating(Firm("SW", P1, at=100, stations="D14:2 E1"), on_turn="SW"), "SW", Hex("H8")) == 200


@proves("24.1")
def test_a_refused_order_changes_nothing_and_names_its_paragraph() -> None:
    state = operating(Firm("M-NN", P1, at=100, cash=200), on_turn="M-NN")
    before = dict(state.__dict__)
    with pytest.raises(Refused) as caught:
        events_of(state, "lay 9 on I7 facing 0")
    assert caught.value.rule == "9.4.5"
    assert state.__dict__ == before


@proves("4.1")
def test_only_the_player_on_turn_is_heard() -> None:
    state = operating(Firm("M-NN", P1, at=100, cash=200), on_turn="M-NN")
    assert to_act(state) == P1
    no = refused(state, "lay 9 on I7 facing 1", by=P2)
    assert (no.why, no.rule) == ("It is P1's decision now, not P2's.", "4.1")


@proves("9.6.1", "2.2")
def test_the_bank_gets_what_is_built() -> None:
    state = operating(Firm("K-B", P1, at=100, cash=100), on_turn="K-B", tiles={"C13": "8/3"})
    assert play(state, "lay 9 on C11 facing 0").cash[BANK] == state.cash[BANK] + 80
