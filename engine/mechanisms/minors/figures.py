"""The figures of minors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MinorFigures:
    """What a minor costs, and which comes first."""

    bid: int  # to put one up for auction
    price: int  # a minor never starts dearer
    first: str = ""  # to be sold before all others
