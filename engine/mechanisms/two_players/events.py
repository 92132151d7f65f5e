"""What the two-player variant takes out of the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.state import State


@dataclass(frozen=True, slots=True)
class TrainsRemoved(Event):
    """Trains that are not used in this game."""

    notable: ClassVar[bool] = True
    trains: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> State:
        depot = list(state.depot)
        for train, count in self.trains:
            for _ in range(count):
                depot.remove(train)
        return state.change(depot=tuple(depot))
