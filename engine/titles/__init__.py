"""The titles that can be played. Each is a folder of its own; nothing outside knows more than its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.errors import Unplayable
from engine.message import Listed
from engine.title import Title


@cache
def names() -> tuple[str, ...]:
    """The titles on the shelf, by name."""
    found = (module.name for module in iter_modules(__path__) if module.name.startswith("t"))
    return tuple(sorted(name.removeprefix("t") for name in found))


@cache
def find(name: str) -> Title:
    """A title by name. Raises ValueError for one we don't have."""
    if name not in names():
        raise Unplayable("There is no title “{title}”; there is {titles}.", title=name, titles=Listed(names()))
    title: Title = import_module(f"engine.titles.t{name}").TITLE
    return title
