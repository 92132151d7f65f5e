"""What is proposed for a line that can't be played would be accepted as it stands, whatever was written and where."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.errors import Ambiguous, Refused
from engine.game import apply, to_act
from engine.notation import parse_order
from engine.state import State
from tests.engine.notation.games import played
from tests.phrasings.positions import at
from tests.printed import TITLES

# Half an order, a slip, an order of another step, another language.
LINES = (
    "lay 57 on {hex}", "lay 9 {hex} facing", "lay 58 {hex} facing 9", "token {hex}", "bid {company}", "bid {company} 7",
    "bid {private} 1", "buy {company}", "sell {company}", "sell 9 {company}", "start {company}", "train", "train 3",
    "train 2 from {company}", "run", "run 2: {hex}", "convert {company}", "merge {company}", "take {company}", "pay al",
    "withold", "passs", "{company} 100", "discard", "exchange {company}", "buy private {private}", "keep", "doen",
    "redeem", "nationalise {company}", "2 trains", "je pose {hex}", "acheter {company}", "{company} 매수",
)  # fmt: skip


def refused(title: str, seed: int, length: int, every: int) -> Iterator[tuple[State, str, Refused]]:
    """Lines that are not played in positions of a random game."""
    chance = random.Random(seed)
    for number, (state, _, _) in enumerate(played(seed, length, title)):
        actor = to_act(state)
        if number % every or actor is None:
            continue
        for line in chance.sample(LINES, 3):
            named = {
                "hex": chance.choice(list(state.title.plan.hexes)),
                "company": chance.choice(list(state.title.companies)),
                "private": chance.choice(list(state.title.privates)),
            }
            text = line.format(**named)
            try:
                apply(state, parse_order(state, text, chance.choice(("en", "fr", "ko"))), actor)
            except Refused as why:
                yield state, text, why


def accepted(state: State, orders: str, why: Refused) -> bool:
    """Whether orders can be sent as they stand; one of several readings may still have to be agreed to by others."""
    actor = to_act(state)
    assert actor is not None
    agreed = state.players if isinstance(why, Ambiguous) else ()
    try:
        for order in orders.split("; "):
            state = apply(state, parse_order(state, order), actor, agreed).state
    except Refused:
        return False
    return True


def check(title: str, seed: int, length: int, every: int) -> None:
    proposed = [
        (state, line, why, one) for state, line, why in refused(title, seed, length, every) for one in why.instead
    ]
    assert len(proposed) > 30
    assert [(line, one) for state, line, why, one in proposed if not accepted(state, one, why)] == []


@pytest.mark.parametrize("title", TITLES)
def test_what_is_proposed_would_be_accepted(title: str) -> None:
    check(title, 1, 200, 10)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2, 8))
def test_what_is_proposed_would_be_accepted_in_long_games(title: str, seed: int) -> None:
    check(title, seed, 500, 4)


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("track", "extend the line"),
        ("run", "holt"),
        ("run", "leave the trains in the shed"),
        ("late stock round", "one NW"),
    ],
)
def test_no_verb_is_proposed_that_could_not_be_ordered_now(position: str, line: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_order(at(position), line)
    assert "did you mean" not in refused.value.why


@pytest.mark.parametrize(
    ("position", "line", "named"),
    [
        ("1882 auction", "ich nexm P1", "P1"),
        ("1882 stock round", "sell P2 to QL for 50", "QL"),
        ("1882 first stock round", "something of the CPR", "CPR"),
        ("late stock round", "I fancy NW", "NW"),
    ],
)
def test_what_is_proposed_is_about_what_was_named(position: str, line: str, named: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_order(at(position), line)
    assert refused.value.instead and all(named in order for order in refused.value.instead)


@pytest.mark.parametrize("line", ["please don't buy QL", "QL 안 살래요", "ich will keine QL kaufen"])
def test_who_does_not_want_something_is_not_told_to_do_it(line: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_order(at("1882 stock round"), line)
    assert not any("QL" in order for order in refused.value.instead)
