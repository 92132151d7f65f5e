"""Laying track: where, how often in a turn, at what price, and what is said of a lay that can't be."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.board.laying import Lay, terrain_cost
from engine.game import Book, legal_moves, to_act
from engine.moves import BuyTrain, LayTile, Pass
from engine.names import BANK
from engine.state import State, Turn
from engine.steps.buy_trains import BuyTrains
from engine.steps.lay_track import (
    ANY_LAY,
    ONE_LAY,
    TWO_LAYS_ONE_UPGRADE,
    TWO_YELLOW_OR_ONE_UPGRADE,
    LayLimit,
    LayTrack,
    ground_and_rivers,
)
from tests.engine.steps.made import ANN, BEN, NOR, PA, SUD, Lender, play, position, refused, why

TRACK = LayTrack()
GROUND = LayTrack(cost=lambda state, lay: terrain_cost(state.board, lay))
HOME = {"B2": "5/0"}
LINE = {"B2": "57/0", "D2": "9/0"}
BUILT = {**LINE, "F2": "57/0"}
ON_D2, ON_F2 = LayTile("D2", "9", 0), LayTile("F2", "57", 0)
GREEN_D2, GREEN_F2 = LayTile("D2", "23", 0), LayTile("F2", "14", 0)


def laying(track: LayTrack = TRACK, cash: int = 100, **named: object) -> State:
    given: dict[str, object] = {"cash": {NOR: cash}, "tiles": HOME, "stations": {NOR: "B2", SUD: "H2:0"}, **named}
    return position(track, BuyTrains(), **given)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- where


def test_a_company_builds_its_home_first() -> None:
    state = laying(tiles={})
    told = refused(state, ON_D2)
    assert (told.rule, told.why) == ("home-first", "NOR has no track yet and must begin in Alder (B2).")
    after = play(state, LayTile("B2", "5", 0))
    assert after.board.tile(Hex("B2")) is not None and after.turn.lays == ("B2",)


def test_everything_offered_may_be_laid_and_is_paid() -> None:
    state = laying(GROUND, privates={PA: BEN})
    offered = list(legal_moves(state))
    assert ON_D2 in offered and offered[-1] == Pass()
    for move in offered:
        play(state, move)


def test_a_tile_lies_as_it_was_turned() -> None:
    after = play(laying(), ON_D2)
    lain = after.board.face(Hex("D2"))
    assert (lain.number, lain.rotation, after.turn.upgraded) == ("9", 0, False)


@pytest.mark.parametrize("facing", [-1, 6])
def test_a_tile_has_six_sides(facing: int) -> None:
    assert why(laying(), LayTile("D2", "9", facing)) == ("facing", "A tile faces one of the sides 0 to 5.")


def test_track_no_train_of_the_company_could_reach_is_refused() -> None:
    assert refused(laying(), LayTile("E1", "9", 0)).rule == "not-connected"


def test_the_last_tile_of_a_kind_may_be_laid_and_no_other() -> None:
    last = LayTile("D2", "7", 2)
    assert play(laying(), last).turn.lays == ("D2",)
    told = why(laying(tiles={**HOME, "G3": "7/0"}), last)
    assert told == ("tile-exhausted", "No tile 7 is left; the only one lies on the map.")


def test_a_private_keeps_its_hex_closed_as_long_as_a_player_owns_it() -> None:
    to_e3 = LayTile("E3", "7", 1)
    line = {**HOME, "D2": "8/3"}
    blocked = laying(tiles=line, privates={PA: BEN})
    assert not any(isinstance(move, LayTile) and move.hex == "E3" for move in legal_moves(blocked))
    assert refused(blocked, to_e3).rule == "hex-blocked"
    open_ = laying(tiles=line, privates={PA: SUD})
    assert play(open_, to_e3).turn.lays == ("E3",)
    assert any(isinstance(move, LayTile) and move.hex == "E3" for move in legal_moves(open_))


def test_colours_come_with_the_phase() -> None:
    assert refused(laying(tiles=LINE), GREEN_D2).rule == "colour-not-available"
    assert play(laying(tiles=LINE, phase="second"), GREEN_D2).turn.upgraded


# ---------------------------------------------------------------------- how often


def test_after_the_one_lay_the_turn_goes_on_and_a_second_is_refused() -> None:
    after = play(laying(), ON_D2)
    assert (after.cursor.step, to_act(after)) == ("trains", ANN)
    assert why(after, ON_F2) == ("too-many-lays", "No more yellow tiles this turn.")


@pytest.mark.parametrize(
    ("limit", "done", "yellow", "green"),
    [
        (ONE_LAY, Turn(), True, True),
        (ONE_LAY, Turn(lays=("E1",)), False, False),
        (TWO_LAYS_ONE_UPGRADE, Turn(), True, True),
        (TWO_LAYS_ONE_UPGRADE, Turn(lays=("E1",)), True, True),
        (TWO_LAYS_ONE_UPGRADE, Turn(lays=("E1",), upgraded=True), True, False),
        (TWO_LAYS_ONE_UPGRADE, Turn(lays=("E1", "G1")), False, False),
        (TWO_YELLOW_OR_ONE_UPGRADE, Turn(), True, True),
        (TWO_YELLOW_OR_ONE_UPGRADE, Turn(lays=("E1",)), True, False),
        (TWO_YELLOW_OR_ONE_UPGRADE, Turn(lays=("E1",), upgraded=True), False, False),
        (TWO_YELLOW_OR_ONE_UPGRADE, Turn(lays=("E1", "G1")), False, False),
        (ANY_LAY, Turn(lays=("E1", "G1", "J2"), upgraded=True), True, True),
    ],
)
def test_what_may_still_be_laid_after_what_was(limit: LayLimit, done: Turn, yellow: bool, green: bool) -> None:
    step = LayTrack(lays=limit)
    state = position(step, cash={NOR: 100}, tiles=LINE, phase="second", turn=done)
    offered = {move for move in step.candidates(state) if isinstance(move, LayTile)}
    for move, allowed in ((ON_F2, yellow), (GREEN_D2, green)):
        assert (move in offered) is allowed, move
        if allowed:
            step.check(state, move)
    assert (step.actor(state) is None) is not (yellow or green)


def test_a_refusal_says_whether_yellow_or_upgrades_are_used_up() -> None:
    step = LayTrack(lays=TWO_LAYS_ONE_UPGRADE)
    upgraded = laying(step, tiles=BUILT, phase="second", turn=Turn(lays=("E1",), upgraded=True))
    assert why(upgraded, GREEN_F2) == ("too-many-lays", "No further tile may be upgraded in this turn.")
    full = laying(step, tiles=LINE, phase="second", turn=Turn(lays=("E1", "G1")), step="trains")
    assert why(full, ON_F2) == ("too-many-lays", "No more yellow tiles this turn.")


def test_a_hex_is_built_on_once_in_a_turn() -> None:
    state = laying(LayTrack(lays=ANY_LAY), phase="second")
    after = play(state, ON_D2)
    assert why(after, LayTile("D2", "23", 0)) == ("same-hex", "D2 has already been built on this turn.")
    assert all(move.hex != "D2" for move in legal_moves(after) if isinstance(move, LayTile))


def test_an_extra_tile_is_none_of_the_tiles_of_the_turn() -> None:
    book = Book(laying(cash=0))
    TRACK.lay(book, ON_D2, extra=True)
    assert book.state.turn.lays == () and book.state.board.face(Hex("D2")).number == "9"
    assert TRACK.actor(book.state) == ANN


# ---------------------------------------------------------------------- for how much


def test_the_ground_is_paid_with_the_last_coin() -> None:
    state = laying(GROUND, cash=40, tiles={"B2": "5/5"})
    on_c3 = next(move for move in legal_moves(state) if isinstance(move, LayTile) and move.hex == "C3")
    after = play(state, on_c3)
    assert after.cash_of(NOR) == 0
    poor = laying(GROUND, cash=39, tiles={"B2": "5/5"})
    assert on_c3 not in set(legal_moves(poor))
    assert why(poor, on_c3) == ("cannot-afford-track", "This costs $40; NOR can raise $39.")


def test_what_is_lent_may_be_built_with() -> None:
    step = LayTrack(finance=Lender(), cost=GROUND.cost)
    state = laying(step, cash=0, tiles={"B2": "5/5"})
    on_c3 = next(move for move in legal_moves(state) if isinstance(move, LayTile) and move.hex == "C3")
    assert play(state, on_c3).cash_of(NOR) == 0


def test_what_is_lent_pays_ground_and_fee_together() -> None:
    step = LayTrack(finance=Lender(), cost=GROUND.cost, lays=ANY_LAY)
    done = Turn(lays=("E1",))
    on_c3 = LayTile("C3", "7", 1)
    state = laying(step, cash=10, tiles={"B2": "5/5"}, turn=done)
    assert play(state, on_c3).cash_of(NOR) == 0
    said = "This costs $60; NOR can raise $59."
    assert why(laying(step, cash=9, tiles={"B2": "5/5"}, turn=done), on_c3) == ("cannot-afford-track", said)


def test_a_further_tile_costs_its_fee_beside_the_ground() -> None:
    step = LayTrack(lays=ANY_LAY, cost=GROUND.cost)
    once = play(laying(step, cash=20, tiles={"B2": "5/0"}), ON_D2)
    assert once.cash_of(NOR) == 20 and to_act(once) == ANN and once.cursor.step == "track"
    twice = play(once, ON_F2)
    assert twice.cash_of(NOR) == 0
    assert twice.over or twice.operating == SUD


def test_who_has_not_the_fee_is_not_asked_for_a_further_tile() -> None:
    step = LayTrack(lays=ANY_LAY)
    done = Turn(lays=("E1",))
    assert step.actor(laying(step, cash=20, turn=done)) == ANN
    assert step.actor(laying(step, cash=19, turn=done)) is None
    assert step.actor(laying(step, cash=0)) == ANN


def test_a_river_costs_when_track_lies_on_both_its_sides() -> None:
    state = laying(LayTrack(cost=ground_and_rivers))
    assert ground_and_rivers(state, Lay(Hex("D2"), "9", 0)) == 0
    joined = laying(tiles=LINE)
    assert ground_and_rivers(joined, Lay(Hex("F2"), "57", 0)) == 30


# ---------------------------------------------------------------------- order of asking


def test_a_company_without_a_station_is_not_asked() -> None:
    assert TRACK.actor(laying(stations={SUD: "H2:0"})) is None


def test_track_may_be_left_out_by_saying_so_or_by_the_next_order() -> None:
    state = laying()
    assert play(state, Pass()).cursor.step == "trains"
    assert play(state, BuyTrain("2", BANK, 100)).trains_of(NOR) == ("2",)
    bought = play(laying(cash=200), BuyTrain("2", BANK, 100))
    assert refused(bought, ON_D2).rule == "order"
