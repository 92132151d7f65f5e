"""What one bot likes better than another would. Without a seed nothing is weighed otherwise than it is."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

# How far a liking goes, in hundredths on either side.
FANCY = 50


@dataclass(frozen=True, slots=True)
class Taste:
    """Likings drawn from a seed: the same seed likes the same things on any machine. No seed: no likings."""

    seed: str = ""

    def weigh(self, *what: object) -> float:
        """What a thing's worth is multiplied with, in whole hundredths."""
        if not self.seed:
            return 1.0
        drawn = int.from_bytes(sha256("|".join((self.seed, *map(str, what))).encode()).digest()[:4], "big")
        return (100 - FANCY + drawn % (2 * FANCY + 1)) / 100


PLAIN = Taste()
