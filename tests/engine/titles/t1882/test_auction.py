"""The box, the set-up and the auction of the privates (sections 1 to 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import drawn_openly, position_text
from engine.game import start, to_act
from engine.interop.record import Draws
from engine.names import BANK
from engine.state import State
from engine.titles.t1882 import TITLE
from engine.titles.t1882.figures import SaskatchewanFigures
from engine.titles.t1882.own import remember
from tests.engine.positions import cell, owner, play, refused
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, DAN, EVE, FAY, SEATS, opening


@proves("1.1", "2.1", "2.4", "2.5")
@pytest.mark.parametrize(
    ("players", "each", "limit"), [(2, 900, 20), (3, 600, 14), (4, 450, 11), (5, 360, 10), (6, 300, 9)]
)
@covers("S1")
def test_everybody_gets_the_capital(players: int, each: int, limit: int) -> None:
    state = opening(players)
    assert [state.cash[p] for p in state.players] == [each] * players
    assert state.cash[BANK] == 7200
    assert TITLE.certificate_limit[players] == limit
    assert state.phase == "2" and not state.market.cells
    assert to_act(state) == ANN == state.priority


@proves("2.2", "2.3")
@pytest.mark.parametrize(
    ("seed", "train", "company"),
    [
        (5236, "4", "CNoR"),
        (1601456626, "6", "CPR"),
        (648617632, "4", "CPR"),
        (5585, "5", "GTP"),
        (10526, "6", "HBR"),
        (26178, "6", "HBR"),
    ],
)
@covers("S2", "T82")
def test_the_draws_of_a_recorded_game(seed: int, train: str, company: str) -> None:
    assert TITLE.site_draws(Draws(seed).next, 4) == {"rebellion": train, "p4_share": company}


@proves("2.2", "2.3")
def test_a_game_does_not_start_without_its_draws() -> None:
    with pytest.raises(ValueError, match="rebellion must be drawn from 3, 4, 5, 6"):
        start("1882", SEATS[:3], {"p4_share": "QL"})
    with pytest.raises(ValueError, match="p4_share must be drawn from CNoR, CPR, GTP, HBR, QL"):
        start("1882", SEATS[:3], {"rebellion": "3", "p4_share": "CN"})


@proves("1.2", "1.3", "1.4", "1.5")
@covers("S3", "T95")
def test_trains_tiles_and_stations_in_the_box() -> None:
    state = opening(3, {"rebellion": "5"})
    assert state.depot == (*"222222", *"3333", *"444", *"55", *"66")
    assert TITLE.figures(SaskatchewanFigures).extra_trains == ("3", "4", "5", "6")
    assert sum(n for n in TITLE.plan.counts.values() if n) == 74
    assert [TITLE.plan.counts[n] for n in ("7", "8", "9")] == [5, 10, 10]
    assert sum(spec.neutral for spec in TITLE.companies.values()) == 5
    assert all(sum(held.values()) == 10 for held in state.shares.values())
    assert len(TITLE.companies) == 7


def cascade() -> State:
    """Three players; the bids of a recorded game, just before the cheapest is bought."""
    bids = ("bid P4 145", "bid P3 85", "bid P4 150", "bid P3 90", "bid P2 55")
    return play(opening(3, {"rebellion": "6", "p4_share": "HBR"}), *bids)


@proves("4.1", "4.2", "4.5", "4.6", "4.7", "4.8", "4.9", "4.12", "16.4", "16.5")
@covers("A1")
def test_a_purchase_sells_what_has_bids() -> None:
    state = play(cascade(), "bid P1 20")
    assert owner(state, "P1") == CID and owner(state, "P2") == BEN
    assert to_act(state) == BEN  # the lower of two bids on P3
    for amount in range(95, 135, 10):
        state = play(state, f"bid P3 {amount}", f"bid P3 {amount + 5}")
    # Ann has the highest bid; Ben goes higher and Ann gives up.
    state = play(state, "bid P3 140", "pass")
    assert owner(state, "P3") == BEN
    assert to_act(state) == ANN
    state = play(state, "bid P4 185", "pass")
    assert owner(state, "P4") == ANN and state.held(ANN, "HBR") == 1
    assert to_act(state) == ANN  # left of Cid, who bought at the asking price
    state = play(state, "pass", "pass", "bid P5 180")
    assert to_act(state) == CID
    state = play(state, "start CPR at 100")
    assert state.cursor.round == "stock" and state.priority == ANN == to_act(state)
    assert [state.cash[p] for p in (ANN, BEN, CID)] == [415, 405, 400]
    assert state.held(CID, "CPR") == 2 and cell(state, "CPR") == "0,3"


@proves("4.6")
@covers("A2")
def test_the_lowest_of_three_bidders_acts() -> None:
    state = opening(6)
    state = play(state, "bid P2 55", "pass", "bid P2 60", "pass", "pass", "bid P2 65", "bid P1 20")
    assert to_act(state) == ANN
    state = play(state, "bid P2 90")
    assert to_act(state) == CID
    state = play(state, "bid P2 95")
    assert to_act(state) == FAY
    state = play(state, "bid P2 100", "pass", "pass")
    assert owner(state, "P2") == FAY and state.cash[FAY] == 200
    assert state.cash[CID] == 300  # freed


@proves("4.12")
@covers("A3")
def test_priority_goes_left_of_the_last_at_an_asking_price() -> None:
    state = play(opening(6), "bid P2 55", "pass", "bid P3 85", "bid P4 145", "bid P5 185", "pass", "pass", "bid P1 20")
    assert to_act(state) == EVE  # P5 is Eve's, for a bid
    state = play(state, "start CPR at 67")
    assert state.priority == CID == to_act(state)


@proves("4.4")
@covers("A4")
def test_bids_tie_up_cash() -> None:
    state = opening(6)
    state = play(state, "bid P2 55", "pass", "bid P2 60", "pass", "pass", "pass", "bid P4 145", *["pass"] * 5)
    assert to_act(state) == ANN
    why = refused(state, "bid P3 105")
    assert why.rule == "4.4" and "$100 free" in why.why
    play(state, "bid P3 100")
    play(state, "bid P2 155")
    assert refused(state, "bid P2 160").rule == "4.4"


@proves("4.3")
@pytest.mark.parametrize(("order", "fits"), [("85", False), ("88", False), ("92", False), ("90", True), ("110", True)])
@covers("A5")
def test_the_size_of_bids(order: str, fits: bool) -> None:
    state = play(opening(3), "bid P3 85")
    if fits:
        play(state, f"bid P3 {order}")
    else:
        assert refused(state, f"bid P3 {order}").rule == "4.3"


@proves("4.3")
@covers("A5")
def test_a_first_bid_is_above_face_value_and_ones_own_can_be_raised() -> None:
    assert "Bid $185 at least" in refused(opening(3), "bid P5 180").why
    state = play(opening(3), "bid P5 185", "pass", "pass", "bid P5 190")
    assert refused(play(opening(3), "bid P5 185", "pass", "pass"), "bid P5 185").rule == "4.3"
    assert to_act(state) == BEN


@proves("4.2")
@covers("A6")
def test_only_the_cheapest_is_bought_and_it_is_not_bid_on() -> None:
    assert refused(opening(3), "bid P2 50").rule == "4.3"
    assert refused(opening(3), "bid P1 25").rule == "4.2"
    assert refused(play(opening(3), "bid P1 20"), "bid P1 25").rule == "4.2"


@proves("4.10", "4.11")
@covers("A7", "T81")
def test_all_pass_lowers_the_cheapest_to_a_gift() -> None:
    state = play(opening(3), "pass", "pass", "pass")
    assert state.facts.bidding.minimum == 15 and to_act(state) == ANN
    state = play(state, *["pass"] * 9)
    assert owner(state, "P1") == ANN and state.cash[ANN] == 600
    assert to_act(state) == BEN
    state = play(state, "pass", "pass", "pass")
    assert state.facts.bidding.item == "P2" and state.facts.bidding.minimum == 45
    assert to_act(state) == BEN


@proves("4.10")
@covers("A8")
def test_the_reduction_belongs_to_one_private() -> None:
    state = play(opening(3), *["pass"] * 6)
    assert refused(state, "bid P2 50").rule == "4.3"
    state = play(state, "bid P1 10")
    assert state.facts.bidding.item == "P2" and state.facts.bidding.minimum == 50


@proves("4.9", "5.21")
@covers("A10", "T82")
def test_the_winner_of_P5_sets_the_par_of_CPR() -> None:
    state = play(
        opening(3, {"p4_share": "CPR"}), "bid P2 55", "bid P3 85", "bid P4 145", "bid P5 205", "pass", "bid P1 20"
    )
    assert to_act(state) == ANN
    assert refused(state, "start CPR at 65").rule == "5.19"
    assert refused(state, "start QL at 67").rule == "5.19"
    assert refused(state, "pass").rule == "3.3"
    state = play(state, "start CPR at 100")
    assert state.cash[ANN] == 600 - 55 - 205
    assert state.held(ANN, "CPR") == 2 and state.held(CID, "CPR") == 1
    assert cell(state, "CPR") == "0,3" and "CPR" not in state.floated


@proves("3.3", "3.5")
def test_only_the_player_on_turn_moves_and_a_refusal_changes_nothing() -> None:
    state = opening(4)
    assert refused(state, "bid P1 20", by=DAN).rule == "3.3"
    assert refused(state, "lay 57 on G11 facing 1").rule == "4.2"
    assert state.cash[DAN] == 450


@proves("1.6")
def test_everything_owned_is_in_the_position() -> None:
    state = play(opening(3), "bid P1 20")
    assert state.cash[ANN] == 580 and state.privates["P1"] == ANN


@proves("2.2", "2.3")
def test_both_draws_are_told_as_long_as_they_matter() -> None:
    state = opening(drawn={"rebellion": "4", "p4_share": "GTP"})
    told = [str(said) for said in drawn_openly(state)]
    assert told == ["One share of GTP comes with P4.", "The rebellion lies under the first 4-train."]
    assert all(line in position_text(state) for line in told)
    sold = state.change(privates={**state.privates, "P4": ANN})
    assert [str(said) for said in drawn_openly(sold)] == told[1:]
    covered = sold.change(own=remember(sold, covered=True))
    assert "below the extra one" in str(*drawn_openly(covered))
    assert drawn_openly(sold.change(own=remember(sold, risen=True))) == ()


def test_what_a_title_does_not_tell_of_its_draws_stays_secret() -> None:
    state = opening(drawn={"rebellion": "4", "p4_share": "GTP"})
    mute = tuple(replace(each, openly=lambda state: ()) for each in TITLE.mechanisms)
    silent = state.change(title=replace(state.title, mechanisms=mute))
    assert drawn_openly(silent) == () and "rebellion" not in position_text(silent)
