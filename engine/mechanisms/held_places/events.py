"""Held places open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.board.plan import NEUTRAL
from engine.events import Event
from engine.state import State


@dataclass(frozen=True, slots=True)
class PlacesOpened(Event):
    """The neutral markers left the map; their slots are free."""

    notable: ClassVar[bool] = True
    hexes: tuple[str, ...]

    def seen_in(self) -> tuple[str, ...]:
        return self.hexes

    def apply(self, state: State) -> State:
        return state.change(board=state.board.release(NEUTRAL))
