"""The figures of mergers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MergerFigures:
    """How much may merge, and at what price."""

    minors: int  # at most
    of_one_owner: int  # of these
    price: int  # a merged company never starts dearer
