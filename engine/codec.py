"""Events and positions as JSON, and back. Events live for ever: what was written once can always be read.

Every field is written, so that no later default can change what a row says, and fields are read by their declared
types. Events and demands carry their name and version (engine/records.py). A stored position only saves replaying: it
carries the form it was written in, and one of another form is not read at all (``Outdated``), the game is replayed.
"""

from __future__ import annotations

import hashlib
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from engine.board.board import Board
from engine.errors import Inconsistent, Outdated
from engine.events import Event
from engine.market import Market
from engine.records import registry
from engine.state import Demand, State
from engine.title import Title
from engine.titles import find

Json = Any
Decoder = Callable[[Json], Any]

# Raised when board, market or the envelope of a snapshot are written differently; all else is in its form by itself.
SNAPSHOT = 2


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
    if isinstance(value, Demand):
        return {"demand": registry().names[type(value)], "v": value.version, **_fields(value)}
    if is_dataclass(value):
        return _fields(value)
    raise Inconsistent(f"{type(value).__name__} can't be stored")


@cache
def _stored(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _fields(value: Any) -> dict[str, Json]:
    kind: Any = type(value)
    return {name: _plain(getattr(value, name)) for name in _stored(kind)}


def encode(event: Event) -> dict[str, Json]:
    """An event as JSON."""
    return {"event": registry().names[type(event)], "v": event.version, **_fields(event)}


# ---------------------------------------------------------------------- reading


def decode(data: Mapping[str, Json]) -> Event:
    """The event that was written, by whatever version."""
    kind, row = registry().current(data, "event")
    found: Event = _dataclass(typing.cast(Any, kind))(_without(row, "event"))
    return found


def _without(row: Mapping[str, Json], tag: str) -> dict[str, Json]:
    """The fields of a row alone."""
    fields_alone = dict(row)
    del fields_alone[tag], fields_alone["v"]
    return fields_alone


def _demand(data: Mapping[str, Json]) -> Demand:
    # The first version called the kind of a demand so.
    kind, row = registry().current({"demand": data.get("kind"), **data}, "demand")
    found: Demand = _dataclass(typing.cast(Any, kind))(_without(row, "demand"))
    return found


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
        if getattr(inside[0], "__supertype__", inside[0]) in (int, str, bool):
            return tuple
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
    if kind is Demand:
        return _demand
    if is_dataclass(kind):
        return _dataclass(typing.cast(Any, kind))
    raise Inconsistent(f"{kind} can't be read")


def _as_is(data: Json) -> Any:
    return tuple(data) if isinstance(data, list) else data


@cache
def _dataclass(kind: Any) -> Decoder:
    hints = typing.get_type_hints(kind)
    readers = {each.name: _decoder(hints[each.name]) for each in fields(kind)}

    def read(data: Mapping[str, Json]) -> Any:
        try:
            return kind(**{name: readers[name](value) for name, value in data.items()})
        except (KeyError, TypeError) as error:
            raise Inconsistent(f"{kind.__name__} can't be read: {error}") from error

    return read


# ---------------------------------------------------------------------- positions

_SPECIAL = ("title", "board", "market", "own")


@cache
def _form(title: Title) -> str:
    """The form of a title's positions: what they are made of, however deep. A change of it makes old ones outdated."""
    kinds: list[Any] = [State, *(type(each.own()) for each in title.mechanisms if each.own is not None), *title.demands]
    shapes: dict[str, str] = {}
    while kinds:
        kind = kinds.pop()
        if is_dataclass(kind) and isinstance(kind, type) and kind.__name__ not in (*shapes, "Title"):
            hints = typing.get_type_hints(kind)
            shapes[kind.__name__] = ",".join(f"{each.name}:{hints[each.name]}" for each in fields(kind))
            kinds += hints.values()
        else:
            kinds += typing.get_args(kind)
    whole = repr(sorted(shapes.items()))
    return f"{SNAPSHOT}-{hashlib.sha256(whole.encode()).hexdigest()[:16]}"


def save(state: State) -> dict[str, Json]:
    """A whole position as JSON."""
    table = {name: _plain(value) for name, value in state.__dict__.items() if name not in _SPECIAL}
    stacks = sorted(state.market.stacks.items())
    return {
        "snapshot": _form(state.title),
        "title": state.title.name,
        "board": state.board.to_json(),
        "market": [[*cell, *companies] for cell, companies in stacks],
        "own": _plain(state.own),
        **table,
    }


def restore(data: Mapping[str, Json]) -> State:
    """The position that was saved. Raises Outdated for one of another form; the game must be replayed then.

    The order of keys in the data does not matter.
    """
    title = find(str(data["title"]))
    if data.get("snapshot") != _form(title):
        raise Outdated(f"a snapshot of form {data.get('snapshot')!r} is not read any more")
    hints = _state_hints()
    table = {name: _decoder(hints[name])(data[name]) for name in hints if name in data and name not in _SPECIAL}
    market = Market(title.grids[title.grid_for(table["options"])])
    for row, column, *companies in data["market"]:
        for company in companies:
            market = market.put(company, (row, column))
    # The order in which privates are offered and paid is the title's.
    table["privates"] = {p: table["privates"][p] for p in title.privates if p in table["privates"]}
    own = {
        each.name: _decoder(typing.cast(Any, type(each.own())))(data["own"][each.name])
        for each in title.mechanisms
        if each.own is not None
    }
    return State(title=title, board=Board.from_json(title.plan, data["board"]), market=market, own=own, **table)


@cache
def _state_hints() -> Mapping[str, Any]:
    return typing.get_type_hints(State)
