"""The turn a mail proposes: accepted as it stands, and not at the mover's own cost."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from bench import advice
from engine.mechanisms.nationalisation.demands import TrainlessDecision
from engine.mechanisms.nationalisation.moves import Nationalise
from engine.moves import BuyTrain, Pay, Run
from engine.names import Company
from engine.state import State
from moderator.bots import prospect
from moderator.bots.choose import choose
from moderator.bots.prospect import worth_later
from moderator.outbox.report import choices
from tests.engine.positions import P1, P2, P3, P4, Firm, position
from tests.moderator.report.positions import PLAYED, game

SOLD = ("C&SL", "NFB", "MB", "QB", "SCT")


def test_no_train_is_proposed_whose_phase_costs_the_mover_more_than_it_brings() -> None:
    state = game(*PLAYED["1861-late"])[1]
    mover = engine.to_act(state)
    assert mover is not None
    bots = choices._turn(state, mover, choices._advised)
    assert any(order.startswith("train ") for order in bots)
    after, little = (advice.sent_back(state, mover, orders) for orders in (bots, choices.least(state)))
    assert after is not None and little is not None and worth_later(after, mover) < worth_later(little, mover)
    assert not any(order.startswith("train ") for order in choices.template(state))


@pytest.mark.parametrize("name", ["1861-late", "1882-late"])
def test_looking_ahead_lists_nothing_besides_runs_and_dividends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game(*PLAYED[name])[1]
    asked: list[State] = []
    every = engine.alone
    monkeypatch.setattr(engine, "alone", lambda state, player: asked.append(state) or every(state, player))
    there = prospect.quietly(state)
    assert there != state
    assert not any(engine.accepts(one, Run) or engine.accepts(one, Pay) for one in asked)
    # Whoever lists everything that could be done comes to the same position.
    monkeypatch.setattr(prospect, "_run_or_dividend", lambda state, mover: None)
    assert engine.digest(prospect.quietly(state)) == engine.digest(there)
    assert any(engine.accepts(one, Run) for one in asked) and any(engine.accepts(one, Pay) for one in asked)


def test_advice_ends_where_the_same_player_has_another_turn() -> None:
    # Nobody else can raise, so the auction is over with the bid and its home, and it is P1's turn again.
    poor = {P2: 90, P3: 90, P4: 90}
    state = position("1867", 4, round="stock", on_turn=P1, cash={P1: 420, **poor}, privates=dict.fromkeys(SOLD, P1))
    mover, proposed = engine.to_act(state), choices.template(state)
    assert mover == P1 and [order.split()[0] for order in proposed] == ["bid", "token"]
    named = engine.apply(state, engine.parse_order(state, proposed[0]), P1)
    assert not engine.ends_turn(state, named.events)
    homed = engine.apply(named.state, engine.parse_order(named.state, proposed[1]), P1)
    assert engine.ends_turn(named.state, homed.events)


def company(trains: str, cash: int, *, phase: str, kind: str = "TN", **more: Any) -> State:
    held = {P1: 4, P2: 3} if kind == "CNR" else P1
    firm = Firm(kind, held, at=200, cash=cash, trains=trains, stations="O7")
    return position("1867", 4, firm, round="operating", on_turn=kind, phase=phase, step="trains", **more)


def test_no_train_is_handed_in_for_one_that_is_no_better() -> None:
    state = company("8", 1900, phase="8", kind="CNR", depot="", pool="8 2+2")
    offers = {engine.write_order(move) for move in engine.legal_moves(state)}
    assert {"train 8 trading 8", "train 2+2 trading 8"} <= offers
    assert choices.template(state) == ("done",)


def test_no_company_is_handed_to_the_state_that_can_be_kept() -> None:
    demand = TrainlessDecision(P1, Company("CNR"))
    idle = Firm("CNR", {P1: 4, P2: 3}, at=200, cash=50, stations="D8")
    other = Firm("GTR", {P2: 4}, at=100, cash=50, trains="8", stations="O7")
    state = position(
        "1867", 4, idle, other, round="operating", on_turn="GTR", phase="8", step="trains", demands=(demand,)
    )
    assert isinstance(choose(state, P1), Nationalise)
    proposed = choices.template(state)
    assert "nationalise" not in proposed
    kept = engine.apply(state, engine.parse_order(state, proposed[0]), P1)
    assert "CNR" in kept.state.market


def test_a_company_that_can_pay_for_a_train_is_told_to_buy_it_before_anything_else() -> None:
    sister = Firm("KP", P1, at=100, cash=10, trains="2 2", stations="J12")
    own = Firm("LPS", P1, at=135, cash=135, stations="I15")
    state = position(
        "1867", 4, own, sister, round="operating", on_turn="LPS", phase="3", step="trains", privates={"NFB": P1}
    )
    assert "buy private NFB for 45" in engine.legal_orders(state)
    assert choices.template(state) == ("train 3",)


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


@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_a_table_where_all_follow_the_advice_gets_going(title: str) -> None:
    """In 1882 everybody was advised to pass, round after round: CPR's first train closes a private."""
    seats = [engine.Player(name) for name in ("Ann", "Bob", "Cid")]
    drawn = {what: outcomes[0] for what, outcomes in engine.draws(title, seats).items()}
    state = engine.replay(engine.start(title, seats, drawn))
    for _ in range(250):
        for order in choices.template(state):
            mover = engine.to_act(state)
            assert mover is not None
            state = engine.apply(state, engine.parse_order(state, order), mover, advise=False).state
        if any(state.trains_of(one) for one in engine.in_operation(state)):
            return
    raise AssertionError(f"nobody has a train in {engine.round_name(state)}")
