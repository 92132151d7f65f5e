"""The order that ends a game by agreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move


@dataclass(frozen=True, slots=True)
class EndGame(Move):
    """All players agree to stop now."""

    grave: ClassVar[bool] = True
    form: ClassVar[str] = "end the game"
