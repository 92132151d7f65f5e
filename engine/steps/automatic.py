"""A step at which nobody decides anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.game import Book
from engine.moves import Move
from engine.names import Player
from engine.state import State
from engine.title import Plain


class NobodyDecides(Plain):
    """There is nothing to choose."""

    accepts: ClassVar[tuple[type[Move], ...]] = ()

    def actor(self, state: State) -> Player | None:
        return None

    def candidates(self, state: State) -> Iterator[Move]:
        return iter(())

    def check(self, state: State, move: Move) -> None:
        return None

    def decide(self, book: Book, move: Move) -> bool:
        return True


class Automatic(NobodyDecides):
    """Something that happens by itself."""

    automatic: ClassVar[bool] = True
