"""What can never come true is not waited for: each is refused when it is given, with one sentence why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

import engine
from engine import Deed, Finished, Go, State
from engine.board.hexes import Hex
from engine.events import BidMade
from engine.moves import Bid
from tests.engine.ahead.tables import BLUE, RED, SEATS, minors, privates, stock
from tests.moderator.report.positions import game
from tests.phrasings.positions import at
from tests.printed import first_draws

IMPOSSIBLE: list[tuple[Callable[[], State], str, str]] = [
    (stock, "price CN >= 1000", "The prices of the market go from $10 to $350."),
    (stock, "price CN <= 5", "The prices of the market go from $10 to $350."),
    (stock, "price CN = 77", "The market has no price between $76 and $80."),
    (stock, "Blue has 11 CN", "CN has 10 shares in all."),
    (stock, "pool has fewer than 0 CN", "That is never less than nothing."),
    (stock, "cash < 0", "That is never less than nothing."),
    (stock, "cash CN < 0", "That is never less than nothing."),
    (stock, "cash >= 20000", "There is $9,000 in the whole game."),
    (stock, "cash CN = 9001", "There is $9,000 in the whole game."),
    (stock, "2-trains left < 0", "That is never less than nothing."),
    (stock, "D-trains left = 0", "The bank has any number of D-trains."),
    (partial(stock, phase="4"), "QL has a 2-train", "2-trains are obsolete."),
    (stock, "CN has 9 trains", "CN may have 4 trains at most."),
    (stock, "CN has fewer than 0 trains", "That is never less than nothing."),
    (stock, "owner P2 = pool", "P2 belongs to the bank, a player or a company."),
    (stock, "owner P2 = bank", "P2 is already sold: Red has it."),
    (stock, "owner P2 = Blue", "P2 is already sold: Red has it."),
    (stock, "Blue bids P2", "P2 is already sold: Red has it."),
    (stock, "Blue sells P5", "P5 has no shares."),
    (stock, "Blue bids CN", "CN is not put up for auction."),
    (stock, "tile on B6", "Nothing is laid on B6."),
    (stock, "tile 57 on B4", "Tile 57 does not fit on B4."),
    (stock, "CN station in B4", "No station can be placed in B4."),
    (stock, "director CN = Blue and director CN = Green", "never both at once"),
    (stock, "owner P5 = Blue and owner P5 = Green", "never both at once"),
    (stock, "tile 57 on C3 and tile 14 on C3", "never both at once"),
    (stock, "phase 4 and not phase 4", "never both at once"),
    (stock, "phase = 3 and phase = 5", "never both at once"),
    (stock, "not CN floats", "That stays as it is: CN has floated."),
    (stock, "not phase >= 2", "That stays as it is: it is phase 2."),
    (stock, "not cash >= 0", "That stays as it is: Red has $500 in cash."),
    (minors, "someone sells N", "N is owned whole"),
    (minors, "pool has 1 N", "N is owned whole"),
    (minors, "Gold bids N", "N is already sold: Red has it."),
    (minors, "loans M-K < 0", "That is never less than nothing."),
    (minors, "loans M-K >= 3", "M-K may have 2 loans at most."),
    (minors, "loans NW >= 99", "NW may have 32 loans at most."),
    (minors, "cash M-K >= 20000", "There is R15,000 in the whole game."),
    (minors, "director RSR = Blue", "Nobody directs RSR."),
]  # fmt: skip


@pytest.mark.parametrize(("there", "condition", "why"), IMPOSSIBLE, ids=[each[1] for each in IMPOSSIBLE])
def test_what_can_never_be_is_not_waited_for(there: Callable[[], State], condition: str, why: str) -> None:
    for line in (f"if {condition} then pass", f"standing pass unless {condition}"):
        with pytest.raises(engine.Refused) as refused:
            engine.read_standing(there(), RED, line)
        assert why in str(refused.value) and "What it waits for can't happen: " in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        "standing buy CPR until 5 shares unless price CPR = 77",
        "standing operate CN: run best, withhold until price CN >= 1000",
        "standing operate CN: run best, pay unless cash CN < 0",
        "when CN operates: if cash CN < 0 then train 3; run best; done",
        "if phase 3 then if cash < 0 then pass",
    ],
)
def test_nor_is_it_in_any_other_place_of_an_order(line: str) -> None:
    with pytest.raises(engine.Refused):
        engine.read_standing(stock(), RED, line)


@pytest.mark.parametrize(
    ("there", "line", "why"),
    [
        (stock, "if Red passes then pass", "You are Red: conditions name what others do."),
        (stock, "standing pass unless Red sells CN", "You are Red: conditions name what others do."),
        (stock, "if Purple passes then pass", "Nobody at this table is called Purple; there are Blue, Green and Gold."),
        (
            stock,
            "standing pass until Purple sells CN",
            "Nobody at this table is called Purple; there are Blue, Green and Gold.",
        ),
        (
            stock,
            "wenn Purple passt dann passe",
            "Nobody at this table is called Purple; there are Blue, Green and Gold.",
        ),
        (
            stock,
            "si Purple passe alors passer",
            "Nobody at this table is called Purple; there are Blue, Green and Gold.",
        ),
        (stock, "if 9-train sold then pass", "There is no 9-train; there are 2, 3, 4, 5, 6 and D."),
        (stock, "if 9-trains left = 0 then pass", "There is no 9-train; there are 2, 3, 4, 5, 6 and D."),
        (stock, "refuse offers from Red", "That is yourself."),
        (stock, "willing sell 2-train of CN to CN from 50", "CN does not buy from itself."),
        (stock, "willing sell 2-train of CN from 9001", "There is $9,000 in the whole game."),
        (stock, "willing sell P2 to CN from 9999", "P2 costs $25 to $100."),
        (stock, "standing buy CN up to 9001", "The prices of the market go from $10 to $350."),
        (stock, "standing buy CN up to 9", "The prices of the market go from $10 to $350."),
        (stock, "if price CN >= 100 then pass; buy CN", "Your turn was over before 'buy CN'."),
        (stock, "if phase 3 then pass; sell 2 CN else pass", "Your turn was over before 'sell 2 CN'."),
        (minors, "willing merge M-K with K-K from 999999", "A merged company begins at R200 at most."),
        (minors, "if Gold passes then bid NW 100", "NW is not put up for auction."),
        (minors, "if Gold passes then bid {item} 15005", "There is R15,000 in the whole game."),
        (minors, "willing merge M-K with M-K from 100", "M-K does not merge with itself."),
        (minors, "willing merge M-K with NW from 100", "NW is no minor: it is not merged."),
        (minors, "standing no merger NW", "NW is no minor: it is not merged."),
    ],
)
def test_who_names_themselves_or_what_is_not_there_is_told(there: Callable[[], State], line: str, why: str) -> None:
    line = line.format(item=min(engine.bids(there()), default=""))
    with pytest.raises(engine.Refused) as refused:
        engine.read_standing(there(), RED, line)
    assert str(refused.value) == why
    for proposed in refused.value.instead:
        assert engine.read_standing(there(), RED, proposed) is not None, proposed


@pytest.mark.parametrize(
    "line",
    [
        "standing operate {mine}: train 2 if there is money",
        "willing sell 2-train of {mine} from 50",
        "when {mine} operates: run best, train 2, done",
        "if phase 5 then train 2",
    ],
)
def test_a_train_that_is_obsolete_is_neither_bought_nor_sold_ahead(line: str) -> None:
    state = at("1867 stock round")
    mine, owner = next(each for each in state.directors.items() if state.title.companies[each[0]].kind.traded)
    with pytest.raises(engine.Refused, match="2-trains are obsolete"):
        engine.read_standing(state, owner, line.format(mine=mine))


def test_who_would_sell_a_train_that_becomes_obsolete_is_told_that_it_is_over() -> None:
    state = stock()
    order = engine.read_standing(state, RED, "willing sell 2-train of CN from 50")
    assert order is not None and isinstance(engine.evaluate(order, state, [], RED), engine.Wait)
    over = engine.evaluate(order, state.change(phase="4"), [], RED)
    assert isinstance(over, Finished) and str(over.because) == "2-trains are obsolete."


@pytest.mark.parametrize(
    ("line", "fact", "stops"),
    [
        ("standing pass unless phase 2", "it is phase 2", True),
        ("standing buy CPR until 5 shares unless price CN <= 100", "the price of CN is $76", True),
        ("standing operate CN: run best, withhold until phase 2", "it is phase 2", False),
        ("standing operate CN: run best, pay unless cash CN >= 100", "CN has $300 in cash", True),
    ],
)
def test_what_would_stop_an_order_and_is_so_already_is_told(line: str, fact: str, stops: bool) -> None:
    order = engine.read_standing(stock(), RED, line)
    assert order is not None
    told = str(order.already(engine.Seen(stock(), frozenset(), RED)))
    then = " At your next turn for it, it stops and you are asked." if stops else ""
    assert told == f"That is so already: {fact}.{then}"


NO_BIDS: list[tuple[Callable[[], State], str, str, str]] = [
    (minors, "bid {item} 103", "Bid a multiple of R5.", "bid {item} 105"),
    (minors, "bid {item} 50", "Bid R100 at least.", "bid {item} 100"),
    (privates, "bid TSR 22", "Bid a multiple of R5.", "bid TSR 25"),
    (lambda: at("1882 auction"), "bid P1 25", "P1 is the cheapest: it is bought for $20, not bid on.", "bid P1 20"),
    (lambda: at("1882 auction"), "bid P3 88", "Bid a multiple of $5.", ""),
    (lambda: at("1882 auction"), "bid P1 17", "P1 is the cheapest: it is bought for $20, not bid on.", "bid P1 20"),
    (lambda: at("1882 auction"), "bid P5 103", "Bid a multiple of $5.", ""),
    (lambda: at("1867 auction"), "bid {item} 103 in {home}", "Bid a multiple of $5.", "bid {item} 105 in {home}"),
]


@pytest.mark.parametrize(("there", "line", "why", "instead"), NO_BIDS, ids=[each[1] for each in NO_BIDS])
def test_what_no_auction_ever_takes_is_no_bid_on_file(
    there: Callable[[], State], line: str, why: str, instead: str
) -> None:
    state = there()
    named = {
        "item": min(engine.bids(state)),
        "home": next(iter(engine.homes_to_name(state, min(engine.bids(state)))), ""),
    }
    other, me = state.players[:2]
    order = line.format(**named)
    for written in (f"if {other} passes then {order}", f"if phase 3 then pass else {order}"):
        with pytest.raises(engine.Refused) as refused:
            engine.read_standing(state, me, written)
        assert why in str(refused.value)
    with pytest.raises(engine.Refused) as refused:
        engine.refuse_what_can_never_be(state, engine.parse_order(state, order))
    assert refused.value.instead == ((instead.format(**named),) if instead else ())


def test_a_bid_on_a_condition_ends_when_what_it_is_for_is_sold() -> None:
    state = minors()
    item = min(engine.bids(state))
    order = engine.read_standing(state, RED, f"if phase 3 then bid {item} 150")
    assert order is not None and isinstance(engine.evaluate(order, state, [], RED), engine.Wait)
    sold = state.change(directors={**state.directors, item: BLUE})
    over = engine.evaluate(order, sold, [], RED)
    assert isinstance(over, Finished) and str(over.because) == f"{item} has been sold: Blue has it."


def test_a_limit_need_not_be_a_bid_itself() -> None:
    engine.refuse_what_can_never_be(minors(), Bid(min(engine.bids(minors())), 152), limit=True)


@pytest.mark.parametrize(("name", "moves"), [("1861-3", 75), ("1867-1", 112), ("1882-1", 26), ("1882-2", 24)])
def test_no_bid_that_was_made_was_called_impossible_before(name: str, moves: int) -> None:
    played = game(name, moves)[0]
    for at_, made in enumerate(played):
        for event in made.events:
            if isinstance(event, BidMade):
                for earlier in played[max(0, at_ - 40) : at_ + 1]:
                    engine.refuse_what_can_never_be(earlier.before, Bid(event.item, event.amount))


@pytest.mark.parametrize(
    "condition",
    [
        "price CN >= 350", "price CN <= 10", "price CN = 80", "Blue has 10 CN", "CN has 4 trains", "cash <= 0",
        "cash CN >= 9000",
        "2-trains left <= 0", "owner P5 = Blue", "owner P2 = CN", "Blue bids P5", "tile 57 on C3", "tile on B4",
        "CN station in C3", "phase 3 and phase 5", "not phase >= 3", "not 4-train sold", "D-train sold",
        "director CN = Blue", "not director CN = Red", "price CN = 77 or phase 3", "Blue sells CN",
    ],
)  # fmt: skip
def test_what_may_come_is_waited_for(condition: str) -> None:
    assert engine.read_standing(stock(), RED, f"if {condition} then pass") is not None


def test_what_is_lost_because_its_opposite_has_come_about_ends_and_says_so() -> None:
    order = engine.read_standing(stock(), RED, "if Blue passes and not (someone sells) then buy CPR")
    assert order is not None
    passed, sold = Deed("pass", "Blue", ""), Deed("sell", "Green", "CPR")
    assert isinstance(engine.evaluate(order, stock(), [passed], RED), Go)
    over = engine.evaluate(order, stock(), [passed, sold], RED)
    assert isinstance(over, Finished) and "Green sells shares of CPR" in str(over.because)


def test_an_endless_supply_is_never_at_its_end() -> None:
    many = engine.read_standing(stock(), RED, "if D-trains left >= 1 then buy CPR")
    assert many is not None and isinstance(engine.evaluate(many, stock(), [], RED), Go)


def test_a_tile_that_was_laid_over_does_not_come_back() -> None:
    state, hex_ = stock(), Hex("C3")
    plan = state.title.plan
    yellow = next(turn for turn in plan.options(hex_, plan.hexes[hex_].face) if turn.number == "57")
    green = next(iter(plan.options(hex_, yellow)))
    laid = replace(state, board=state.board.lay(hex_, green.number, green.rotation))
    with pytest.raises(engine.Refused, match="What lies on C3 is green already"):
        engine.read_standing(laid, RED, "if tile 57 on C3 then pass")


def test_a_goal_that_is_reached_is_told_where_it_is_given() -> None:
    order = engine.read_standing(stock(), RED, "standing buy CN until 3 shares then pass")
    assert order is not None
    told = order.already(engine.Seen(stock(), frozenset(), RED))
    assert str(told) == "That is so already: you hold 3 shares of CN."
    assert order.already(engine.Seen(stock(), frozenset(), BLUE)) is None


def first_auction() -> State:
    """1882 as it begins: P1 is the cheapest, for its price."""
    return engine.replay(engine.start("1882", SEATS, first_draws("1882", SEATS)))


def test_what_a_bid_buys_outright_is_not_bid_for_after_that() -> None:
    state = first_auction()
    for line in ("if Blue bids P1 then bid P1 25", "if Blue bids P1 then bid P1 20"):
        with pytest.raises(engine.Refused, match="Whoever bids P1 has bought it") as refused:
            engine.read_standing(state, RED, line)
        assert not any("bid" in one for one in refused.value.instead)
    # What is not the cheapest is bid for, and answered.
    assert engine.read_standing(state, RED, "if Blue bids P2 then bid P2 50") is not None


def test_what_is_proposed_instead_keeps_its_condition() -> None:
    """Sent as proposed, an order without the condition would be played whatever happens."""
    with pytest.raises(engine.Refused, match="not bid on") as refused:
        engine.read_standing(first_auction(), RED, "if Blue bids P2 then bid P1 25")
    assert refused.value.instead == ("if Blue bids P2 then bid P1 20",)


@pytest.mark.parametrize("stop", ["someone sells QL", "someone starts QL or Blue bids P3", "Blue buys QL"])
def test_in_the_auction_of_the_privates_no_trade_in_shares_stops_a_pass(stop: str) -> None:
    with pytest.raises(engine.Refused, match="nobody trades in shares") as refused:
        engine.read_standing(first_auction(), RED, f"standing pass unless {stop}")
    later, here = refused.value.instead
    assert later.startswith("standing pass in stock round 1 unless ") and here == "standing pass in this auction"
    for line in (later, here):
        assert engine.read_standing(first_auction(), RED, line) is not None


def test_what_happens_in_the_auction_of_the_privates_stops_a_pass_there() -> None:
    for stop in ("Blue bids P3", "Blue buys P1", "P1 is sold"):
        assert engine.read_standing(first_auction(), RED, f"standing pass unless {stop}") is not None
