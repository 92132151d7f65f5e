"""What an order means, from the move it is read as: its form and its own sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine import moves
from engine.moves import Move
from engine.notation.clean import key
from engine.notation.words import mechanisms, order_words
from engine.state import State

# A dividend is written by its kind alone.
_KINDS = ("pay", "half", "withhold")
_PLACE = re.compile(r"\{(\w+)\}")


def explain(word: str, state: State | None = None) -> list[str]:
    """The orders that begin with a word or with what it stands for; none if there are no such orders."""
    verb = order_words().get(key(word.split()[0]), word.lower()) if word.split() else ""
    lines: list[str] = []
    for kind in _kinds(state):
        form = _form(kind, verb)
        if form.split()[0] == verb or (verb == "private" and "private" in form):
            lines.append(f"{form}\n    {' '.join((kind.__doc__ or '').split())}")
    return lines


def _kinds(state: State | None) -> Iterator[type[Move]]:
    own = [kind for kind in vars(moves).values() if isinstance(kind, type) and issubclass(kind, Move) and kind.form]
    yield from own
    for each in mechanisms() if state is None else state.title.mechanisms:
        yield from each.moves


def _form(kind: type[Move], verb: str) -> str:
    """The form with the places to fill in capitals."""
    form = verb if kind is moves.Pay and verb in _KINDS else kind.form
    return _PLACE.sub(lambda place: place.group(1).upper(), form)
