"""The order to put a minor up for auction, with its home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move, spot
from engine.names import Company


@dataclass(frozen=True, slots=True)
class OpenAuction(Move):
    """Put a minor up for auction: its home, and the first bid."""

    form: ClassVar[str] = "bid {minor} {amount} in {hex}"
    minor: Company
    amount: int
    hex: str
    city: int = -1

    def write(self) -> str:
        return f"bid {self.minor} {self.amount} in {spot(self.hex, self.city)}"
