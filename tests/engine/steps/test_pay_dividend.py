"""Earnings: paid, halved or kept, to whom, and where the price goes."""

from __future__ import annotations

import pytest

from engine.events import PriceMoved, RevenuePaid
from engine.game import Book, legal_moves, settle, to_act
from engine.market import Cell
from engine.moves import BuyTrain, Pay
from engine.names import BANK, IPO, POOL, TREASURY, Company, Holder
from engine.state import State, Turn
from engine.steps.buy_trains import BuyTrains
from engine.steps.pay_dividend import FULL, HALF, WITHHOLD, PayDividend
from tests.engine.steps.made import ANN, BEN, NOR, SUD, events_of, forbids, play, position, refused, why


def right_if_paid(state: State, company: Company, revenue: int, paid: int) -> Cell:
    grid, cell = state.market.grid, state.market.cells[company]
    return grid.right(cell) if paid else grid.left(cell)


PAYS = PayDividend(TREASURY, right_if_paid)


def earned(revenue: int = 70, step: PayDividend = PAYS, held: dict[Holder, int] | None = None) -> State:
    shares = {NOR: held or {ANN: 3, BEN: 2, TREASURY: 1, POOL: 1, IPO: 3}}
    turn = Turn(ran=True, revenue=revenue)
    return position(step, BuyTrains(), cash={NOR: 100}, shares=shares, turn=turn)


def test_all_is_paid_by_the_share_and_the_price_rises() -> None:
    after = play(earned(), Pay(FULL))
    assert [after.cash_of(who) for who in (ANN, BEN, NOR)] == [421, 414, 107]
    assert after.market.cells[NOR] == (0, 2)


def test_nothing_is_paid_all_is_kept_and_the_price_falls() -> None:
    after = play(earned(), Pay(WITHHOLD))
    assert [after.cash_of(who) for who in (ANN, BEN, NOR)] == [400, 400, 170]
    assert after.market.cells[NOR] == (0, 0)


def test_a_half_is_paid_by_the_share_and_the_rest_kept() -> None:
    after = play(earned(), Pay(HALF))
    assert [after.cash_of(who) for who in (ANN, BEN, NOR)] == [412, 408, 100 + 30 + 4]
    assert after.market.cells[NOR] == (0, 2)


@pytest.mark.parametrize(("place", "kept"), [(TREASURY, 20), (POOL, 10), (IPO, 30)])
def test_whose_shares_pay_the_company_is_the_titles(place: str, kept: int) -> None:
    held: dict[Holder, int] = {ANN: 3, BEN: 1, TREASURY: 2, POOL: 1, IPO: 3}
    after = play(earned(100, PayDividend(place, right_if_paid), held), Pay(FULL))
    assert after.cash_of(NOR) == 100 + kept


def test_a_sum_too_small_for_a_coin_a_share_pays_nobody_but_counts_as_paid() -> None:
    after = events_of(earned(9), Pay(FULL))
    assert RevenuePaid(NOR, FULL, 9, 0, ()) in after
    assert PriceMoved(NOR, (0, 2), "paid") in after


def test_a_marker_that_stays_says_nothing() -> None:
    step = PayDividend(TREASURY, lambda state, company, revenue, paid: state.market.cells[company])
    assert not any(isinstance(event, PriceMoved) for event in events_of(earned(step=step), Pay(FULL)))


def test_the_market_is_asked_with_what_was_earned_and_what_was_paid() -> None:
    heard: list[tuple[int, int]] = []

    def hear(state: State, company: Company, revenue: int, paid: int) -> Cell:
        heard.append((revenue, paid))
        return state.market.cells[company]

    for kind in (FULL, HALF, WITHHOLD):
        events_of(earned(step=PayDividend(TREASURY, hear)), Pay(kind))
    assert heard == [(70, 70), (70, 40), (70, 0)]


def test_a_kind_the_title_has_not_is_refused_with_those_it_has() -> None:
    step = PayDividend(TREASURY, right_if_paid, kinds=(FULL, WITHHOLD))
    told = refused(earned(step=step), Pay(HALF))
    assert (told.rule, told.why) == ("dividend", "For the earnings, write full or withhold.")
    assert set(told.instead) == {"pay", "withhold"}
    assert set(legal_moves(earned(step=step))) == {Pay(FULL), Pay(WITHHOLD)}


def test_the_earnings_are_decided_before_a_train_is_bought() -> None:
    told = refused(earned(), BuyTrain("2", BANK, 100))
    assert told.rule == "order" and "pay" in told.instead
    after = play(earned(), Pay(WITHHOLD), BuyTrain("2", BANK, 100))
    assert after.trains_of(NOR) == ("2",)


def test_the_earnings_are_decided_once() -> None:
    after = play(earned(), Pay(FULL))
    assert (after.cursor.step, to_act(after)) == ("trains", ANN)
    assert why(after, Pay(FULL)) == ("dividend", "The earnings of NOR in this turn are settled.")


# ---------------------------------------------------------------------- by itself


def begun(step: PayDividend, revenue: int) -> State:
    """The position when the step is reached with so much earned."""
    state = position(step, BuyTrains(), cash={NOR: 100}, turn=Turn(ran=True, revenue=revenue))
    book = Book(state)
    step.enter(book)
    return book.state


def test_nothing_earned_is_withheld_without_a_question_and_the_price_falls() -> None:
    after = begun(PAYS, 0)
    assert after.turn.paid and PAYS.actor(after) is None
    assert (after.cash_of(NOR), after.market.cells[NOR]) == (100, (0, 0))
    said = "NOR has earned nothing, so there is nothing to pay or keep. Leave this line out."
    assert forbids(PAYS, after, Pay(FULL)) == ("dividend", said)


def test_something_earned_waits_for_the_director() -> None:
    after = begun(PAYS, 10)
    assert not after.turn.paid and PAYS.actor(after) == ANN


@pytest.mark.parametrize(("revenue", "owner", "kept"), [(70, 35, 35), (25, 12, 13), (1, 0, 1)])
def test_owner_and_company_halve_by_themselves_and_the_company_keeps_the_odd_coin(
    revenue: int, owner: int, kept: int
) -> None:
    halves = PayDividend(TREASURY, right_if_paid, splits=lambda state, company: company == NOR)
    after = begun(halves, revenue)
    assert (after.cash_of(ANN), after.cash_of(NOR)) == (400 + owner, 100 + kept)
    assert after.turn.paid and after.market.cells[NOR] == ((0, 2) if owner else (0, 0))
    said = "NOR and its owner halve the earnings by themselves. Leave this line out."
    assert forbids(halves, after, Pay(FULL)) == ("halved", said)


def test_a_round_goes_past_companies_that_earned_nothing() -> None:
    state = position(PAYS, BuyTrains(), started=(SUD, NOR), on_turn=SUD, step="trains", cash={SUD: 50, NOR: 100})
    book = Book(state)
    settle(book)
    assert RevenuePaid(NOR, WITHHOLD, 0, 0, ()) in book.events
    assert (book.state.operating, book.state.cursor.step) == (NOR, "trains")
