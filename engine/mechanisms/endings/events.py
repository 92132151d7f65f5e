"""What announces the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.state import State


@dataclass(frozen=True, slots=True)
class BankBroke(Event):
    notable: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        return state.change(broken=True)


@dataclass(frozen=True, slots=True)
class EndAnnounced(Event):
    """The game will end: why, and with which set of operating rounds (0: with the present round)."""

    notable: ClassVar[bool] = True
    why: str
    final_set: int

    def apply(self, state: State) -> State:
        return state.change(ending=self.why, final_set=self.final_set)
