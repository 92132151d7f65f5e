"""The titles that can be played. Each is a folder of its own; nothing outside knows more than its name.

A title that does not stand in this folder (a house's own, or the toy of the tests) is made known by ``register``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.errors import TitleError, Unplayable
from engine.message import Listed
from engine.title import Title

# By name, the package whose TITLE it is.
_PACKAGES = {
    module.name.removeprefix("t"): f"{__name__}.{module.name}"
    for module in iter_modules(__path__)
    if module.name.startswith("t")
}


def register(name: str, package: str) -> None:
    """Makes a title known whose package stands elsewhere; to be called before the first record is read."""
    if _PACKAGES.setdefault(name, package) != package:
        raise TitleError(f"there are two titles “{name}”: {_PACKAGES[name]} and {package}")


def packages() -> tuple[str, ...]:
    """The packages of the titles, one of each."""
    return tuple(_PACKAGES.values())


def package(name: str) -> str:
    """The package of a title; nothing for one that is not known by its name."""
    return _PACKAGES.get(name, "")


def names() -> tuple[str, ...]:
    """The titles that can be played, by name."""
    return tuple(sorted(_PACKAGES))


@cache
def find(name: str) -> Title:
    """A title by name. Raises ValueError for one we don't have."""
    if name not in _PACKAGES:
        raise Unplayable("There is no title “{title}”; there is {titles}.", title=name, titles=Listed(names()))
    title: Title = import_module(_PACKAGES[name]).TITLE
    return title
