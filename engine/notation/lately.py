"""What was worked out for the position of a mail: each of its lines asks for the same again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.state import State

Worked = TypeVar("Worked")


class Lately(Generic[Worked]):
    """A function of a position that remembers the last one; a position is never changed."""

    def __init__(self, work: Callable[[State], Worked]) -> None:
        self._work = work
        self._last: tuple[State, Worked] | None = None

    def __call__(self, state: State) -> Worked:
        # Taken once: another thread may ask about another position meanwhile.
        last = self._last
        if last is None or last[0] is not state:
            last = self._last = (state, self._work(state))
        return last[1]
