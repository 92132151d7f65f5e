"""What may be ordered only in this title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move, spot


@dataclass(frozen=True, slots=True)
class MoveStation(Move):
    """Move one of the operating company's stations by the power of a private."""

    form: ClassVar[str] = "move token from {origin} to {hex} city {city}"
    origin: str
    hex: str
    city: int = -1

    def write(self) -> str:
        return f"move token from {self.origin} to {spot(self.hex, self.city)}"
