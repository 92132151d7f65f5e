"""The figures of the game for two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TwoPlayersFigures:
    """What is taken out of the box."""

    trains: Mapping[str, int]
    privates: int  # drawn at random
