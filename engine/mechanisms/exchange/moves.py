"""The order to exchange a private."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move, spot
from engine.names import Company


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Give a private in exchange for a company's director's certificate, with its station where one may choose."""

    form: ClassVar[str] = "exchange {company} at {price} in {hex}"
    company: Company
    price: int
    hex: str = ""
    city: int = -1

    def write(self) -> str:
        return f"exchange {self.company} at {self.price}" + (f" in {spot(self.hex, self.city)}" if self.hex else "")
