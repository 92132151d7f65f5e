"""A train given for another, and a price that is lower for it: how it is said, whatever a title's figures are."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.trading_up.saying import SAYINGS

MECHANISM = Mechanism(name="trading_up", package=__name__, sayings=SAYINGS)
