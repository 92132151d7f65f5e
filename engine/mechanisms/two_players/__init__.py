"""What the game for two takes out of the box."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.two_players.events import TrainsRemoved
from engine.mechanisms.two_players.figures import TwoPlayersFigures
from engine.mechanisms.two_players.setup import draws, site_draws, take_out
from engine.records import unowned

__all__ = ["MECHANISM", "take_out"]

MECHANISM = Mechanism(
    name="two_players",
    package=__name__,
    events=(TrainsRemoved,),
    upcasters=unowned("two_players", "TrainsRemoved"),
    figures=TwoPlayersFigures,
    draws=draws,
    site_draws=site_draws,
)
