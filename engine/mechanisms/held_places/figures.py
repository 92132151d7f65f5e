"""The figures of held places; the slots themselves are marked on the map as kept for a neutral marker."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldPlacesFigures:
    """When the places open."""

    phase: str
