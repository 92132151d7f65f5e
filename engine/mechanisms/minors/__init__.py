"""Small companies put up for auction in stock rounds."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.minors.companies import operates, operating_order, rises, splits
from engine.mechanisms.minors.figures import MinorFigures
from engine.mechanisms.minors.prices import after_dividend, drop
from engine.mechanisms.minors.stock import HOLDING, AuctionMinor, ChoosePublicHome, TradeOrAuction, barred, never

__all__ = [
    "HOLDING",
    "MECHANISM",
    "AuctionMinor",
    "ChoosePublicHome",
    "TradeOrAuction",
    "after_dividend",
    "barred",
    "drop",
    "operates",
    "operating_order",
    "rises",
    "splits",
]

MECHANISM = Mechanism(
    name="minors",
    package=__name__,
    options=("two_player",),
    figures=MinorFigures,
    never=never,
)
