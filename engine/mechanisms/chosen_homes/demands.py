"""What is asked of whoever puts up a minor for auction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.names import Holder
from engine.state import Demand, State
from engine.steps.home_station import HomeWanted


@dataclass(frozen=True, slots=True)
class MinorHomeWanted(Demand):
    """Where a minor begins, before anybody else bids for it."""

    kind: ClassVar[str] = "minor-home"

    def asked(self, state: State) -> Holder:
        return self.player


@dataclass(frozen=True, slots=True)
class PublicHomeWanted(HomeWanted):
    """Where a new public company begins: the answer is its director's, as a player."""

    def asked(self, state: State) -> Holder:
        return self.player
