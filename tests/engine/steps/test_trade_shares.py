"""A turn in a stock round: what may be sold and bought, in which order and up to which limits, and where prices go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.events import Passed, SharesBought, SharesSold
from engine.game import legal_moves, to_act
from engine.message import Message
from engine.moves import Buy, Discard, Pass, Sell
from engine.names import BANK, IPO, POOL, TREASURY, Holder, Player
from engine.state import RoundFacts, State, Turn
from engine.steps.trade_shares import SELL_BUY, SELL_BUY_SELL, Holding, TradeShares
from tests.engine.steps.made import (
    ANN,
    BEN,
    CAT,
    CROWN,
    NOR,
    PA,
    PB,
    PIT,
    SUD,
    composed,
    events_of,
    forbids,
    play,
    position,
    refused,
    why,
)

FIRST = {ANN: 3, BEN: 2, IPO: 4, POOL: 1}
SECOND = {BEN: 3, CAT: 2, TREASURY: 5}


def trading(
    step: TradeShares | None = None,
    one: Mapping[Holder, int] = FIRST,
    two: Mapping[Holder, int] = SECOND,
    on_turn: Player = ANN,
    **named: Any,
) -> State:
    """A stock round in which a share of NOR and of SUD is worth 60 in the market and 60 in the first offer."""
    title = composed(trade=step or TradeShares())
    return position(title=title, round_="stock", on_turn=on_turn, shares={NOR: one, SUD: two}, **named)


# ---------------------------------------------------------------------- buying


@pytest.mark.parametrize(
    ("move", "paid_to"), [(Buy(NOR, IPO), BANK), (Buy(NOR, POOL), BANK), (Buy(SUD, TREASURY), SUD)]
)
def test_a_share_is_paid_to_the_bank_or_to_the_company_that_owned_it(move: Buy, paid_to: str) -> None:
    state = trading()
    assert SharesBought(ANN, move.company, move.source, 1, 60, paid_to) in events_of(state, move)
    after = play(state, move)
    assert after.cash_of(ANN) == 340 and after.held(ANN, move.company) == state.held(ANN, move.company) + 1


def test_the_first_offer_costs_par_and_the_rest_the_market() -> None:
    state = trading(at=(0, 3), two={BEN: 3, IPO: 1, POOL: 6})
    assert play(state, Buy(SUD, IPO)).cash_of(ANN) == 340
    assert play(state, Buy(SUD, POOL)).cash_of(ANN) == 320


def test_the_last_coin_buys_and_a_coin_less_does_not() -> None:
    assert play(trading(cash={ANN: 60}), Buy(NOR, IPO)).cash_of(ANN) == 0
    told = refused(trading(cash={ANN: 59}), Buy(NOR, IPO))
    assert (told.rule, told.why) == ("cash", "That costs $60; Ann has $59.")
    assert set(told.instead) == {"sell 1 NOR", "sell 2 NOR", "sell 3 NOR"}


def test_the_last_share_of_a_place_is_bought_and_no_further_one() -> None:
    after = play(trading(), Buy(NOR, POOL))
    assert after.held(POOL, NOR) == 0
    assert why(after, Buy(NOR, POOL)) == ("no-share-there", "There is no share of NOR to buy there.")


def test_shares_only_of_companies_in_play() -> None:
    state = trading(directors={NOR: ANN})
    assert why(state, Buy(SUD, TREASURY)) == ("not-started", "SUD is not in play.")
    minor = trading(directors={NOR: ANN, PIT: BEN})
    assert why(minor, Buy(PIT, IPO)) == ("not-started", "PIT is not in play.")


def test_one_who_sold_a_company_in_this_round_does_not_buy_it() -> None:
    state = trading(facts=RoundFacts(sold=((ANN, SUD), (BEN, NOR))))
    assert why(state, Buy(SUD, TREASURY)) == ("sold-this-round", "Ann has sold SUD in this round.")
    play(state, Buy(NOR, IPO))


def test_the_last_certificate_within_the_limit_is_bought_and_none_beyond() -> None:
    # The director's certificate counts once for two shares, and a private counts as one: 3 - 1 + 2 + 1 = 5 of 6.
    five: dict[Holder, int] = {ANN: 2, BEN: 3, TREASURY: 5}
    assert play(trading(two=five, privates={PA: ANN}), Buy(NOR, IPO)).held(ANN, NOR) == 4
    full = trading(two=five, privates={PA: ANN, PB: ANN})
    assert why(full, Buy(NOR, IPO)) == ("certificate-limit", "Ann is at the limit of 6 certificates.")


def test_certificates_that_do_not_count_are_bought_at_the_limit_too() -> None:
    step = TradeShares(holding=Holding(counts=lambda state, company: company != NOR))
    six: dict[Holder, int] = {ANN: 4, BEN: 4, TREASURY: 2}
    state = trading(step, two=six, privates={PA: ANN, PB: ANN})
    assert play(state, Buy(NOR, IPO)).held(ANN, NOR) == 4
    assert refused(state, Buy(SUD, TREASURY)).rule == "certificate-limit"


def test_six_shares_of_a_company_may_be_held_and_no_seventh() -> None:
    five: dict[Holder, int] = {ANN: 5, BEN: 2, IPO: 3}
    assert play(trading(one=five), Buy(NOR, IPO)).held(ANN, NOR) == 6
    six: dict[Holder, int] = {ANN: 6, BEN: 2, IPO: 2}
    assert why(trading(one=six), Buy(NOR, IPO)) == ("over-60", "Nobody may hold more than 60 % of NOR.")
    few = trading(TradeShares(holding=Holding(most=lambda state, company: 3)))
    assert why(few, Buy(NOR, IPO)) == ("over-60", "Nobody may hold more than 30 % of NOR.")


def test_one_purchase_in_a_turn() -> None:
    again = TradeShares(order=SELL_BUY_SELL)
    after = play(trading(again), Buy(NOR, IPO))
    assert to_act(after) == ANN
    assert why(after, Buy(NOR, IPO)) == ("one-purchase", "Only one purchase per turn.")
    assert play(trading(), Buy(NOR, IPO)).actor_on_turn == BEN


def test_several_certificates_at_once_only_of_companies_that_allow_it() -> None:
    assert why(trading(), Buy(NOR, IPO, 2)) == ("one-purchase", "Only one certificate per turn.")
    assert refused(trading(), Buy(NOR, IPO, 0)).rule == "one-purchase"
    many = TradeShares(many=lambda state, company: company == NOR)
    assert play(trading(many, cash={ANN: 120}), Buy(NOR, IPO, 2)).held(ANN, NOR) == 5
    assert refused(trading(many), Buy(SUD, TREASURY, 2)).rule == "one-purchase"
    assert refused(trading(many, cash={ANN: 119}), Buy(NOR, IPO, 2)).rule == "cash"


def test_a_purchase_of_several_goes_on_with_the_same_company_until_something_is_sold() -> None:
    many = TradeShares(order=SELL_BUY_SELL, many=lambda state, company: True)
    once = play(trading(many), Buy(NOR, IPO))
    assert many.asked(once) == "trade-more"
    assert play(once, Buy(NOR, IPO)).held(ANN, NOR) == 5
    said = "Only one purchase per turn; Ann has already bought NOR."
    assert why(once, Buy(SUD, TREASURY)) == ("one-purchase", said)
    sold = play(once, Sell(NOR, 1))
    assert many.asked(sold) == "trade-sell"
    assert why(sold, Buy(NOR, IPO)) == ("buy-after-second-sale", "Only one purchase per turn.")


def test_where_a_purchase_may_resume_it_does_but_not_with_what_was_sold() -> None:
    many = TradeShares(order=SELL_BUY_SELL, many=lambda state, company: True, resumes=lambda state: True)
    two: dict[Holder, int] = {ANN: 2, BEN: 3, TREASURY: 5}
    sold = play(trading(many, two=two), Buy(NOR, IPO), Sell(SUD, 1))
    assert many.asked(sold) == "trade-more"
    assert play(sold, Buy(NOR, IPO)).held(ANN, NOR) == 5


# ---------------------------------------------------------------------- selling


def test_a_share_is_sold_at_the_price_before_it_falls_a_step_for_each() -> None:
    after = play(trading(on_turn=BEN), Sell(NOR, 2))
    assert (after.cash_of(BEN), after.held(POOL, NOR), after.market.cells[NOR]) == (520, 3, (2, 1))
    assert SharesSold(BEN, NOR, 2, 60) in events_of(trading(on_turn=BEN), Sell(NOR, 2))


def test_the_market_ends_below() -> None:
    after = play(trading(on_turn=BEN, at=(2, 1)), Sell(NOR, 1))
    assert after.market.cells[NOR] == (2, 1)


def test_how_far_a_sale_falls_is_the_titles() -> None:
    once = TradeShares(drop=lambda state, player, company, count: 1)
    assert play(trading(once, on_turn=BEN), Sell(NOR, 2)).market.cells[NOR] == (1, 1)
    never = TradeShares(drop=lambda state, player, company, count: 0)
    assert play(trading(never, on_turn=BEN), Sell(NOR, 2)).market.cells[NOR] == (0, 1)


def test_nobody_sells_more_than_he_has() -> None:
    assert why(trading(), Sell(NOR, 4)) == ("sell-what", "Ann has 3 shares of NOR.")
    assert why(trading(), Sell(SUD, 1)) == ("sell-what", "Ann has no shares of SUD.")
    single = trading(two={BEN: 3, ANN: 1, TREASURY: 6})
    assert why(single, Sell(SUD, 2)) == ("sell-what", "Ann has 1 share of SUD.")
    assert why(trading(), Sell(NOR, 0)) == ("sell-what", "Sell at least one share.")


def test_only_companies_whose_shares_are_traded_are_sold() -> None:
    said = "Only shares of public companies are sold; PIT is none."
    assert why(trading(directors={NOR: ANN, PIT: ANN}), Sell(PIT, 1)) == ("sell-what", said)
    assert refused(trading(), Sell(CROWN, 1)).rule == "sell-what"


def test_the_pool_takes_half_of_a_company_and_no_more() -> None:
    four: dict[Holder, int] = {ANN: 3, BEN: 2, IPO: 1, POOL: 4}
    assert play(trading(one=four, on_turn=BEN), Sell(NOR, 1)).held(POOL, NOR) == 5
    said = "The pool may hold 50 % of NOR at most."
    assert why(trading(one=four, on_turn=BEN), Sell(NOR, 2)) == ("pool-over-50", said)
    two = TradeShares(holding=Holding(pool_limit=2))
    assert why(trading(two, on_turn=BEN), Sell(NOR, 2)) == ("pool-over-50", "The pool may hold 20 % of NOR at most.")


def test_a_director_sells_below_two_shares_only_to_an_heir_with_two() -> None:
    assert play(trading(), Sell(NOR, 2)).held(ANN, NOR) == 1
    alone: dict[Holder, int] = {ANN: 3, BEN: 1, IPO: 6}
    said = "Nobody else holds 20 % of NOR to become its director."
    assert why(trading(one=alone), Sell(NOR, 2)) == ("director-cert-to-pool", said)
    assert play(trading(one=alone), Sell(NOR, 1)).held(ANN, NOR) == 2


def test_what_may_not_be_sold_yet_or_for_another_reason_is_the_titles() -> None:
    early = TradeShares(holding=Holding(sellable=lambda state, company: Message("Not yet.")))
    assert forbids(early, trading(early), Sell(NOR, 1)) == ("sell-when", "Not yet.")
    barred = TradeShares(holding=Holding(barred=lambda state, player, company: ("cash", Message("Ann is barred."))))
    assert forbids(barred, trading(barred), Sell(NOR, 1)) == ("cash", "Ann is barred.")
    assert not any(isinstance(move, Sell) for move in legal_moves(trading(barred)))


# ---------------------------------------------------------------------- in which order


def test_one_sells_before_one_buys() -> None:
    step = TradeShares(order=SELL_BUY)
    state = trading(step, turn=Turn(bought=True, bought_of=NOR))
    assert forbids(step, state, Sell(NOR, 1)) == ("sell-before-buy", "Sell before you buy.")
    sold = play(trading(step), Sell(NOR, 1), Sell(NOR, 1))
    assert to_act(sold) == ANN
    assert play(sold, Buy(SUD, TREASURY)).actor_on_turn == BEN


def test_where_one_may_sell_again_the_turn_ends_with_a_pass() -> None:
    step = TradeShares(order=SELL_BUY_SELL)
    after = play(trading(step), Sell(NOR, 1), Buy(SUD, TREASURY), Sell(NOR, 1))
    assert to_act(after) == ANN
    assert play(after, Pass()).actor_on_turn == BEN


def test_what_is_asked_has_the_name_of_what_is_left() -> None:
    step = TradeShares(order=SELL_BUY_SELL)
    state = trading(step)
    assert step.asked(state) == "trade"
    assert step.asked(play(state, Sell(NOR, 1))) == "trade"
    assert step.asked(play(state, Buy(NOR, IPO))) == "trade-sell"


def test_a_turn_without_sale_or_purchase_is_a_pass_and_three_end_the_round() -> None:
    assert Passed(ANN) in events_of(trading(), Pass())
    after = play(trading(), Sell(NOR, 1))
    assert not any(isinstance(event, Passed) for event in events_of(after, Pass()))
    assert play(trading(), Pass(), Pass()).actor_on_turn == CAT
    assert play(trading(), Pass(), Pass(), Pass()).over


def test_who_sold_what_is_remembered_once_for_the_round() -> None:
    after = play(trading(), Sell(NOR, 1), Sell(NOR, 1))
    assert after.facts.sold == ((ANN, NOR),)
    assert refused(after, Buy(NOR, IPO)).rule == "sold-this-round"
    assert refused(play(after, Pass(), Pass(), Pass()), Buy(NOR, IPO)).rule == "sold-this-round"


def test_who_can_neither_sell_nor_buy_is_not_asked() -> None:
    poor = trading(cash={ANN: 400, BEN: 400, CAT: 59}, two={BEN: 5, TREASURY: 5}, on_turn=BEN)
    after = play(poor, Pass())
    assert after.actor_on_turn == ANN and after.facts.passes == 2
    assert play(trading(cash={CAT: 60}, two={BEN: 5, TREASURY: 5}, on_turn=BEN), Pass()).actor_on_turn == CAT


# ---------------------------------------------------------------------- over the limit


def test_who_is_over_the_limit_must_sell_before_anything_else() -> None:
    seven: dict[Holder, int] = {ANN: 7, BEN: 2, IPO: 1}
    state = trading(one=seven)
    said = "Ann is over the limit and must sell first."
    for move in (Pass(), Buy(SUD, TREASURY)):
        told = refused(state, move)
        assert (told.rule, told.why) == ("must-sell-first", said)
        assert "sell 1 NOR" in told.instead
    after = play(state, Sell(NOR, 1))
    assert play(after, Buy(SUD, TREASURY)).actor_on_turn == BEN


def test_too_many_certificates_must_be_sold_too_and_exactly_enough_need_not() -> None:
    six: dict[Holder, int] = {ANN: 4, BEN: 4, TREASURY: 2}
    over = trading(two=six, privates={PA: ANN})
    assert refused(over, Pass()).rule == "must-sell-first"
    play(trading(two=six), Pass())


def test_who_is_over_the_limit_and_can_sell_nothing_is_not_held_up() -> None:
    two_at_most = Holding(
        most=lambda state, company: 2 if company == NOR else 6, sellable=lambda state, company: Message("Not yet.")
    )
    stuck = trading(TradeShares(holding=two_at_most))
    assert to_act(stuck) == ANN
    assert play(stuck, Pass()).actor_on_turn == BEN
    assert play(stuck, Buy(SUD, TREASURY)).held(ANN, SUD) == 1


def test_everything_offered_is_accepted_and_names_each_number_of_shares() -> None:
    state = trading()
    offered = set(legal_moves(state))
    assert offered == {
        Buy(NOR, IPO),
        Buy(NOR, POOL),
        Buy(SUD, TREASURY),
        Sell(NOR, 1),
        Sell(NOR, 2),
        Sell(NOR, 3),
        Pass(),
    }
    for move in offered:
        play(state, move)


def test_a_stock_round_knows_no_other_orders() -> None:
    assert refused(trading(), Discard("2")).rule == "order"
