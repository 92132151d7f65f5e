"""The railway of the state has trains, runs them and buys more."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.state_railway.steps import operates, state_last, state_turn

__all__ = ["MECHANISM", "operates", "state_last", "state_turn"]

MECHANISM = Mechanism(name="state_railway", package=__name__, options=("state_railway",))
