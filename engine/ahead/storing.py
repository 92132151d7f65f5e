"""Orders on file as JSON, and back. Every value says its name and version; what was kept once is read for ever.

A name belongs to its owner, as in records: the shelf's are bare, a mechanism's begin with its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from engine import moves
from engine.ahead import acts, facts, orders
from engine.ahead.acts import Act
from engine.ahead.orders import Standing
from engine.errors import Inconsistent
from engine.moves import Move
from engine.titles import find, names, packages

Json = Any
# Rows of an older version, by name and version, each into the next.
UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Json]], dict[str, Json]]] = {}


def store(order: Standing) -> dict[str, Json]:
    """An order on file as JSON."""
    kept = _plain(order)
    assert isinstance(kept, dict)
    return kept


def restore_order(data: Mapping[str, Json]) -> Standing:
    """The order that was kept, by whatever version. Raises Inconsistent for one nobody knows."""
    found = _value(data)
    if not isinstance(found, Standing):
        raise Inconsistent(f"{type(found).__name__} is no order on file")
    return found


def _plain(value: Any) -> Json:
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        name = _names(packages()).get(type(value))
        if name is not None:
            kept = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
            return {"is": name, "v": getattr(value, "version", 1), **kept}
    raise Inconsistent(f"{type(value).__name__} can't be kept on file")


def _value(data: Json) -> Any:
    if isinstance(data, list):
        return tuple(_value(one) for one in data)
    if not isinstance(data, Mapping):
        return data
    row = dict(data)
    while (upcast := UPCASTERS.get((str(row.get("is")), int(row.get("v", 0))))) is not None:
        row = upcast(row)
    kind = _kinds(packages()).get(str(row.pop("is", None)))
    version = row.pop("v", None)
    if kind is None or version != getattr(kind, "version", 1):
        raise Inconsistent(f"nothing kept on file is called {data.get('is')!r}, version {version}")
    try:
        return kind(**{name: _value(value) for name, value in row.items()})
    except TypeError as error:
        raise Inconsistent(f"{kind.__name__} can't be read: {error}") from error


def _all() -> Iterator[tuple[str, type[Any]]]:
    shelf: tuple[type[Any], ...] = (*orders.SHELF, *facts.SHELF, *facts.JOINED)
    for kind in shelf:
        yield kind.__name__, kind
    for module in (acts, moves):
        for name, kind in vars(module).items():
            kept = isinstance(kind, type) and issubclass(kind, (Act, Move, moves.TrainRun))
            if kept and kind.__module__ == module.__name__:
                yield name, kind
    for title in names():
        for each in find(title).mechanisms:
            for kind in (*each.standing, *each.facts, *each.moves):
                yield f"{each.name}.{kind.__name__}", kind


@cache
def _kinds(known: tuple[str, ...]) -> Mapping[str, type[Any]]:
    return dict(_all())


@cache
def _names(known: tuple[str, ...]) -> Mapping[type[Any], str]:
    return {kind: name for name, kind in _all()}
