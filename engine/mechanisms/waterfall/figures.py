"""The figures of the row of privates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WaterfallFigures:
    """How bids go up and prices fall."""

    increment: int
    discount: int  # when all have passed
