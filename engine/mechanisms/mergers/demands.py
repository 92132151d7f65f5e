"""What a merger asks of players before anything else goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.names import Company, Holder, Player
from engine.state import Demand, State


@dataclass(frozen=True, slots=True)
class StationsWanted(Demand):
    """Which stations of its minors a new company keeps; then the buyers are asked."""

    kind: ClassVar[str] = "stations"
    minors: tuple[Company, ...] = ()
    buyers: tuple[Player, ...] = ()

    @property
    def forming(self) -> tuple[Company, ...]:
        return self.minors


@dataclass(frozen=True, slots=True)
class SecondShareWanted(Demand):
    """Who will buy the second share, without which there is no merger; nothing has happened yet."""

    kind: ClassVar[str] = "second-share"
    minors: tuple[Company, ...] = ()
    keeping: tuple[str, ...] = ()
    waiting: tuple[Player, ...] = ()

    def asked(self, state: State) -> Holder:
        return self.player


@dataclass(frozen=True, slots=True)
class SharesOffered(Demand):
    """Who buys shares of a new company: first its owners, any number; then everybody, one each."""

    kind: ClassVar[str] = "take"
    turn: int = 1
    waiting: tuple[Player, ...] = ()

    def asked(self, state: State) -> Holder:
        return self.player
