"""Reads the moves only one title has by the form they declare, such as ``exchange {company} at {price} in {hex}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from engine.errors import Unreadable
from engine.message import Message
from engine.moves import Move
from engine.notation.clean import key
from engine.notation.names import COMPANY, PLACE, PLAYER, PRIVATE
from engine.notation.scan import Scanner
from engine.state import State

_FIELD = re.compile(r"\{(\w+)\}")


def titled_moves(state: State) -> Iterator[type[Move]]:
    """The kinds of move that the titles' own folders define; this game's first."""
    waiting = list(Move.__subclasses__())
    found: dict[tuple[str, str], type[Move]] = {}
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        # A dataclass with slots leaves the class it was made from behind; only the slotted one is used.
        name = (kind.__module__, kind.__qualname__)
        if kind.__module__ != Move.__module__ and kind.form and ("__slots__" in vars(kind) or name not in found):
            found[name] = kind
    own = [step.accepts for step in state.title.demands.values()]
    mine = {kind for accepts in own for kind in accepts}
    return iter(sorted(found.values(), key=lambda kind: (kind not in mine, kind.__module__, kind.__name__)))


def kind_of(scan: Scanner) -> type[Move] | None:
    """The titled move whose form begins with the same words."""
    for kind in titled_moves(scan.state):
        opening = [key(word) for word in kind.form.partition("{")[0].split()]
        if opening and scan.keys[scan.at : scan.at + len(opening)] == tuple(opening):
            return kind
    return None


def read_form(scan: Scanner) -> Move:
    """The move, its fields read in the order of its form; fields at the end that have a usual value may be left out."""
    kind = kind_of(scan)
    if kind is None:
        raise Unreadable("This is not the beginning of an order.")
    table: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
    values: dict[str, Any] = {}
    for word in kind.form.split():
        named = _FIELD.fullmatch(word)
        if not named:
            scan.skip(key(word), "on", "in", "at", "to", "for", "from", "of")
        elif scan.over and table[named[1]].default is not MISSING:
            continue
        else:
            values[named[1]] = _value(scan, named[1], str(table[named[1]].type))
    return kind(**values)


def _value(scan: Scanner, name: str, typed: str) -> Any:
    if typed == "int":
        number = scan.needed_number(Message("The {field}", field=name))
        return number - 1 if name == "city" else number
    if typed == "Company":
        return scan.company()
    if typed == "Private":
        return scan.private()
    if name == "train":
        return scan.train()
    found = scan.name(PLACE) or scan.name(COMPANY, PRIVATE, PLAYER)
    if found is None:
        return scan.place()
    return found[1]
