"""The order of last resort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move


@dataclass(frozen=True, slots=True)
class Bankrupt(Move):
    """Declare bankruptcy: the train the company must have can't be paid for."""

    grave: ClassVar[bool] = True
    form: ClassVar[str] = "bankrupt"
