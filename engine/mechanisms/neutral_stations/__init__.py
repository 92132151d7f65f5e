"""Stations that belong to nobody."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.neutral_stations.reading import read_neutral
from engine.mechanisms.neutral_stations.saying import SAYINGS

MECHANISM = Mechanism(
    name="neutral_stations",
    package=__name__,
    sayings=SAYINGS,
    readers={"neutral": read_neutral},
)
