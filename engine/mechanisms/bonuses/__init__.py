"""Places that are worth more together, and privates that are worth something to a route."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.bonuses.figures import BonusFigures
from engine.mechanisms.bonuses.routes import route_bonuses

__all__ = ["MECHANISM", "route_bonuses"]

MECHANISM = Mechanism(
    name="bonuses",
    package=__name__,
    figures=BonusFigures,
)
