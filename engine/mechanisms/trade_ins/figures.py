"""The figures of trade-ins; what is allowed for each train stands with the trains it is handed in for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TradeInFigures:
    """From when on trains are taken in part payment."""

    phase: str
