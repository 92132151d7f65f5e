"""Work counted in steps, so that two machines give up at the same point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class Spent(Exception):
    """The steps allowed are used up, or somebody outside asked to stop."""


@dataclass(slots=True)
class Effort:
    """A purse of steps; `stop` is asked now and then and only ends runaways."""

    limit: int
    stop: Callable[[], bool] | None = None
    used: int = 0
    stopped: bool = False
    _next_look: int = 0

    def spend(self, steps: int) -> None:
        self.used += steps
        if self.used > self.limit:
            raise Spent
        if self.stop is not None and self.used >= self._next_look:
            self._next_look = self.used + 20_000
            if self.stopped or self.stop():
                self.stopped = True
                raise Spent

    def prepare(self, steps: int) -> None:
        """Preparation counts as work, but a search is not cut short before it has begun."""
        self.used += steps
        self.limit += steps

    @property
    def left(self) -> int:
        return 0 if self.stopped else max(0, self.limit - self.used)
