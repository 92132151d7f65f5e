"""A train leaves the game unsold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.names import BANK
from engine.state import State


@dataclass(frozen=True, slots=True)
class TrainExported(Event):
    """The bank's next new train left the game."""

    notable: ClassVar[bool] = True
    train: str

    def apply(self, state: State) -> State:
        return state.move_train(self.train, BANK, None)
