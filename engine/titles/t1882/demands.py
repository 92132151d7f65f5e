"""Decisions that interrupt only in this title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.names import NO_PRIVATE, Holder, Private
from engine.state import Demand, State


@dataclass(frozen=True, slots=True)
class ParWanted(Demand):
    """The par of a company that came with a private."""

    kind: ClassVar[str] = "par"

    def asked(self, state: State) -> Holder:
        return self.player


@dataclass(frozen=True, slots=True)
class CityWanted(Demand):
    """The city of a new tile for a station that stood in the hex."""

    kind: ClassVar[str] = "city"
    hex: str = ""
    symbol: str = ""

    def asked(self, state: State) -> Holder:
        return state.operating


@dataclass(frozen=True, slots=True)
class TileWanted(Demand):
    """The tile laid where a power has just moved a station."""

    kind: ClassVar[str] = "power"
    private: Private = NO_PRIVATE
    hex: str = ""

    def asked(self, state: State) -> Holder:
        return self.private
