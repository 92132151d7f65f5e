"""What a player who opens an auction decides."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.hexes import Hex
from engine.events import Event
from engine.names import Company, Player
from engine.state import State


@dataclass(frozen=True, slots=True)
class HomeChosen(Event):
    """A city is kept for a minor, whoever wins it."""

    player: Player
    company: Company
    hex: str
    city: int

    def apply(self, state: State) -> State:
        return state.change(board=state.board.keep(self.company, Hex(self.hex), self.city))
