"""A sentence for a player, kept apart from its language: an English template with named places, and what fills them.

The template is the message's name: whoever speaks another language looks it up and fills in the same values. Nothing is
put together before somebody reads it, because most refusals are only counted, never read.

What may fill a place:
- a name, a coordinate or a number stands as it is in every language;
- a word is a message of its own, ``Message("plain")``; ``word`` makes one of a colour or a kind known only at run time;
- an amount is ``Money``, several things are ``Listed``: both are written the way the reader's language writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.state import State


Joint = Literal["and", "or", "each", ",", ";", " ", "\n"]


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a title's currency."""

    amount: int
    currency: str

    def __str__(self) -> str:
        return f"{'-' if self.amount < 0 else ''}{self.currency}{abs(self.amount):,}"


class Listed:
    """Several things: a, b and c; a, b or c; a or b or c where each is a choice of its own; or a, b, c.

    Sentences are joined by a blank, lines by a line's end.
    """

    __slots__ = ("items", "joint")

    def __init__(self, items: Iterable[Value], joint: Joint = "and") -> None:
        self.items = tuple(items)
        self.joint = joint

    def __str__(self) -> str:
        return joined([str(item) for item in self.items], self.joint, {"and": " and ", "or": " or "})


def joined(words: Sequence[str], joint: Joint, joints: Mapping[str, str]) -> str:
    """The words with what stands between them in some language; ``joints`` says ``and`` and ``or`` in it."""
    if joint == "each":
        return joints["or"].join(words)
    if joint in (" ", "\n"):
        return joint.join(words)
    if joint in (",", ";") or len(words) < 2:
        return f"{joint} ".join(words)
    return f"{', '.join(words[:-1])}{joints[joint]}{words[-1]}"


class Message:
    """One sentence or part of one; ``str`` gives its English."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Value) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template

    def __repr__(self) -> str:
        return f"Message({self.template!r}, {self.values!r})"


Value = str | int | Message | Listed | Money

# Colours and kinds that sentences name and that are known only from a title's data.
WORDS = ("yellow", "green", "brown", "grey", "red", "blue", "blank", "plain", "city", "town", "offboard")
_WORDS = {text: Message(text) for text in WORDS}


def word(text: str) -> Message:
    """A colour or a kind as a message of its own."""
    return _WORDS.get(text) or Message(text)


def money(state: State, amount: int) -> Money:
    """An amount as this game's title prints it."""
    return Money(amount, state.title.currency)
