"""What a condition may name: a closed list of facts of a position, and of what was done since the order was given.

A fact writes itself in one form, says itself as a clause (``tell``) and says how things stand (``now``). How it is read
is data: the patterns of each language, under the names in ``forms``. A module for each thing that is spoken of.
"""

from __future__ import annotations

from engine.ahead.facts.board import StationIn, TileOn
from engine.ahead.facts.condition import (
    ANYBODY,
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Condition,
    OfCompany,
    Seen,
    below_nothing,
    compare,
    measured,
    none,
)
from engine.ahead.facts.doings import Did, deed_said, done
from engine.ahead.facts.joined import All, AnyOf, Not
from engine.ahead.facts.money import Cash, Holding, Price, money_in_all
from engine.ahead.facts.owners import Directs, Floats, ItemSold, Owns
from engine.ahead.facts.trains import HasTrain, InPhase, TrainsLeft, TrainsOf, TrainSold

__all__ = [
    "ANYBODY",
    "AT_LEAST",
    "AT_MOST",
    "EXACTLY",
    "JOINED",
    "SHELF",
    "All",
    "AnyOf",
    "Cash",
    "Condition",
    "Did",
    "Not",
    "OfCompany",
    "Seen",
    "below_nothing",
    "compare",
    "deed_said",
    "done",
    "measured",
    "money_in_all",
    "none",
]

SHELF: tuple[type[Condition], ...] = (
    Price, Holding, Cash, TrainsLeft, HasTrain, TrainsOf, Directs, InPhase, TrainSold, Owns, TileOn, StationIn,
    ItemSold, Floats, Did,
)  # fmt: skip
# What puts them together.
JOINED: tuple[type[Condition], ...] = (All, AnyOf, Not)
