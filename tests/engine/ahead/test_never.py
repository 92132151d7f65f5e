"""What can never come true is not waited for: each is refused when it is given, with one sentence why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import engine
from engine import Deed, Finished, Go, State
from engine.board.hexes import Hex
from tests.engine.ahead.tables import BLUE, RED, minors, stock

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
