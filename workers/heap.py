"""How a process looks for rings of objects nobody needs: seldom, and not among what it keeps for good.

Rules, words and templates are some hundred thousand objects; to look through them all took a seventh of a second, in
which nobody at the door was answered.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from itertools import count

# New objects until the young are looked through, and so many times that until the older ones are.
THRESHOLDS = (10_000, 20, 10)
# Some of what is kept for good comes with the first games: so often, what outlives a look at everything is kept too.
TIMES = 4


def settle() -> None:
    """To be called once, when a process has got ready."""
    looks = count()

    def keep(phase: str, about: Mapping[str, int]) -> None:
        if phase == "stop" and about["generation"] == 2 and next(looks) < TIMES:
            gc.freeze()

    gc.callbacks.append(keep)
    gc.set_threshold(*THRESHOLDS)
    gc.collect()
