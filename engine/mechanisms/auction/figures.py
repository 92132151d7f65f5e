"""The figures of auctions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AuctionFigures:
    """How bids go up and minima fall."""

    increment: int
