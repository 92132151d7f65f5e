"""The order to buy shares back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move


@dataclass(frozen=True, slots=True)
class Redeem(Move):
    """The operating company buys its own shares back from the pool."""

    form: ClassVar[str] = "redeem {count}"
    count: int
