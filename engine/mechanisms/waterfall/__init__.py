"""Privates sold in a row, with bids that tie up cash."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.waterfall.figures import WaterfallFigures
from engine.mechanisms.waterfall.steps import RowAuction, never

__all__ = ["MECHANISM", "RowAuction"]

MECHANISM = Mechanism(
    name="waterfall",
    package=__name__,
    figures=WaterfallFigures,
    never=never,
)
