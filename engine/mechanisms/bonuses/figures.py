"""The figures of bonuses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """What a route earns more that counts one of these hexes and one of their partners."""

    hexes: tuple[str, ...]
    partners: tuple[str, ...]
    extra: int
    multiplied: bool  # by the train, as the stop itself


@dataclass(frozen=True, slots=True)
class BonusFigures:
    """All pairs of a title."""

    pairs: tuple[Pair, ...]
