"""The figures of nationalisation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grey:
    """A tile with which the railway of the state gets a station."""

    hex: str
    tile: str


@dataclass(frozen=True, slots=True)
class NationalFigures:
    """Where the railway of the state stands, and when it takes over."""

    home: str
    places: tuple[str, ...]  # kept for it
    elsewhere: int  # stations it may have outside them
    minors_removed: str  # the phase that removes minors never started
    privates_taken: str  # the phase that takes over privates
    minors_taken: str  # the phase that takes over all minors
    trainless: tuple[str, ...]  # the phases that take over companies without a train
    falls: int = 1  # the price of a company taken over, in any case
    falls_per_loan: int = 1  # and for each loan it still has
    grey: Grey | None = None
    assets: str = "national"  # who gets all a company had: the railway of the state, or the bank
