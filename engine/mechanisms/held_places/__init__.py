"""Slots that nobody may use before a phase: a neutral marker lies there, which blocks no route."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.held_places.events import PlacesOpened
from engine.mechanisms.held_places.figures import HeldPlacesFigures
from engine.mechanisms.held_places.reactions import open_places

__all__ = ["MECHANISM", "open_places"]

MECHANISM = Mechanism(
    name="held_places",
    package=__name__,
    figures=HeldPlacesFigures,
    events=(PlacesOpened,),
)
