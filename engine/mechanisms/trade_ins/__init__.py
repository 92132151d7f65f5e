"""Trains handed in for part of the price of new ones, which others may then buy from the pool."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.trade_ins.events import TrainHandedIn
from engine.mechanisms.trade_ins.figures import TradeInFigures
from engine.mechanisms.trade_ins.recorded import ADAPTER
from engine.mechanisms.trade_ins.trading import take_in, trading

__all__ = ["MECHANISM", "take_in", "trading"]

MECHANISM = Mechanism(
    name="trade_ins",
    package=__name__,
    figures=TradeInFigures,
    options=("traded_trains",),
    events=(TrainHandedIn,),
    adapter=ADAPTER,
)
