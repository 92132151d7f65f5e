"""One item at a time is auctioned; each player clockwise raises or passes."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.auction.figures import AuctionFigures
from engine.mechanisms.auction.steps import Auction, AuctionInTurn, never

__all__ = ["MECHANISM", "Auction", "AuctionInTurn"]

MECHANISM = Mechanism(
    name="auction",
    package=__name__,
    figures=AuctionFigures,
    never=never,
)
