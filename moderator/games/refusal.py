"""A line that can't be done, said the way the engine refuses orders: why, by which rule, what to write instead."""

from __future__ import annotations

from engine.message import Message, Value


class Refusal(Exception):
    """Answers a command as the engine's Refused answers an order: the reason is a message, worded for its reader."""

    def __init__(self, why: str | Message, /, rule: str = "", instead: tuple[str, ...] = (), **values: Value) -> None:
        self.message = why if isinstance(why, Message) else Message(why, **values)
        self.rule, self.instead = rule, instead
        super().__init__(self.message)

    @property
    def why(self) -> str:
        """The reason as one English sentence."""
        return str(self.message)
