"""When a turn is over, and when the same player is asked anew."""

from __future__ import annotations

import sys

import pytest

from engine.digest import digest
from engine.errors import Refused
from engine.game import apply, evolve, to_act
from engine.moves import Pay, Run
from engine.notation import parse_order
from engine.questions import asked_anew, ends_turn, needless
from tests.moderator.report.positions import game, whole
from tests.work import calls

GAMES = ("1861-3", "1882-1", "1882-2", "1882-3")


def _after(name: str, moves: int, order: str) -> tuple[bool, bool]:
    """Whether the same player is to act after the order, and whether that is another question."""
    state = game(name, moves)[1]
    by = to_act(state)
    assert by is not None
    outcome = apply(state, parse_order(state, order), by, state.players)
    return to_act(outcome.state) == by, asked_anew(state, outcome.events)


def test_whoever_passes_an_item_and_opens_the_next_is_asked_anew() -> None:
    assert _after("1861-3", 13, "pass") == (True, True)


def test_the_steps_of_a_company_are_one_turn() -> None:
    assert _after("1861-3", 75, "lay 3 on B8 facing 3") == (True, False)
    assert _after("1861-3", 472, "pay") == (True, False)


def test_a_sale_before_a_purchase_is_the_same_turn() -> None:
    assert _after("1861-3", 999, "sell 1 SW") == (True, False)


def test_the_next_company_of_the_same_director_is_another_turn() -> None:
    assert _after("1861-3", 80, "train 2 from StP-W for 1") == (True, True)


def test_the_next_company_for_the_state_is_another_question() -> None:
    assert _after("1861-3", 1422, "nationalise") == (True, True)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_asked_after_somebody_else_is_asked_anew(name: str) -> None:
    for one in whole(name)[0]:
        if to_act(evolve(one.before, one.events)) != one.by:
            assert asked_anew(one.before, one.events) or one.before.demands, (one.number, one.order)
        assert asked_anew(one.before, one.events) or not ends_turn(one.before, one.events)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_needless_would_be_refused_as_an_order(name: str) -> None:
    """A line is told and left out only where it could not have been played."""
    found = 0
    for one in whole(name)[0]:
        for move in (Run(()), Pay("full"), Pay("half"), Pay("withhold")):
            if needless(one.before, move) is not None:
                found += 1
                with pytest.raises(Refused):
                    apply(one.before, move, one.by, one.before.players, advise=False)
    assert found


@pytest.mark.parametrize("name", ["1861-3", "1867-1"])
def test_what_is_bought_of_a_merged_company_is_asked_anew(name: str) -> None:
    merged = [one for one in whole(name)[0] if one.order.startswith(("merge ", "convert "))]
    after = [evolve(one.before, one.events) for one in merged]
    same = [one for one, state in zip(merged, after, strict=True) if state.demands and to_act(state) == one.by]
    assert same and all(asked_anew(one.before, one.events) for one in same)


@pytest.mark.parametrize("name", GAMES)
def test_a_digest_does_not_depend_on_what_other_positions_were_asked_before(name: str) -> None:
    ways = (whole(name)[0][::9], whole("1867-1")[0][::9])
    positions = [one.before.change() for pair in zip(*ways, strict=False) for one in pair]
    one_by_one = []
    for state in positions:
        sys.modules["engine.digest"]._last.clear()
        one_by_one.append(digest(state))
    assert [digest(state.change()) for state in positions] == one_by_one
    assert [digest(state.change()) for state in reversed(positions)] == one_by_one[::-1]
    # What a move has left as it was is not told anew.
    state = positions[0].change()
    digest(state)
    anew = calls(lambda: digest(state.change(priority=state.players[-1])))
    sys.modules["engine.digest"]._last.clear()
    assert anew * 5 < calls(lambda: digest(state.change(priority=state.players[-1])))


def test_the_digest_of_a_position_is_worked_out_once_and_that_of_another_is_its_own() -> None:
    state = game("1861-3", 13)[1]
    first, richer = digest(state), state.change(priority=state.players[-1])
    assert calls(lambda: digest(state)) < 20
    assert digest(state) == first == digest(state.change()) != digest(richer)
    assert digest(richer.change(priority=state.priority)) == first
