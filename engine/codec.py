"""Events and positions as JSON, and back. Events live for ever: what was written once can always be read.

Fields are read by their declared types, so nested values need no tags; a field that equals its default is left out.
"""

from __future__ import annotations

import hashlib
import json
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any

from engine.board.board import Board
from engine.errors import Inconsistent
from engine.events import Event
from engine.market import Market
from engine.state import State
from engine.titles import find, names

Json = Any
Decoder = Callable[[Json], Any]

# How positions are written; a change that old snapshots can't be read with raises it, and they are replayed instead.
SNAPSHOT = 1


# ---------------------------------------------------------------------- writing


def _plain(value: Any) -> Json:
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(v) for v in value)
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if is_dataclass(value):
        return _fields(value)
    raise Inconsistent(f"{type(value).__name__} can't be stored")


@cache
def _stored(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((f.name, _default(f)) for f in fields(kind))


def _default(each: Field[Any]) -> Any:
    if each.default is not MISSING:
        return each.default
    return each.default_factory() if each.default_factory is not MISSING else MISSING


def _fields(value: Any) -> dict[str, Json]:
    found = {}
    kind: Any = type(value)
    for name, default in _stored(kind):
        item = getattr(value, name)
        if default is MISSING or item != default:
            found[name] = _plain(item)
    return found


def encode(event: Event) -> dict[str, Json]:
    """An event as JSON."""
    return {"event": type(event).__name__, "v": event.version, **_fields(event)}


# ---------------------------------------------------------------------- reading


@cache
def _kinds() -> Mapping[str, type[Event]]:
    """Every kind of event, those of the titles included."""
    for name in names():
        find(name)
    found: dict[str, type[Event]] = {}
    waiting = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        # A dataclass with slots replaces the class it decorates: the one its module knows is the real one.
        if kind is not Event and getattr(sys.modules[kind.__module__], kind.__name__, None) is kind:
            found[kind.__name__] = kind
    return found


def decode(data: Mapping[str, Json]) -> Event:
    """The event that was written."""
    kind: Any = _kinds().get(str(data.get("event")))
    if kind is None:
        raise Inconsistent(f"there is no event {data.get('event')!r}")
    return typing.cast(Event, _decoder(kind)(data))


@cache
def _decoder(kind: Any) -> Decoder:
    """How a value of a declared type is read."""
    if hasattr(kind, "__supertype__"):
        return _decoder(kind.__supertype__)
    if kind is Any or kind in (int, str, bool):
        return _as_is
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        some = _decoder(next(k for k in inside if k is not type(None)))
        return lambda data: None if data is None else some(data)
    if origin is tuple and len(inside) == 2 and inside[1] is Ellipsis:
        each = _decoder(inside[0])
        return lambda data: tuple(each(item) for item in data)
    if origin is tuple:
        parts = tuple(_decoder(k) for k in inside)
        return lambda data: tuple(part(item) for part, item in zip(parts, data, strict=True))
    if origin is frozenset:
        member = _decoder(inside[0])
        return lambda data: frozenset(member(item) for item in data)
    if origin is not None and issubclass(origin, Mapping):
        item = _decoder(inside[1])
        return lambda data: {k: item(v) for k, v in data.items()}
    if is_dataclass(kind):
        return _dataclass_decoder(kind)
    raise Inconsistent(f"{kind} can't be read")


def _as_is(data: Json) -> Any:
    return tuple(data) if isinstance(data, list) else data


def _dataclass_decoder(kind: Any) -> Decoder:
    hints = typing.get_type_hints(kind)
    readers = {f.name: _decoder(hints[f.name]) for f in fields(kind)}

    def read(data: Mapping[str, Json]) -> Any:
        return kind(**{name: reader(data[name]) for name, reader in readers.items() if name in data})

    return read


# ---------------------------------------------------------------------- positions

_SPECIAL = ("title", "board", "market", "own")


def save(state: State) -> dict[str, Json]:
    """A whole position as JSON."""
    table = {name: _plain(value) for name, value in state.__dict__.items() if name not in _SPECIAL}
    stacks = sorted(state.market.stacks.items())
    return {
        "snapshot": SNAPSHOT,
        "title": state.title.name,
        "board": state.board.to_json(),
        "market": [[*cell, *companies] for cell, companies in stacks],
        "own": None if state.own is None else _plain(state.own),
        **table,
    }


def restore(data: Mapping[str, Json]) -> State:
    """The position that was saved. The order of keys in the data does not matter."""
    if data.get("snapshot") != SNAPSHOT:
        raise Inconsistent(f"a snapshot of form {data.get('snapshot')!r} can't be read")
    title = find(str(data["title"]))
    hints = _state_hints()
    table = {name: _decoder(hints[name])(data[name]) for name in hints if name in data and name not in _SPECIAL}
    market = Market(title.grids[title.grid_for(table["options"])])
    for row, column, *companies in data["market"]:
        for company in companies:
            market = market.put(company, (row, column))
    # The order in which privates are offered and paid is the title's.
    table["privates"] = {p: table["privates"][p] for p in title.privates if p in table["privates"]}
    own: Any = title.own()
    own_kind: Any = type(own)
    return State(
        title=title,
        board=Board.from_json(title.plan, data["board"]),
        market=market,
        own=None if own is None else _decoder(own_kind)(data["own"]),
        **table,
    )


@cache
def _state_hints() -> Mapping[str, Any]:
    return typing.get_type_hints(State)


def digest(state: State) -> str:
    """The same position gives the same digest in every process and on every machine."""
    whole = json.dumps(save(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()
