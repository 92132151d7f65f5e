"""What follows from each order on file: when it acts, when it waits, why it stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from engine import Deed, Finished, Go, State, Stop, Wait
from engine.ahead.orders import If
from engine.moves import Buy, BuyTrain, Done, LayTile, Pass, Pay, Run, Sell
from tests.engine.ahead.tables import BLUE, GOLD, RED, SEATS, minors, stock
from tests.engine.positions import Firm, position
from tests.moderator.report.positions import PLAYED, game
from tests.phrasings.positions import at


def judged(line: str, state: State, *deeds: tuple[str, str, str], given: State | None = None) -> engine.Verdict:
    order = engine.read_standing(given or state, RED, line)
    assert order is not None
    return engine.evaluate(order, state, [Deed(*one) for one in deeds], RED)


def test_a_standing_pass_passes_in_its_round_and_stays_on_file() -> None:
    verdict = judged("standing pass", stock())
    assert isinstance(verdict, Go) and verdict.moves == (Pass(),)
    assert verdict.left is not None and verdict.left.write() == "standing pass in stock round 2"


def test_an_order_waits_while_another_decides() -> None:
    assert judged("standing pass", stock("Blue")) == Wait()


def test_an_order_for_another_round_waits_and_one_for_a_past_round_is_over() -> None:
    assert judged("standing pass in stock round 3", stock()) == Wait()
    later = stock(number=3)
    over = judged("standing pass", later, given=stock())
    assert isinstance(over, Finished) and str(over.because) == "Stock round 2 is over."


@pytest.mark.parametrize(
    ("deed", "why", "even"),
    [
        (("sell", "Blue", "CPR"), "Blue sells shares of CPR", "someone sells"),
        (("start", "Green", "QL"), "Green starts QL", "a company is started"),
        (("phase", "", "3"), "phase 3 has begun", "the phase changes"),
    ],
)
def test_what_was_not_foreseen_stops_a_pass_and_even_if_takes_the_stop_away(
    deed: tuple[str, str, str], why: str, even: str
) -> None:
    stopped = judged("standing pass", stock(), deed)
    assert isinstance(stopped, Stop) and str(stopped.because) == why
    assert isinstance(judged(f"standing pass even if {even}", stock(), deed), Go)


def put_up() -> tuple[str, State]:
    """1861: Gold has put up a minor, and Red is asked."""
    state = minors(on_turn="Gold")
    bid = next(iter(engine.bids(state).values()))
    after = engine.apply(state, bid, GOLD).state
    assert engine.to_act(after) == RED
    return bid.item, after


def test_a_company_that_is_put_up_stops_a_pass_that_was_given_before() -> None:
    item, up = put_up()
    told = str(engine.read_standing(minors(), RED, "standing pass").tell(minors()))  # type: ignore[union-attr]
    assert "a company is started or put up for auction" in told
    stopped = judged("standing pass", up, ("bid", "Gold", item), given=minors())
    assert isinstance(stopped, Stop) and str(stopped.because) == f"Gold bids for {item}"
    # Given while it is up, or in spite of it, the pass is meant for it, and the owner has read so.
    assert isinstance(judged("standing pass", up, ("bid", "Green", item)), Go)
    order = engine.read_standing(up, RED, "standing pass")
    assert order is not None
    said = order.already(engine.Seen(up, frozenset(), RED))
    assert str(said) == f"{item} is up for auction: there you pass too."
    line = "standing pass even if a company is started"
    assert isinstance(judged(line, up, ("bid", "Gold", item), given=minors()), Go)
    assert "In auctions of companies you pass too." in str(engine.read_standing(minors(), RED, line).tell(minors()))  # type: ignore[union-attr]
    assert "auction" not in str(engine.read_standing(stock(), RED, line).tell(stock()))  # type: ignore[union-attr]


def test_an_auction_that_is_over_or_that_one_bids_in_stops_no_pass() -> None:
    item, up = put_up()
    bids = ("bid", "Gold", item), ("bid", "Red", item)
    assert isinstance(judged("standing pass", up, *bids, given=minors()), Go)
    assert isinstance(judged("standing pass", minors(), *bids), Go)


@pytest.mark.parametrize(
    "line",
    [
        "if phase 6 then sell 1 RR else pass",
        "if phase 2 then pass",
        "if phase 6 then buy RR else pass",
        "if the 4-train is sold before my turn then buy RR",
        "if Green passes then pass",
    ],
)
def test_what_is_said_of_a_round_neither_passes_nor_is_used_up_in_an_auction_of_a_company(line: str) -> None:
    item, up = put_up()
    company = next(name for name, spec in up.title.companies.items() if spec.kind.traded)
    deeds = ("bid", "Gold", item), ("pass", "Green", item)
    assert judged(line.replace("RR", company), up, *deeds, given=minors()) == Wait()


def test_who_passed_in_an_auction_has_not_passed_in_the_round() -> None:
    item, up = put_up()
    assert judged("if Green passes then pass", minors(), ("pass", "Green", item)) == Wait()
    assert isinstance(judged("if Green passes then pass", minors(), ("pass", "Green", "")), Go)
    # Given for the auction, or as an answer to a bid, it speaks there.
    assert isinstance(judged("if Green passes then pass", up, ("pass", "Green", item)), Go)
    assert isinstance(judged("if Gold bids then pass", up, ("bid", "Gold", item), given=minors()), Go)


def test_who_passes_in_every_auction_is_not_asked_because_one_passes_in_a_round() -> None:
    orders = [engine.read_standing(minors(), RED, line) for line in ("standing pass", "standing pass all auctions")]
    a_round, auctions = (one for one in orders if one is not None)
    assert engine.rank(auctions) < engine.rank(a_round)


def test_a_run_that_is_not_to_be_made_by_one_company_waits_for_another() -> None:
    line, state = "if phase 2 then run best", stock()
    order = engine.read_standing(state, RED, line)
    assert order is not None and "whichever of your companies comes first" in str(order.tell(state))
    assert judged(line, operating().change(trains={}), given=state) == Wait()
    assert isinstance(judged(line, operating(), given=state), Go)


def test_sales_of_a_company_one_does_not_hold_and_ones_own_deeds_stop_nothing() -> None:
    assert isinstance(judged("standing pass", stock(), ("sell", "Blue", "QL"), ("sell", "Red", "CN")), Go)


def test_a_directorship_that_can_be_taken_stops_a_pass_unless_it_could_when_the_order_was_given() -> None:
    held = {"Red": 3, "Blue": 3}
    tight = position("1882", 4, Firm("CN", held, 76, 300, "2", rest="(ipo)"), round="stock", on_turn="Red", number=2,
                     seats=("Red", "Blue", "Green", "Gold"))  # fmt: skip
    stopped = judged("standing pass", tight, given=stock())
    assert isinstance(stopped, Stop) and str(stopped.because) == "your directorship of CN can be taken"
    assert isinstance(judged("standing pass", tight), Go)


def poor_price(red: int, blue: int, at: int, loose: int = 3) -> State:
    """1882: Red directs CPR, Blue is near it; at $20, in brown, several certificates may be bought in a turn."""
    rest = {"Green": 10 - red - blue - loose} if 10 - red - blue - loose else {}
    held = {"Red": red, "Blue": blue} | rest
    return position("1882", 4, Firm("CPR", held, at, 300, "2", rest="(ipo)"), round="stock", on_turn="Red",
                    number=2, seats=SEATS, cash={"Red": 200, "Blue": 100, "Green": 0, "Gold": 0})  # fmt: skip


def test_a_directorship_that_takes_two_purchases_of_one_turn_stops_a_pass() -> None:
    cheap = poor_price(4, 3, 20)
    stopped = judged("standing pass all stock rounds", cheap, given=stock())
    assert isinstance(stopped, Stop) and str(stopped.because) == "your directorship of CPR can be taken"
    # Of a company of which one certificate a turn is bought, it can't; nor where the shares are too few.
    assert isinstance(judged("standing pass all stock rounds", poor_price(4, 3, 76), given=stock()), Go)
    assert isinstance(judged("standing pass all stock rounds", poor_price(4, 3, 20, loose=1), given=stock()), Go)


def test_a_directorship_that_was_taken_stops_a_pass_also_where_its_owner_knew_that_it_could_be() -> None:
    before = poor_price(4, 3, 20)
    order = engine.read_standing(before, RED, "standing pass")
    assert order is not None
    said = order.already(engine.Seen(before, frozenset(), RED))
    assert said is not None and "directorship of CPR can be taken already" in str(said)
    there = engine.apply(before, Pass(), RED).state
    done = list[Deed]()
    for _ in range(2):
        outcome = engine.apply(there, Buy(engine.Company("CPR"), "(ipo)"), BLUE)
        there, done = outcome.state, [*done, *engine.deeds(outcome.events)]
    assert there.directors[engine.Company("CPR")] == BLUE
    back = there.change(cursor=replace(there.cursor, at=before.cursor.at, step=""), turn=before.turn)
    stopped = engine.evaluate(order, back, done, RED)
    assert isinstance(stopped, Stop) and str(stopped.because) == "your directorship of CPR was taken"
    assert isinstance(judged("standing pass even if a directorship", back, *done, given=before), Go)


def test_a_directorship_that_one_sold_oneself_stops_nothing() -> None:
    sold = engine.apply(poor_price(4, 3, 20), Sell(engine.Company("CPR"), 2), RED)
    assert sold.state.directors[engine.Company("CPR")] == BLUE
    assert not [one for one in engine.deeds(sold.events) if one.deed == "lose"]


def test_a_purchase_that_another_must_agree_to_is_refused_where_it_is_filed() -> None:
    with pytest.raises(engine.Refused) as refused:
        engine.read_standing(minors(), RED, "when M-K operates then no track; train 2 from K-K for 60; done")
    assert "Blue must agree to train 2 from K-K for 60" in str(refused.value)
    assert refused.value.instead == ("when M-K operates then no track",)
    with pytest.raises(engine.Refused):
        engine.read_standing(minors(), RED, "if phase 3 then train 2 from K-K for 60")
    # Of a company of one's own it needs nobody.
    assert engine.read_standing(minors(), RED, "when M-K operates then no track; train 2 from N for 60; done")


def test_a_train_is_named_before_or_behind_its_number_where_one_is_willing_to_sell_it() -> None:
    lines = "willing sell train 2 of N to K-K from 50", "bereit, Zug 2 von N an K-K zu verkaufen ab 50"
    for line in lines:
        order = engine.read_standing(minors(), RED, line)
        assert order is not None and order.write() == "willing sell 2-train of N to K-K from 50"


def test_who_orders_a_train_for_a_company_that_has_all_it_may_is_told_so() -> None:
    line = "standing operate M-K: run best, no track, no station, train 3 if there is money"
    state = minors()
    full = state.change(trains={**state.trains, "M-K": ("2",) * (engine.limit(state, "M-K") or 0)})
    for here, told in ((state, False), (full, True)):
        order = engine.read_standing(here, RED, line)
        assert order is not None
        so = order.already(engine.Seen(here, frozenset(), RED))
        assert (so is not None and "as many trains as it may have" in str(so)) is told


def test_unless_adds_a_stop_that_says_what_it_saw() -> None:
    stopped = judged("standing pass unless price CN >= 70", stock())
    assert isinstance(stopped, Stop) and str(stopped.because) == "the price of CN is $76"


def test_what_was_begun_by_hand_is_not_ended_by_a_standing_pass() -> None:
    state = stock()
    sold = engine.apply(state, Sell(engine.Company("CPR"), 1), RED).state
    assert engine.to_act(sold) == RED
    assert judged("standing pass", sold, given=state) == Wait()


def test_buying_goes_on_to_its_goal_then_passes_for_the_rest_of_the_round() -> None:
    verdict = judged("standing buy CN until 4 shares then pass", stock())
    assert isinstance(verdict, Go) and verdict.moves[0] == Buy(engine.Company("CN"), "(ipo)")
    assert verdict.moves[1:] in ((), (Done(),))
    reached = judged("standing buy CN until 3 shares then pass", stock())
    assert isinstance(reached, Go) and reached.moves == (Pass(),)
    assert reached.left is not None and reached.left.write() == "standing pass in stock round 2"
    asked = judged("standing buy CN until 3 shares", stock())
    assert isinstance(asked, Stop) and str(asked.because) == "you hold 3 shares of CN"


def test_a_price_above_the_limit_and_an_empty_purse_end_the_buying() -> None:
    dear = judged("standing buy CN up to 50", stock())
    assert isinstance(dear, Stop) and "costs $76" in str(dear.because)
    poor = stock().change(cash={**stock().cash, "Red": 10})
    broke = judged("standing buy CN until 5 shares", poor)
    assert isinstance(broke, Stop)


@pytest.mark.parametrize(("price", "moves"), [(70, (Sell(engine.Company("CN"), 1),)), (100, (Pass(),))])
def test_a_condition_chooses_between_two_orders(price: int, moves: tuple[engine.Move, ...]) -> None:
    verdict = judged(f"if price CN >= {price} then sell 1 CN else pass", stock())
    assert isinstance(verdict, Go) and verdict.moves == moves and verdict.left is None
    assert "the price of CN is $76" in str(verdict.because)


def test_without_else_a_condition_waits_for_its_day() -> None:
    assert judged("if price CN >= 100 then sell 1 CN", stock()) == Wait()


def test_before_my_turn_means_the_next_turn_only() -> None:
    verdict = judged("if the 4-train is sold before my turn then buy CPR", stock())
    assert isinstance(verdict, Finished) and "no 4-train is sold yet" in str(verdict.because)


def test_orders_that_no_longer_fit_are_asked_about_and_never_a_pass() -> None:
    verdict = judged("if price CN >= 70 then sell 5 CN", stock())
    assert isinstance(verdict, Stop) and "no longer fit" in str(verdict.because)


def test_what_others_did_counts_only_from_when_the_order_was_given() -> None:
    line = "if Blue sells CN then sell 1 CN"
    assert judged(line, stock()) == Wait()
    assert isinstance(judged(line, stock(), ("sell", "Blue", "CN")), Go)


def operating() -> State:
    """CPR at the beginning of a turn in which its train can run."""
    state = position(
        "1882", 4, Firm("CPR", {"Red": 3}, 76, 300, "2", rest="(ipo)"), round="operating", on_turn="CPR",
        step="track", seats=("Red", "Blue", "Green", "Gold"),
    )  # fmt: skip
    reached = [state]
    for _ in range(3):
        reached = [
            before.change(board=engine.apply(before, move, RED).state.board)
            for before in reached[:12]
            for move in engine.legal_moves(before)
            if isinstance(move, LayTile)
        ]
        for laid in reached:
            if (best := engine.run_to_come(laid)) is not None and best.value:
                return laid
    raise AssertionError("no lays let a train run")


def test_a_standing_operation_leaves_track_to_its_owner_unless_it_says_no_track() -> None:
    state = operating()
    assert judged("standing operate CPR: run best, pay", state) == Wait()
    verdict = judged("standing operate CPR: no track, no station, run best, pay, no train", state)
    assert isinstance(verdict, Go)
    kinds = [type(move) for move in verdict.moves]
    assert Run in kinds and kinds[-1] in (Done, Pay, Pass)


@pytest.mark.parametrize("line", ["no track", "no track, no station, no train"])
def test_who_says_no_to_track_in_an_order_of_its_own_is_not_asked_for_it(line: str) -> None:
    state = operating()
    verdict = judged(f"standing operate CPR: {line}", state)
    assert isinstance(verdict, Go) and verdict.moves == (Pass(),)
    # What another order says of the rest of the turn is heard then.
    there = engine.apply(state, Pass(), RED).state
    rest = judged("standing operate CPR: run best, pay", there)
    assert isinstance(rest, Go) and [type(move) for move in rest.moves] == [Run, Pay]


def test_a_train_is_bought_only_if_the_treasury_can_pay_for_it() -> None:
    state = operating()
    bought = judged("standing operate CPR: no track, no station, run best, withhold, train 2 if there is money", state)
    assert isinstance(bought, Go) and any(move.write() == "train 2" for move in bought.moves)
    poor = state.change(cash={**state.cash, "CPR": 10})
    kept = judged("standing operate CPR: no track, no station, run best, pay, train 2 if there is money", poor)
    assert isinstance(kept, Go) and not any(move.write() == "train 2" for move in kept.moves)


def test_where_only_another_train_is_on_sale_its_owner_is_asked() -> None:
    state = operating()
    rich = state.change(cash={**state.cash, "CPR": 900})
    asked = judged("standing operate CPR: no track, no station, run best, pay, train 3 if there is money", rich)
    assert isinstance(asked, Go) and not any(isinstance(move, Done | BuyTrain) for move in asked.moves)
    poor = state.change(cash={**state.cash, "CPR": 100})
    ended = judged("standing operate CPR: no track, no station, run best, pay, train 3 if there is money", poor)
    assert isinstance(ended, Go) and isinstance(ended.moves[-1], Done)


def test_a_whole_turn_is_played_or_its_fallback_or_nothing() -> None:
    state = operating()
    whole = judged("when CPR operates then run best; pay; done", state)
    assert isinstance(whole, Go) and whole.left is None and not whole.second
    fallback = judged("when CPR operates then train 5; done else run best; pay; done", state)
    assert isinstance(fallback, Go) and "no longer fit" in str(fallback.because) and fallback.second
    neither = judged("when CPR operates then train 5; done else train 6", state)
    assert isinstance(neither, Stop)


@pytest.mark.parametrize(
    ("line", "where", "declines"),
    [
        ("standing no merger", "merger", True),
        ("standing no merger of K-R", "merger", True),
        ("standing no merger of M-V", "merger", False),  # K-R is asked
        ("standing no merger", "take", False),  # shares of what was formed are another question
        ("standing no merger", "station", False),
        ("standing no merger", "privates", False),
    ],
)
def test_no_merger_declines_for_the_minor_that_is_asked_and_nothing_else(line: str, where: str, declines: bool) -> None:
    state = at(where)
    assert engine.to_act(state) == BLUE
    order = engine.read_standing(at("merger"), BLUE, line)
    assert order is not None
    verdict = engine.evaluate(order, state, [], BLUE)
    assert verdict == Wait() if not declines else isinstance(verdict, Go) and verdict.moves == (Pass(),)


def test_willing_merges_agree_from_their_price_on() -> None:
    order = engine.read_standing(minors(), RED, "willing merge M-K with K-K from 160")
    assert order is not None
    move = engine.parse_order(minors(), "merge M-K and K-K into NW")
    seen = engine.Seen(minors(), frozenset(), RED)
    agreed = order.answer(seen, move, engine.Company("K-K"), BLUE)
    assert agreed is not None, "90 and 80 make a company at 165 or so"
    dear = engine.read_standing(minors(), RED, "willing merge M-K with K-K from 180")
    assert dear is not None and dear.answer(seen, move, engine.Company("K-K"), BLUE) is None


@pytest.mark.parametrize("moves", [78, 82])
def test_else_pass_leaves_out_no_step_of_a_companys_turn(moves: int) -> None:
    state = game("1882-2", moves)[1]
    mover = engine.to_act(state)
    assert mover is not None and state.cursor.round == "operating"
    company = next(one for one in state.title.companies if state.held(mover, one))
    order = engine.read_standing(state, mover, f"if price {company} >= 300 then sell 1 {company} else pass")
    assert order is not None
    assert engine.evaluate(order, state, [], mover) == Wait()
    assert "It speaks in your turns of stock rounds, and passes nothing else." in str(order.tell(state))


@pytest.mark.parametrize("moves", [78, 82])
def test_a_sale_waits_for_a_stock_round_and_is_not_used_up_in_a_companys_turn(moves: int) -> None:
    state = game("1882-2", moves)[1]
    mover = engine.to_act(state)
    assert mover is not None and state.cursor.round == "operating"
    company = next(one for one in state.title.companies if state.held(mover, one))
    order = engine.read_standing(state, mover, f"if price {company} >= 1 then sell 1 {company}")
    assert order is not None
    assert engine.evaluate(order, state, [], mover) == Wait()
    assert "It speaks in your turns of stock rounds." in str(order.tell(state))


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("run best, pay, done", "no track is laid; no station is placed; run best; pay; done"),
        ("no track, run best, pay", "no station is placed; no track; run best; pay"),
        ("no track, no station, done", "no track; no station; done"),
        ("if cash CN >= 1 then no track else no track, no station", "if CN has $1 or more in cash: no track"),
        ("no station", "no track is laid; no station"),
        ("no track", "no track."),
        ("pass", "pass."),
    ],
)
def test_a_turn_says_which_of_its_parts_it_goes_past_without_a_word(block: str, told: str) -> None:
    order = engine.read_standing(stock(), RED, f"when CN operates: {block}")
    assert order is not None
    assert str(order.tell(stock())).startswith(f"In the next turn of CN: {told}")


@pytest.mark.parametrize(
    ("line", "stops"),
    [
        ("whatever happens", "nothing can be bought"),
        (
            "even if someone sells even if someone starts even if a directorship",
            "the phase changes; nothing can be bought",
        ),
    ],
)
def test_what_stops_a_purchase_is_listed_without_gaps(line: str, stops: str) -> None:
    order = engine.read_standing(stock(), RED, f"standing buy CN until 6 shares {line}")
    assert order is not None and str(order.tell(stock())).endswith(f"It stops and asks you if: {stops}.")


def test_two_orders_for_the_same_decision_clash() -> None:
    state = stock()
    lines = ["standing pass", "standing buy CN until 5 shares", "standing operate CN: run best, pay",
             "standing operate CN: pay", "standing operate CN: no train", "refuse offers from Blue"]  # fmt: skip
    orders = [engine.read_standing(state, RED, line) for line in lines]
    clashing = {
        (i, j)
        for i, one in enumerate(orders)
        for j, two in enumerate(orders)
        if i < j and engine.clash(one, two, state.title)
    }
    assert clashing == {(0, 1), (2, 3)}


CONTRADICTIONS = [
    # A table, two orders, and whether they contradict each other.
    (stock, "standing pass", "standing buy CN until 5 shares", True),
    (stock, "standing pass in stock round 3", "standing buy CN until 5 shares", True),
    (stock, "standing pass in stock round 2", "standing pass in stock round 3", False),
    (stock, "standing buy CN until 5 shares", "standing buy CPR until 5 shares", True),
    (stock, "if price CN >= 100 then sell 2 CN else pass", "standing buy CPR until 5 shares", True),
    (stock, "if price CN >= 100 then sell 2 CN else pass", "if price CPR >= 100 then sell 1 CPR else pass", True),
    # Both pass where the condition does not hold; what it is for is the exception.
    (stock, "if price CN >= 100 then sell 2 CN else pass", "standing pass", False),
    (stock, "if price CN >= 100 then sell 2 CN", "standing buy CPR until 5 shares", False),
    (stock, "if price CN >= 100 then sell 2 CN", "if price CN >= 100 then pass", True),
    (stock, "if price CN >= 100 then sell 2 CN", "if price CN >= 90 then pass", False),
    (stock, "if 4-train sold then train 4", "if 4-train sold then sell 2 CN", False),
    (stock, "if phase 3 then pass else buy CN", "standing buy CN until 5 shares", False),
    (stock, "if phase 3 then pass else buy CN", "standing buy CPR until 5 shares", True),
    (stock, "if phase 3 then buy CN else pass", "bid P5 up to 90 then pass", False),
    (stock, "if Blue bids P4 then bid P5 60 else pass", "bid P5 up to 90 then pass", True),
    (stock, "if Blue bids P4 then bid P5 60 else pass", "standing buy CN until 5 shares", False),
    # What passes for all leaves what is named to whoever named it.
    (stock, "standing pass all auctions", "bid P5 up to 90 then pass", False),
    (stock, "standing pass all auctions", "standing pass in stock round 3", False),
    (stock, "standing pass all auctions", "if Blue bids P4 then pass else bid P5 60", True),
    (stock, "bid P4 up to 60", "bid P5 up to 90 then pass", False),
    (stock, "standing operate CN: run best, pay", "when CN operates then run best; withhold; done", True),
    (stock, "standing operate CN: no train", "if cash CN >= 300 then train 3 else done", True),
    (stock, "standing operate CN: run best, pay", "if cash CN >= 300 then train 3 else done", False),
    (stock, "standing operate CN: no train", "if cash CN >= 300 then train 3", False),
    (stock, "willing sell P2 from 40", "willing sell P2 to CN from 60", True),
    (stock, "willing sell P2 to CPR from 40", "willing sell P2 to CN from 60", False),
    (stock, "willing sell P2 from 40", "refuse all offers", False),
    (minors, "standing no merger", "willing merge M-K with N or K-K from 120", True),
    (minors, "standing no merger of N", "willing merge M-K from 120", False),
    (minors, "standing no merger of M-K", "willing merge M-K from 120", True),
    (minors, "standing no merger", "standing no merger of M-K", True),
    (minors, "willing merge M-K with N from 120", "willing merge M-K with K-K from 140", False),
    (minors, "willing merge M-K with N or K-K from 120", "willing merge M-K with K-K from 140", True),
    (minors, "bid V up to 150", "if price M-K >= 100 then convert M-K into NW else pass", False),
    (minors, "bid V up to 150", "if cash M-K >= 100 then buy SW else pass", True),
    (minors, "bid V up to 150", "standing buy SW until 3 shares", True),
    (minors, "bid V up to 150", "standing pass", False),
    (minors, "standing no merger", "if price M-K >= 100 then convert M-K into NW else pass", False),
]


@pytest.mark.parametrize(("table", "one", "other", "contradict"), CONTRADICTIONS)
def test_orders_contradict_that_speak_for_one_decision_and_differ(
    table: Callable[[], State], one: str, other: str, contradict: bool
) -> None:
    state = table()
    orders = [engine.read_ahead(line) or engine.read_standing(state, RED, line) for line in (one, other)]
    first, second = orders
    assert first is not None and second is not None
    assert engine.clash(first, second, state.title) == engine.clash(second, first, state.title) == contradict


def test_what_is_no_contradiction_but_speaks_in_one_turn_is_heard_in_a_known_order() -> None:
    state = stock()
    sell, passing, limit, refusing = (
        engine.read_ahead(line) or engine.read_standing(state, RED, line)
        for line in ("if price CN >= 100 then sell 2 CN", "standing pass", "bid P5 up to 90", "refuse all offers")
    )
    every = engine.read_standing(state, RED, "standing pass all auctions")
    assert sell and passing and limit and refusing and every
    assert engine.meet(sell, passing, state.title) and engine.rank(sell) < engine.rank(passing)
    assert engine.meet(limit, every, state.title) and engine.rank(limit) < engine.rank(every)
    assert not engine.meet(sell, refusing, state.title) and not engine.meet(limit, passing, state.title)


def test_what_speaks_in_one_auction_or_round_alone_meets_nothing_that_speaks_elsewhere() -> None:
    auction = game("1882-2", 1)[1]
    assert auction.cursor.round == "auction"
    player, other = auction.players[:2]

    def meets(one: str, two: str) -> bool:
        orders = [engine.read_ahead(line) or engine.read_standing(auction, player, line) for line in (one, two)]
        assert orders[0] is not None and orders[1] is not None
        return engine.meet(orders[0], orders[1], auction.title)

    passing = f"if {other} passes then pass"
    assert not meets(passing, "standing pass all stock rounds")
    assert not meets(passing, "standing buy CN until 3 shares")
    assert meets(passing, "bid P5 up to 90") and meets(passing, "standing pass in this auction")


def test_who_passes_in_a_round_meets_who_passes_in_all_auctions_where_companies_are_put_up() -> None:
    state = minors()
    passing = engine.read_standing(state, RED, "standing pass unless someone bids K-R")
    every = engine.read_standing(state, RED, "standing pass all auctions")
    assert passing and every and not engine.clash(passing, every, state.title)
    assert engine.meet(passing, every, state.title) and engine.rank(every) < engine.rank(passing)
    shares = stock()
    passing = engine.read_standing(shares, RED, "standing pass")
    every = engine.read_standing(shares, RED, "standing pass all auctions")
    assert passing and every and not engine.meet(passing, every, shares.title), "no company is put up there"


def test_a_company_that_is_not_started_is_waited_for_and_its_own_start_stops_nothing() -> None:
    before = stock()
    order = engine.read_standing(before, RED, "standing buy QL until 2 shares")
    assert order is not None
    assert "QL has not been started: this waits until it is" in str(order.tell(before))
    assert engine.evaluate(order, before, [], RED) == Wait(), "its owner is asked as ever"
    begun = position(
        "1882", 4, Firm("CN", {"Red": 3, "Blue": 2}, 76, 300, "2", rest="(ipo)"),
        Firm("QL", {"Blue": 2}, 76, 0, "", rest="(ipo)"), seats=("Red", "Blue", "Green", "Gold"), on_turn="Red",
        round="stock", number=2, cash={"Red": 500},
    )  # fmt: skip
    started = Deed("start", "Blue", "QL")
    bought = engine.evaluate(order, begun, [started], RED)
    assert isinstance(bought, Go) and bought.moves[0] == Buy(engine.Company("QL"), "(ipo)")
    assert "has not been started" not in str(order.tell(begun))
    other = engine.evaluate(order, begun, [started, Deed("start", "Green", "CPR")], RED)
    assert isinstance(other, Stop) and str(other.because) == "Green starts CPR"
    asked = engine.read_standing(before, RED, "standing buy QL until 2 shares unless Blue starts QL")
    assert asked is not None and isinstance(engine.evaluate(asked, begun, [started], RED), Stop)


def test_a_bid_on_a_condition_waits_until_its_item_can_be_bid_for() -> None:
    """In the auction of privates nobody bids for a minor: it would have been asked about at once, and used up."""
    privates = game(*PLAYED["1861-auction-opens"])[1]
    mover = engine.to_act(privates)
    assert mover is not None
    order = engine.read_standing(privates, mover, "if phase 3 then bid N 100 else bid N 105")
    assert order is not None
    assert engine.evaluate(order, privates, [], mover) == Wait()
    limit = engine.read_ahead("bid TSR up to 60")
    assert limit is not None and not engine.clash(order, limit, privates.title)


def test_in_the_first_auction_nothing_stops_a_pass_but_what_its_owner_names() -> None:
    privates = game(*PLAYED["1861-auction-opens"])[1]
    order = engine.read_standing(privates, RED, "standing pass")
    assert order is not None and order.write() == "standing pass in this auction"
    assert str(order.tell(privates)) == "In the auction of the privates you pass, whatever happens."
    named = engine.read_standing(privates, RED, "standing pass unless TSR is sold")
    assert named is not None and named.write() == "standing pass in this auction unless TSR is sold"
    assert (
        str(named.tell(privates)) == "In the auction of the privates you pass, unless: TSR is sold. Then you are asked."
    )


def test_a_choice_that_may_pass_waits_for_the_turn_it_is_about() -> None:
    """A pass fits anywhere: what is done otherwise says which turn is meant."""
    line = "if phase 6 then pass else buy CN"
    assert judged(line, operating(), given=stock()) == Wait()
    bought = judged(line, stock())
    assert isinstance(bought, Go) and bought.moves[0] == Buy(engine.Company("CN"), "(ipo)")


def test_a_private_taken_at_its_price_is_bid_for_and_bought() -> None:
    """In a waterfall the cheapest is bought by a bid for its price; no other bid is made for it."""
    state = game(*PLAYED["1882-auction-opens"])[1]
    mover = engine.to_act(state)
    assert mover is not None
    outcome = engine.apply(state, engine.parse_order(state, "bid P1 20"), mover)
    found = engine.deeds(outcome.events)
    assert {Deed("buy", mover, "P1"), Deed("bid", mover, "P1")} <= found
    reader = engine.to_act(outcome.state)
    assert reader is not None and reader != mover
    order = engine.read_standing(state, reader, f"if {mover} bids P1 then bid P2 50 else pass")
    assert order is not None
    verdict = engine.evaluate(order, outcome.state, found, reader)
    assert isinstance(verdict, Go) and [engine.write_order(move) for move in verdict.moves] == ["bid P2 50"]


def test_what_is_bought_is_a_private_or_shares_of_a_company() -> None:
    state = game(*PLAYED["1882-auction-opens"])[1]
    said = {}
    for what in ("P2", "CPR"):
        order = engine.read_standing(state, RED, f"standing pass in SR1 unless Green buys {what}")
        assert order is not None
        said[what] = str(order.tell(state))
    assert "buys P2" in said["P2"] and "buys shares of CPR" in said["CPR"]


def test_a_written_turn_may_speak_of_earnings_where_there_are_none() -> None:
    """As it may by hand: without a train nothing runs and nothing is paid, and the rest is what was meant."""
    state = game(*PLAYED["1861-track"])[1]
    mover, company = engine.to_act(state), engine.company_on_turn(state)
    assert mover is not None and not state.trains_of(company)
    lay = next(engine.write_order(move) for move in engine.legal_moves(state) if isinstance(move, LayTile))
    order = engine.read_standing(state, mover, f"when {company} operates:", (lay, "run best", "pay", "train 2"))
    assert order is not None
    verdict = engine.evaluate(order, state, frozenset(), mover)
    assert isinstance(verdict, Go) and [engine.write_order(move) for move in verdict.moves] == [lay, "train 2"]


def test_a_pass_in_every_stock_round_speaks_in_any_of_them_and_stops_with_the_phase() -> None:
    state = stock()
    order = engine.read_standing(state, RED, "standing pass until the phase changes")
    assert order is not None and order.write() == "standing pass all stock rounds"
    assert engine.restore_order(engine.store(order)) == order
    later = replace(state, cursor=replace(state.cursor, number=state.cursor.number + 2))
    for there in (state, later):
        verdict = engine.evaluate(order, there, [], RED)
        assert isinstance(verdict, Go) and verdict.left == order
    begun = Deed("phase", "", "4")
    assert isinstance(engine.evaluate(order, later, [begun], RED), Stop)
    clashing = engine.read_standing(state, RED, "standing pass")
    assert clashing is not None and engine.clash(order, clashing, state.title)


def test_a_pass_in_one_stock_round_is_no_answer_to_the_next() -> None:
    line, passed = "if Blue passes then pass", ("pass", "Blue", "")
    assert isinstance(judged(line, stock(), passed), Go)
    over = judged(line, stock(number=3), passed, given=stock())
    assert isinstance(over, Finished) and str(over.because) == "Stock round 2 is over."
    selling = judged("if Blue passes then sell 1 CN", stock(number=3), passed, given=stock())
    assert isinstance(selling, Go), "what is no pass and no bid is said of no round"


def test_a_pass_on_a_condition_leaves_out_no_step_of_a_companys_turn() -> None:
    """In an operating turn one writes "no track"; a pass there would be used up unseen."""
    line = "if price CPR >= 70 then pass"
    assert judged(line, operating(), given=stock()) == Wait()
    assert isinstance(judged("if price CPR >= 70 then no track", operating(), given=stock()), Go)
    assert isinstance(judged(line, stock()), Go)


@pytest.mark.parametrize(("cash", "bought"), [(400, ["train 2"]), (20, [])])
def test_the_turn_printed_in_the_book_of_orders_can_be_played(cash: int, bought: list[str]) -> None:
    """Of a minor half is always paid: a run that leaves nothing to decide ends its turn before "pay" is read."""
    book = (Path(__file__).parents[3] / "docs" / "orders.md").read_text("utf-8")
    block = book.partition("```\n")[2].partition("\n```")[0]
    state = position("1861", 4, Firm("M-K", "Red", 90, cash, "2"), seats=SEATS, round="operating", on_turn="M-K",
                     step="track")  # fmt: skip
    verdict = judged(block, state)
    assert isinstance(verdict, Go) and str(verdict.because) == "it is the turn of M-K"
    lay, run, *rest = [engine.write_order(move) for move in verdict.moves]
    assert lay == "lay 4 on H10 facing 0" and run.startswith("run 2: ") and rest == bought


def test_nobody_is_promised_that_a_minor_keeps_its_earnings() -> None:
    for line in (
        "standing operate N: no track, run best, withhold until 4-train",
        "standing operate N: run best, pay until 4-train",
        "when N operates then run best; withhold",
        "when N operates:\nrun best\nif phase 3 then withhold\nend when",
    ):
        with pytest.raises(engine.Refused, match="N and its owner halve the earnings by themselves"):
            engine.read_standing(minors(), RED, line)
    paid = engine.read_standing(minors(), RED, "standing operate N: run best, pay")
    assert paid is not None and "half of the earnings is paid out, as always for N" in str(paid.tell(minors()))
    assert engine.read_standing(stock(), RED, "standing operate CN: run best, withhold until 4-train") is not None


def test_where_neither_turn_can_be_played_both_reasons_are_told() -> None:
    state = operating()
    neither = judged("when CPR operates then train 5; done else train 6", state)
    assert isinstance(neither, Stop)
    first, _, second = str(neither.because).partition("Those behind `else` don't either: ")
    assert first.startswith("Your orders no longer fit: ") and len(first) > 30 and second
    nothing = judged("when CPR operates then train 5; done else no train", state)
    assert isinstance(nothing, Stop) and str(nothing.because).startswith("the first orders no longer fit: ")


@pytest.mark.parametrize(
    ("condition", "possible"),
    [
        ("price CN > 120 and price CN < 110", False),
        ("price CN >= 110 and price CPR <= 100", True),
        ("price CN >= 110 and price CN <= 110", True),
        ("phase = 3 and phase = 4", False),
        ("phase >= 3 and phase <= 4", True),
        ("cash CN >= 300 and phase 3 and cash CN < 200", False),
        ("Blue has 3 CN and Red has <= 2 CN", True),
        ("price CN > 120 or price CN < 60", True),
    ],
)
def test_what_can_never_be_so_at_once_is_not_waited_for(condition: str, possible: bool) -> None:
    line = f"if {condition} then pass"
    if possible:
        assert engine.read_standing(stock(), RED, line) is not None
        return
    with pytest.raises(engine.Refused, match="never both at once"):
        engine.read_standing(stock(), RED, line)


def test_a_bid_for_what_is_sold_is_no_way_out() -> None:
    with pytest.raises(engine.Refused, match="P3 is already sold: Blue has it"):
        engine.read_standing(stock(), RED, "if phase 3 then pass else bid P3 60")


def test_what_stops_a_pass_is_not_told_twice() -> None:
    order = engine.read_standing(stock(), RED, "standing pass until someone sells CN or starts a company")
    assert order is not None
    told = str(order.tell(stock()))
    assert "somebody else starts a company" in told and "a company is started" not in told
    assert "another player sells shares of a company you hold" in told, "of CN alone is less than that"


def test_a_bid_that_answers_a_pass_is_said_of_the_round_it_was_given_in() -> None:
    item, up = put_up()
    other = next(one for one in engine.bids(minors()) if one != item)
    line, there = f"if Green passes then bid {other} 100", minors()
    assert isinstance(judged(line, there, ("pass", "Green", "")), Go)
    later = judged(line, minors(number=there.cursor.number + 1), ("pass", "Green", ""), given=there)
    assert isinstance(later, Finished) and str(later.because) == f"Stock round {there.cursor.number} is over."
    # Who passes in the auction of a company has not passed in the round; asked in that auction, that is meant.
    assert judged(line, there, ("pass", "Green", item)) == Wait()
    assert isinstance(judged(line, there, ("pass", "Green", item), given=up), Go)
    # A bid that answers bids for the same thing is for that auction, whenever it is.
    own = f"if Gold bids {item} then bid {item} 105"
    assert isinstance(judged(own, up, ("bid", "Gold", item), given=minors(number=1)), Go)


def test_a_pass_that_answers_bids_for_one_thing_passes_nothing_else() -> None:
    """Who is not asked in that auction, for want of money, must not have passed the next thing instead."""
    item, up = put_up()
    other = next(one for one in engine.bids(minors()) if one != item)
    assert judged(f"if Gold bids {other} then pass", up, ("bid", "Gold", other), given=minors()) == Wait()
    assert judged(f"if Gold bids {item} then pass", minors(), ("bid", "Gold", item)) == Wait()
    assert isinstance(judged(f"if Gold bids {item} then pass", up, ("bid", "Gold", item), given=minors()), Go)
    sold = replace(minors(), directors={**minors().directors, other: BLUE})
    over = judged(f"if Gold bids {other} then pass", sold, ("bid", "Gold", other), given=minors())
    assert isinstance(over, Finished) and str(over.because) == f"The auction of {other} is over."
    with pytest.raises(engine.Refused, match="N is already sold: Red has it"):
        judged("if Gold bids N then pass", up)


@pytest.mark.parametrize("bid", ["bid P1 20", "bid P2 55"])
def test_a_pass_that_answers_a_bid_for_one_of_a_row_is_said_of_the_round(bid: str) -> None:
    """In a waterfall everybody takes turns: who takes the cheapest ends its sale, and not what was said of that."""
    state = game(*PLAYED["1882-auction-opens"])[1]
    mover = engine.to_act(state)
    assert mover is not None
    outcome = engine.apply(state, engine.parse_order(state, bid), mover)
    reader = engine.to_act(outcome.state)
    assert reader is not None and reader != mover
    order = engine.read_standing(state, reader, f"if {mover} bids {bid.split()[1]} then pass")
    assert order is not None and "It speaks in the auction of the privates only." in str(order.tell(state))
    verdict = engine.evaluate(order, outcome.state, engine.deeds(outcome.events), reader)
    assert isinstance(verdict, Go) and verdict.moves == (Pass(),)


@pytest.mark.parametrize("name", ["1861-auction-opens", "1882-auction-opens"])
def test_behind_the_opening_auction_the_next_stock_round_is_the_first(name: str) -> None:
    state = game(*PLAYED[name])[1]
    player = next(one for one in state.players if one != engine.to_act(state))
    order = engine.read_standing(state, player, "standing pass in the next stock round")
    assert order is not None and order.write() == "standing pass in stock round 1"
    assert order.already(engine.Seen(state, frozenset(), player)) is None, "it does not pass what is up now"
    far = engine.read_standing(stock(), RED, "standing pass in the next stock round")
    assert far is not None and far.write() == "standing pass in stock round 3"


def test_a_pass_for_a_later_round_says_nothing_of_what_is_up_in_this() -> None:
    _, up = put_up()
    order = engine.read_standing(up, RED, "standing pass in the next stock round")
    assert order is not None and order.already(engine.Seen(up, frozenset(), RED)) is None


@pytest.mark.parametrize(
    ("there", "line", "told"),
    [
        (stock, "standing operate CN: run best, pay", "the earnings are paid out; no private is bought. Anything else"),
        (stock, "standing operate CN: no train", "unless one must be; no private is bought. Anything else is asked."),
        (stock, "standing operate CN: no track", "In each turn of CN: no track is laid. Anything else is asked."),
        (minors, "standing operate M-K: run best", "the best run; no private is bought. Anything else is asked."),
    ],
)
def test_what_standing_operations_pass_over_unasked_is_told(there: Callable[[], State], line: str, told: str) -> None:
    order = engine.read_standing(there(), RED, line)
    assert order is not None and told in str(order.tell(there()))


def test_of_a_company_that_may_redeem_shares_it_is_told_that_it_does_not() -> None:
    state = position(
        "1861", 4, Firm("NW", {"Red": 6}, 90, 200, "2"), seats=SEATS, round="stock", on_turn="Red", phase="4"
    )
    order = engine.read_standing(state, RED, "standing operate NW: run best, pay")
    assert order is not None and "no private is bought; what else may be left out is left out." in str(
        order.tell(state)
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("if price CN >= 100 then sell 2 CN", True),
        ("if price CN >= 100 then buy CPR else pass", True),
        ("if price CN >= 100 then sell 2 CN; done", False),
        ("if price CN >= 100 then sell 2 CN; buy CPR; done else pass", False),
        ("if Blue passes then pass", False),
    ],
)
def test_who_orders_a_part_of_a_turn_is_told_that_the_rest_is_asked(line: str, told: bool) -> None:
    order = engine.read_standing(stock(), RED, line)
    assert order is not None
    assert ("if your turn is still open then, you are asked what is left of it" in str(order.tell(stock()))) == told


@pytest.mark.parametrize(
    ("line", "bound"),
    [
        ("if Blue starts QL and not (someone sells) then pass", True),
        ("if someone buys CN then pass", True),
        ("if Blue passes then pass", True),
        ("if someone buys CN then buy CN", False),
        ("if price CN >= 100 then pass", False),
    ],
)
def test_a_pass_that_answers_what_others_do_is_of_the_round_it_was_given_in(line: str, bound: bool) -> None:
    """An answer given for this turn must not pass months later."""
    order = engine.read_standing(stock(), RED, line)
    assert isinstance(order, If)
    assert order.within == ("SR2" if bound else "")
    assert ("It speaks in stock round 2 only." in str(order.tell(stock()))) == bound
    over = order.over(engine.Seen(stock(number=3), frozenset(), RED))
    assert (over is not None) == bound
