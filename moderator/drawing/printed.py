"""The map of a title before the first tile lies on it."""

from __future__ import annotations

from functools import lru_cache

import engine
from engine import State

# So many people, where the title can be played by as many.
USUAL = 3


@lru_cache(maxsize=8)
def printed(title: str) -> State:
    """The position a game begins with. It is for looking at its map alone: what is drawn by lot falls anyhow."""
    counts = sorted(engine.title_named(title).capital)
    count = next((count for count in counts if count >= USUAL), counts[-1])
    seats = [engine.Player(str(number)) for number in range(1, count + 1)]
    drawn = {name: outcomes[0] for name, outcomes in engine.draws(title, seats).items()}
    return engine.replay(engine.start(title, seats, drawn))
