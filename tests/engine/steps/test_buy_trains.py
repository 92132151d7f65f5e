"""Buying trains: what the bank, the pool and other companies sell, to whom, for how much, and who must buy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.game import Book, legal_moves, span, to_act
from engine.moves import BuyPrivate, BuyTrain, Pass
from engine.names import BANK, POOL, Company
from engine.state import State
from engine.steps.buy_privates import BuyPrivates
from engine.steps.buy_trains import BuyTrains
from tests.engine.steps.made import ANN, BEN, CROWN, NOR, PA, SUD, Lender, composed, play, position, refused, why

TRAINS = BuyTrains()
TWO_TRAIN = BuyTrain("2", BANK, 100)


def trains(state: State, *holders: str) -> Iterable[tuple[str, ...]]:
    return [state.trains_of(Company(holder)) for holder in holders]


# ---------------------------------------------------------------------- from the bank and the pool


def test_the_bank_sells_for_the_last_coin() -> None:
    after = play(position(TRAINS, cash={NOR: 100}), TWO_TRAIN)
    assert (after.trains_of(NOR), after.cash_of(NOR), after.depot) == (("2",), 0, ("2", "2", "3", "3"))


def test_a_coin_short_is_refused_with_what_can_be_paid() -> None:
    state = position(TRAINS, cash={NOR: 99}, trains={NOR: "2", SUD: "2"})
    assert why(state, TWO_TRAIN) == ("train-means", "A 2-train costs $100; NOR can pay $99.")


def test_only_a_company_without_a_train_may_borrow() -> None:
    step = BuyTrains(finance=Lender())
    after = play(position(step, cash={NOR: 50}), TWO_TRAIN)
    assert (after.trains_of(NOR), after.cash_of(NOR)) == (("2",), 0)
    assert step.actor(position(step, cash={NOR: 50})) == ANN
    assert step.actor(position(step, cash={NOR: 49})) is None
    owner = position(step, cash={NOR: 50}, trains={NOR: "2", SUD: "2"})
    assert why(owner, TWO_TRAIN) == ("train-means", "A 2-train costs $100; NOR can pay $50.")


def test_the_next_kind_is_sold_when_the_last_of_one_has_gone() -> None:
    state = position(TRAINS, cash={NOR: 400}, depot="2 3 3")
    told = refused(state, BuyTrain("3", BANK, 180))
    assert (told.rule, told.why) == ("train-on-sale", "The bank sells 2-trains now.")
    assert "train 2" in told.instead
    after = play(state, TWO_TRAIN)
    assert why(after, TWO_TRAIN) == ("train-on-sale", "The bank sells 3-trains now.")
    assert play(after, BuyTrain("3", BANK, 180)).trains_of(NOR) == ("2", "3")


def test_trains_without_number_are_sold_when_the_stack_is_empty() -> None:
    state = position(TRAINS, cash={NOR: 600}, depot="")
    after = play(state, BuyTrain("D", BANK, 300))
    assert play(after, BuyTrain("D", BANK, 300)).trains_of(NOR) == ("D", "D")


def test_when_the_last_train_of_all_is_sold_only_companies_sell() -> None:
    """A title need not have trains without number."""
    some = composed((TRAINS,))
    title = replace(some, trains={name: spec for name, spec in some.trains.items() if spec.count is not None})
    last = position(title=title, step="trains", cash={NOR: 180, SUD: 50}, depot="3")
    after = play(last, BuyTrain("3", BANK, 180))
    assert (after.depot, after.trains_of(NOR), after.over) == ((), ("3",), False)
    assert (to_act(after), after.operating) == (BEN, SUD)  # who has no train, and need not buy what nobody sells
    assert why(after, TWO_TRAIN) == ("train-on-sale", "The bank sells nothing now.")
    assert play(after, Pass()).over
    assert play(after, BuyTrain("3", NOR, 50), agreed=[ANN]).trains_of(SUD) == ("3",)


def test_bank_and_pool_sell_at_the_printed_price_only() -> None:
    state = position(TRAINS, cash={NOR: 300}, trains={POOL: "3"})
    assert why(state, BuyTrain("2", BANK, 99)) == ("price-not-face", "A 2-train costs $100.")
    assert why(state, BuyTrain("3", POOL, 200)) == ("price-not-face", "A 3-train costs $180.")


def test_the_pool_sells_what_it_has_and_the_bank_is_paid() -> None:
    state = position(TRAINS, cash={NOR: 200}, trains={POOL: "3"})
    told = refused(state, BuyTrain("2", POOL, 100))
    assert (told.rule, told.why) == ("train-on-sale", "The pool has 3-trains for sale now.")
    assert "train 3 from pool" in told.instead
    after = play(state, BuyTrain("3", POOL, 180))
    assert (*trains(after, NOR, POOL), after.cash_of(NOR)) == (("3",), (), 20)
    assert after.depot == state.depot


# ---------------------------------------------------------------------- the limit


def test_the_last_train_within_the_limit_may_be_bought_and_none_beyond() -> None:
    last = position(TRAINS, cash={NOR: 200}, trains={NOR: "2"})
    assert play(last, TWO_TRAIN).trains_of(NOR) == ("2", "2")
    full = play(last, TWO_TRAIN)
    assert full.over  # nobody is asked any more: NOR is full, and SUD has no money


def test_a_company_full_of_trains_is_not_asked_and_hears_why_when_it_tries() -> None:
    full = position(
        TRAINS, BuyPrivates(), step="privates", cash={NOR: 500}, trains={NOR: "3 3"}, phase="second", privates={PA: BEN}
    )
    assert TRAINS.actor(full) is None
    assert why(full, TWO_TRAIN) == ("train-limit", "NOR has all the trains it may own in phase second.")


# ---------------------------------------------------------------------- having to buy


def test_a_company_without_a_train_that_can_pay_must_buy() -> None:
    told = refused(position(TRAINS, cash={NOR: 100}), Pass())
    assert (told.rule, told.why) == ("must-buy-train", "NOR has no train and can pay for one: it must buy.")
    assert told.instead == ("train 2",)


def test_nobody_must_buy_who_owns_a_train_or_is_a_coin_short_or_in_no_such_title() -> None:
    play(position(TRAINS, cash={NOR: 100}, trains={NOR: "2"}), Pass())
    play(position(TRAINS, cash={NOR: 99}, trains={SUD: "2"}), Pass())
    play(position(BuyTrains(obliged=lambda state, company: False), cash={NOR: 100}), Pass())


def test_who_must_buy_counts_the_cheapest_train_even_if_it_lies_in_the_pool() -> None:
    state = position(TRAINS, cash={NOR: 100}, depot="3 3", trains={POOL: "2"})
    assert refused(state, Pass()).rule == "must-buy-train"
    assert play(state, BuyTrain("2", POOL, 100)).trains_of(NOR) == ("2",)


# ---------------------------------------------------------------------- from other companies


@pytest.mark.parametrize("price", [1, 70])
def test_a_company_sells_for_any_price_from_one_to_the_buyers_cash(price: int) -> None:
    state = position(TRAINS, cash={NOR: 70}, trains={SUD: "2 3"})
    after = play(state, BuyTrain("3", SUD, price), agreed=[BEN])
    assert (*trains(after, NOR, SUD), after.cash_of(NOR), after.cash_of(SUD)) == (("3",), ("2",), 70 - price, price)


@pytest.mark.parametrize("price", [0, 71])
def test_a_price_beyond_the_buyers_cash_or_of_nothing_is_refused(price: int) -> None:
    state = position(TRAINS, cash={NOR: 70}, trains={SUD: "2"})
    said = "The price must lie between $1 and NOR's cash of $70."
    assert why(state, BuyTrain("2", SUD, price), [BEN]) == ("train-from-company", said)


def test_the_free_price_lies_between_one_and_all_the_buyer_has() -> None:
    state = position(TRAINS, cash={NOR: 70}, trains={SUD: "2"})
    assert span(state, BuyTrain("2", SUD, 1)) == range(1, 71)
    assert span(state, TWO_TRAIN) is None


def test_the_other_director_must_agree_but_nobody_agrees_with_himself() -> None:
    state = position(TRAINS, cash={NOR: 70}, trains={SUD: "2"})
    assert why(state, BuyTrain("2", SUD, 1)) == ("consent", "This needs the agreement of Ben.")
    both = position(TRAINS, cash={NOR: 70}, trains={SUD: "2"}, directors={NOR: ANN, SUD: ANN})
    assert play(both, BuyTrain("2", SUD, 1)).trains_of(NOR) == ("2",)


def test_a_company_sells_only_trains_it_has_and_the_crown_none() -> None:
    state = position(TRAINS, cash={NOR: 70}, started=(NOR, SUD, CROWN), trains={SUD: "2", CROWN: "3"})
    assert why(state, BuyTrain("3", SUD, 1), [BEN]) == ("train-from-company", "SUD has no 3-train to sell.")
    assert why(state, BuyTrain("3", CROWN, 1)) == ("train-from-company", "CROWN has no 3-train to sell.")
    assert BuyTrain("3", CROWN, 1) not in set(legal_moves(state))


# ---------------------------------------------------------------------- trading in


TRADE = BuyTrain("3", BANK, 90, "2")


def test_a_train_is_taken_in_part_payment_even_by_a_full_company() -> None:
    after = play(position(TRAINS, cash={NOR: 90}, trains={NOR: "2 2"}, depot="3"), TRADE)
    assert (after.trains_of(NOR), after.cash_of(NOR), after.trains_of(POOL)) == (("2", "3"), 0, ())


def test_trading_costs_what_is_printed_and_must_be_paid_in_cash() -> None:
    state = position(TRAINS, cash={NOR: 100}, trains={NOR: "2", SUD: "2"}, depot="3")
    assert why(state, BuyTrain("3", BANK, 89, "2")) == ("trade-in", "A 3-train costs $90 and a 2-train.")
    poor = position(BuyTrains(finance=Lender()), cash={NOR: 89}, trains={NOR: "2", SUD: "2"}, depot="3")
    assert why(poor, TRADE) == ("trade-in", "That costs $90; NOR has $89.")


def test_only_a_train_one_has_is_traded_and_only_for_what_says_so() -> None:
    state = position(TRAINS, cash={NOR: 300}, trains={NOR: "3"}, depot="3")
    assert why(state, TRADE) == ("trade-in", "NOR has no 2-train to trade in.")
    assert why(state, BuyTrain("3", BANK, 90, "3")) == ("trade-in", "The bank does not take that train in trade now.")


def test_whether_trains_are_traded_now_and_for_the_pools_is_the_titles() -> None:
    never = position(BuyTrains(trading=lambda state: False), cash={NOR: 300}, trains={NOR: "2"}, depot="3")
    assert refused(never, TRADE).rule == "trade-in"
    from_pool = BuyTrain("3", POOL, 90, "2")
    assert refused(position(TRAINS, cash={NOR: 300}, trains={NOR: "2", POOL: "3"}), from_pool).rule == "trade-in"
    after = play(position(BuyTrains(trading_for_pool=True), cash={NOR: 300}, trains={NOR: "2", POOL: "3"}), from_pool)
    assert (*trains(after, NOR, POOL), after.cash_of(NOR)) == (("3",), (), 210)


def test_what_becomes_of_a_traded_train_is_the_titles() -> None:
    taken: list[tuple[Company, str]] = []

    def note(book: Book, company: Company, train: str) -> str:
        taken.append((company, train))
        return ""

    after = play(position(BuyTrains(take_in=note), cash={NOR: 90}, trains={NOR: "2"}, depot="3"), TRADE)
    assert taken == [(NOR, "2")] and after.trains_of(NOR) == ("2", "3")


# ---------------------------------------------------------------------- order of asking


def test_it_is_asked_again_after_each_purchase_and_then_the_next_company() -> None:
    state = position(TRAINS, cash={NOR: 300, SUD: 100})
    assert to_act(state) == ANN
    once = play(state, TWO_TRAIN)
    assert (to_act(once), once.operating) == (ANN, NOR)
    twice = play(once, TWO_TRAIN)
    assert (to_act(twice), twice.operating) == (BEN, SUD)
    assert play(once, Pass()).operating == SUD


def test_who_can_pay_for_nothing_is_not_asked_but_for_another_companys_train() -> None:
    poor = position(TRAINS, cash={NOR: 1})
    assert TRAINS.actor(poor) is None
    assert TRAINS.actor(position(TRAINS, cash={NOR: 1}, trains={SUD: "2"})) == ANN
    assert TRAINS.actor(position(TRAINS, trains={SUD: "2"})) is None
    assert set(legal_moves(position(TRAINS, cash={NOR: 1}, trains={SUD: "2"}))) == {BuyTrain("2", SUD, 1), Pass()}


def test_a_private_is_no_train() -> None:
    state = position(TRAINS, cash={NOR: 100}, privates={PA: BEN})
    assert refused(state, BuyPrivate(PA, 50)).rule == "order"
