"""The turn a mail proposes: accepted as it stands, and not at the mover's own cost."""

from __future__ import annotations

import pytest

import engine
from bench import advice
from engine.moves import BuyTrain
from moderator.bots.choose import choose
from moderator.bots.prospect import worth_later
from moderator.outbox.report import choices
from tests.moderator.report.positions import PLAYED, game


def test_no_train_is_proposed_whose_phase_costs_the_mover_more_than_it_brings() -> None:
    state = game(*PLAYED["1861-late"])[1]
    mover = engine.to_act(state)
    assert mover is not None
    bots = choices._turn(state, mover, choices._advised)
    assert any(order.startswith("train ") for order in bots)
    after, little = (advice.sent_back(state, mover, orders) for orders in (bots, choices.least(state)))
    assert after is not None and little is not None and worth_later(after, mover) < worth_later(little, mover)
    assert not any(order.startswith("train ") for order in choices.template(state))


# A few of each kind of decision but bids, of which a world that passes says nothing.
TURNS = ["1861-track", "1861-merger", "1861-take", "1861-redeem", "1882-stock", "1882-home", "1882-power", "1882-late"]


@pytest.mark.parametrize("name", TURNS)
def test_what_is_proposed_leaves_nobody_poorer_than_the_least_would(name: str) -> None:
    state = game(*PLAYED[name])[1]
    mover, proposed = engine.to_act(state), choices.template(state)
    assert mover is not None and not any(order.startswith("bid ") for order in proposed)
    after, little = (advice.sent_back(state, mover, orders) for orders in (proposed, choices.least(state)))
    assert after is not None
    assert little is None or worth_later(after, mover) >= worth_later(little, mover)


def test_a_train_a_company_must_have_is_still_proposed() -> None:
    state = game(*PLAYED["1861-track"])[1]
    mover = engine.to_act(state)
    assert mover is not None and not state.trains_of(state.operating)
    assert "train 2" in choices.template(state)
    assert not isinstance(choose(state, mover), BuyTrain), "track comes first"


@pytest.mark.long
def test_over_the_stored_games_advice_is_accepted_and_pays() -> None:
    found = [advice.judge(name, at, state) for name, states in advice.stored() for at, state in advice.asked(states, 6)]
    assert len(found) >= 30 and all(one.accepted for one in found)
    assert sum(one.gain for one in found) > 0
    assert sum(one.gain < 0 for one in found) < len(found) / 5
