"""The figures of floating."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FloatFigures:
    """When a company floats, and with what."""

    shares: int  # sold out of the initial offering
    capital: int  # times par
