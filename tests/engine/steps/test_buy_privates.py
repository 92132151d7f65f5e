"""Buying privates from players: which, by whom, in which phase, and for how much."""

from __future__ import annotations

import pytest

from engine.game import legal_moves, span, to_act
from engine.moves import BuyPrivate, BuyTrain, Pass
from engine.names import BANK, Holder
from engine.state import State
from engine.steps.buy_privates import BuyPrivates
from engine.steps.buy_trains import BuyTrains
from tests.engine.steps.made import ANN, BEN, CROWN, NOR, PA, PB, SUD, composed, forbids, play, position, refused, why

PRIVATES = BuyPrivates()


def offered(cash: int = 200, owner: Holder = BEN, phase: str = "second", step: BuyPrivates = PRIVATES) -> State:
    return position(step, cash={NOR: cash}, privates={PA: owner, PB: BEN}, phase=phase)


@pytest.mark.parametrize("price", [25, 100])
def test_a_private_costs_from_its_lowest_price_to_its_highest(price: int) -> None:
    after = play(offered(), BuyPrivate(PA, price), agreed=[BEN])
    assert (after.privates[PA], after.cash_of(NOR), after.cash_of(BEN)) == (NOR, 200 - price, 400 + price)


@pytest.mark.parametrize("price", [24, 101])
def test_a_coin_beyond_either_price_is_refused(price: int) -> None:
    assert why(offered(), BuyPrivate(PA, price), [BEN]) == ("private-price-range", "PA costs $25 to $100.")


def test_the_last_coin_may_be_spent_and_none_be_borrowed() -> None:
    assert play(offered(cash=60), BuyPrivate(PA, 60), agreed=[BEN]).cash_of(NOR) == 0
    said = "NOR has $60, and may not borrow for this."
    assert why(offered(cash=60), BuyPrivate(PA, 61), [BEN]) == ("private-cash", said)


def test_the_owner_must_agree_unless_he_directs_the_buyer() -> None:
    assert why(offered(), BuyPrivate(PA, 25)) == ("consent", "This needs the agreement of Ben.")
    assert play(offered(owner=ANN), BuyPrivate(PA, 25)).privates[PA] == NOR


@pytest.mark.parametrize("owner", [BANK, SUD])
def test_only_what_a_player_owns_is_bought(owner: Holder) -> None:
    state = position(PRIVATES, cash={NOR: 200}, privates={PA: owner, PB: BEN}, phase="second")
    assert PRIVATES.actor(state) is None  # what Ben has is not for sale
    assert forbids(PRIVATES, state, BuyPrivate(PA, 50)) == ("private-owner", "No player owns PA.")
    assert not any(isinstance(move, BuyPrivate) for move in PRIVATES.candidates(state))


def test_a_private_no_company_may_own_is_not_for_sale() -> None:
    assert why(offered(), BuyPrivate(PB, 60), [BEN]) == ("private-not-for-sale", "PB is not for sale.")


def test_no_private_is_bought_before_its_phase_and_nobody_is_asked() -> None:
    state = position(PRIVATES, BuyTrains(), step="trains", cash={NOR: 200}, privates={PA: BEN})
    assert PRIVATES.actor(state) is None
    assert refused(state, BuyPrivate(PA, 50), [BEN]).rule == "order"


def test_the_phase_is_named_where_privates_are_bought_at_any_time() -> None:
    title = composed((BuyTrains(),), at_any_time=(PRIVATES,))
    state = position(title=title, step="trains", cash={NOR: 200}, privates={PA: BEN})
    told = why(state, BuyPrivate(PA, 50), [BEN])
    assert told == ("private-phase", "Companies can't buy privates in phase first.")
    after = play(state.change(phase="second"), BuyPrivate(PA, 50), agreed=[BEN])
    assert (after.privates[PA], after.cursor.step) == (NOR, "trains")


def test_a_company_nobody_directs_buys_none() -> None:
    state = position(
        PRIVATES, cash={CROWN: 200}, started=(CROWN, NOR), on_turn=CROWN, privates={PA: BEN}, phase="second"
    )
    assert PRIVATES.actor(state) is None
    assert forbids(PRIVATES, state, BuyPrivate(PA, 50)) == ("private-buyer", "CROWN buys no privates.")


def test_it_is_asked_only_who_could_pay_the_lowest_price() -> None:
    assert PRIVATES.actor(offered(cash=25)) == ANN
    assert PRIVATES.actor(offered(cash=24)) is None
    assert BuyPrivates(when=lambda state: False).actor(offered()) is None
    assert BuyPrivates(waits=lambda state: True).actor(offered(cash=0)) == ANN


def test_what_is_proposed_is_the_highest_price_that_can_be_paid() -> None:
    assert set(legal_moves(offered(cash=60))) == {BuyPrivate(PA, 60), Pass()}
    assert set(legal_moves(offered(cash=200))) == {BuyPrivate(PA, 100), Pass()}
    assert span(offered(cash=60), BuyPrivate(PA, 60)) == range(25, 61)
    assert span(offered(cash=200), BuyPrivate(PA, 60)) == range(25, 101)


def test_it_is_asked_again_until_nothing_is_left_to_buy() -> None:
    state = position(PRIVATES, BuyTrains(), cash={NOR: 200}, privates={PA: BEN}, phase="second")
    after = play(state, BuyPrivate(PA, 50), agreed=[BEN])
    assert (after.cursor.step, to_act(after)) == ("trains", ANN)
    assert play(state, Pass()).cursor.step == "trains"


def test_a_train_ordered_first_leaves_the_privates_out() -> None:
    state = position(PRIVATES, BuyTrains(), cash={NOR: 200}, privates={PA: BEN}, phase="second")
    assert play(state, BuyTrain("2", BANK, 100)).trains_of(NOR) == ("2",)


def test_a_step_open_at_any_time_can_be_passed_only_in_its_own_place() -> None:
    state = position(PRIVATES, BuyTrains(), step="trains", cash={NOR: 200}, privates={PA: BEN}, phase="second")
    assert forbids(PRIVATES, state, Pass()) == ("order", "Another decision has to be made first.")
    assert Pass() not in set(PRIVATES.candidates(state))
