"""The figures of loans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoanFigures:
    """What a loan brings and costs."""

    amount: int
    interest: int  # for each loan a turn begins with; the first is kept back
    limit: Mapping[str, int]  # kind of company -> how many it may have; a kind that is not named has no limit
