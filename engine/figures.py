"""Figures of a title: a table of title.toml becomes a frozen dataclass, and whatever does not fit is an error."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar

from engine.errors import TitleError

F = TypeVar("F")


def read_figures(kind: type[F], table: Mapping[str, Any], where: str) -> F:
    """The table as a value of this dataclass. Raises TitleError for what is missing, unknown or of a wrong kind."""
    hints = typing.get_type_hints(kind)
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(table) - set(known)):
        raise TitleError(f"{where}: nothing is known of {', '.join(unknown)}")
    values: dict[str, Any] = {}
    for name, each in known.items():
        if name in table:
            values[name] = _value(hints[name], table[name], f"{where}.{name}")
        elif each.default is MISSING and each.default_factory is MISSING:
            raise TitleError(f"{where}: {name} is missing")
    return kind(**values)


def _value(kind: Any, data: Any, where: str) -> Any:
    kind = getattr(kind, "__supertype__", kind)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        kind = next(each for each in inside if each is not type(None))
        return _value(kind, data, where)
    if kind in (int, str, bool) and type(data) is kind:
        return data
    if origin is tuple and isinstance(data, list):
        return tuple(_value(inside[0], each, where) for each in data)
    if origin is not None and issubclass(origin, Mapping) and isinstance(data, dict):
        return {name: _value(inside[1], each, f"{where}.{name}") for name, each in data.items()}
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(data, dict):
        return read_figures(kind, data, where)
    raise TitleError(f"{where}: {data!r} does not fit here")
