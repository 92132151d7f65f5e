"""What a director may decide about a company without a train."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move


@dataclass(frozen=True, slots=True)
class Nationalise(Move):
    """Hand a trainless public company to the state."""

    form: ClassVar[str] = "nationalise"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep a trainless public company."""

    quiet: ClassVar[bool] = True
    form: ClassVar[str] = "keep"
