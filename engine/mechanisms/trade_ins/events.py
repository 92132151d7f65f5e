"""A train is handed in."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.names import POOL, Company
from engine.state import State


@dataclass(frozen=True, slots=True)
class TrainHandedIn(Event):
    """A company gave a train in part payment for the one it buys next."""

    company: Company
    train: str
    to_pool: bool  # otherwise it leaves the game

    def apply(self, state: State) -> State:
        return state.move_train(self.train, self.company, POOL if self.to_pool else None)
