"""A position in one line, the same in every process, on every machine and in every version.

Digests are kept with every move for as long as a game is kept, so they must not depend on how positions are stored or
on what later versions add. A digest is therefore taken of what a position says, not of how it is written: the facts
below by these names for ever, each without whatever says nothing (no, none, zero, empty). A fact added later says
nothing in older games, so their digests stay. Where a name must change, it is changed back here; the records in
tests/records would show it. The form stands before the digest: should it ever have to change, d1 digests are still
known for what they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any
from weakref import WeakKeyDictionary

from engine.state import Demand, State

FORM = "d1-"
FACTS = (
    "options", "drawn", "players", "phase", "cash", "shares", "directors", "par", "trains", "depot", "privates",
    "stations_left", "priority", "cursor", "facts", "turn", "demands", "started", "floated", "operated", "gone",
    "loans", "neutrals_left", "last_run", "bankrupt", "ending", "final_set", "broken", "over", "own",
)  # fmt: skip


# Whoever records a move asks for the digest of its position, and so does whoever shows it then.
_known: WeakKeyDictionary[State, str] = WeakKeyDictionary()


def digest(state: State) -> str:
    """The same position gives the same digest, always; a position never changes, so it is worked out once."""
    found = _known.get(state)
    if found is None:
        found = _known[state] = _worked_out(state)
    return found


def _worked_out(state: State) -> str:
    told = (_told(name, getattr(state, name)) for name in _NAMES)
    text = ",".join(f'"{name}":{each}' for name, each in zip(_NAMES, told, strict=True) if each)
    return FORM + hashlib.sha256(f"{{{text}}}".encode()).hexdigest()


# What was told last under each name, and of which value: a move leaves most of a position as it was, and values of
# positions never change.
_last: dict[str, tuple[Any, str]] = {}


def _told(name: str, value: Any) -> str:
    """A fact as it stands in the text the digest is of; nothing if it says nothing."""
    last = _last.get(name)
    if last is not None and last[0] is value:
        return last[1]
    said = _said(_WRITTEN[name](value) if name in _WRITTEN else value)
    text = json.dumps(said, sort_keys=True, separators=(",", ":")) if said else ""
    _last[name] = (value, text)
    return text


_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    "title": lambda title: title.name,
    "board": lambda board: board.to_json(),
    "market": lambda market: [[*cell, *companies] for cell, companies in sorted(market.stacks.items())],
}
_NAMES = tuple(sorted((*_WRITTEN, *FACTS)))


def comparable(stored: str) -> bool:
    """Whether a stored digest is of the form that is written today; others can't be compared."""
    return stored.startswith(FORM)


def _said(value: Any) -> Any:
    """A value without what says nothing."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Mapping):
        return {str(name): said for name, each in value.items() if (said := _said(each)) or said is True}
    if isinstance(value, frozenset | set):
        return sorted(_said(each) for each in value)
    if isinstance(value, tuple | list):
        return [_said(each) for each in value]
    table = {each.name: getattr(value, each.name) for each in fields(value)}
    return _said({**table, "kind": value.kind} if isinstance(value, Demand) else table)
