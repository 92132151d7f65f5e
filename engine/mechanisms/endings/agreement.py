"""The players agree to stop before the rules end the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.game import Book
from engine.mechanisms.endings.moves import EndGame
from engine.moves import Move
from engine.names import Player
from engine.state import State
from engine.title import Plain


@dataclass(frozen=True)
class AgreeToEnd(Plain):
    """All players together end the game; nobody is ever asked to."""

    accepts: ClassVar = (EndGame,)
    despite_demands: ClassVar[bool] = True
    end: Callable[[Book], None]
    allowed: Callable[[State], bool] = lambda state: True
    name: str = "agree-to-end"

    def actor(self, state: State) -> Player | None:
        return None

    def candidates(self, state: State) -> Iterator[Move]:
        return iter(())

    def check(self, state: State, move: Move) -> None:
        if not self.allowed(state):
            raise Illegal("This game can't be ended early.", rule=state.title.paragraph("end-by-agreement"))

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        return state.players

    def decide(self, book: Book, move: Move) -> bool:
        self.end(book)
        return False
