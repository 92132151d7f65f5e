"""Lots drawn from a published seed: the same on any machine and in any version of Python."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

Thing = TypeVar("Thing")


class Lots:
    """Whole numbers from a seed, one after the other: the hashes of the seed and a counter."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._seed = f"{purpose}|{seed}"
        self._drawn = 0

    def below(self, end: int) -> int:
        """A number from nought to end - 1."""
        self._drawn += 1
        hashed = sha256(f"{self._seed}|{self._drawn}".encode()).digest()
        # Of 2^128 numbers a few more lead to the low ones: nobody will ever notice.
        return int.from_bytes(hashed[:16], "big") % end

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """The things in an order by lot; they must come in an order that everybody knows."""
        found = list(things)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


def lot(seed: str, name: str) -> int:
    """The lot of one name, whoever else takes part."""
    return int.from_bytes(sha256(f"lot|{seed}|{name}".encode()).digest()[:16], "big")
