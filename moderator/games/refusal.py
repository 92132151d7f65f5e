"""A line that can't be done, said the way the engine refuses orders: why, by which rule, what to write instead."""

from __future__ import annotations


class Refusal(Exception):
    """Answers a command as the engine's Refused answers an order."""

    def __init__(self, why: str, rule: str = "", instead: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why, self.rule, self.instead = why, rule, instead
