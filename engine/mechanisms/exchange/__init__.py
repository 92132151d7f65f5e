"""A private given for a company's director's certificate."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.exchange.figures import ExchangeFigures
from engine.mechanisms.exchange.moves import Exchange
from engine.mechanisms.exchange.reading import read_exchange
from engine.mechanisms.exchange.recorded import ADAPTER
from engine.mechanisms.exchange.saying import SAYINGS
from engine.mechanisms.exchange.steps import ChooseHome

__all__ = ["MECHANISM", "ChooseHome"]

MECHANISM = Mechanism(
    name="exchange",
    package=__name__,
    sayings=SAYINGS,
    figures=ExchangeFigures,
    adapter=ADAPTER,
    moves=(Exchange,),
    readers={"exchange": read_exchange},
)
