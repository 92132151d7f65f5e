"""What the state asks of a director."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.state import Demand


@dataclass(frozen=True, slots=True)
class TrainlessDecision(Demand):
    """Whether a public company without a train is kept."""

    kind: ClassVar[str] = "trainless"
