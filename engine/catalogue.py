"""The words of a language, found by folder: every owner keeps its own in ``<owner>/words/<language>.toml``.

The owners of the engine are the shelf (``engine/words``), each mechanism and each title. Nobody keeps a list of them,
nor of languages: a language is there when a file has its name. The format: docs/languages.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

# A text, or one for each case of it: the forms of the plural, the genders of a name.
Entry = str | Mapping[str, str]
CASES = frozenset(("zero", "one", "two", "few", "many", "other", "by"))
HOME = Path(__file__).parent


class Catalogue:
    """What all owners say in one language, by table and key.

    A key belongs to its owner: two mechanisms may each have an event of the same name. Who has no words of its own
    shares those of the others.
    """

    def __init__(self, language: str, owners: Mapping[str, Path]) -> None:
        self.language = language
        self.tables: dict[str, dict[str, Entry]] = {}
        self._owned: dict[tuple[str, str], Mapping[str, Entry]] = {}
        for owner, folder in owners.items():
            for table, entries in read(folder / f"{language}.toml").items():
                self._owned[owner, table] = entries
                shared = self.tables.setdefault(table, {})
                for key, entry in entries.items():
                    shared.setdefault(key, entry)

    def find(self, table: str, key: str, owner: str = "") -> Entry | None:
        """The owner's own words, or those of whoever has some."""
        own = self._owned.get((owner, table)) if owner else None
        found = own.get(key) if own else None
        return found if found is not None else self.tables.get(table, {}).get(key)

    def setting(self, table: str, key: str, usual: str = "") -> str:
        """A plain text about the language itself."""
        found = self.find(table, key)
        return found if isinstance(found, str) else usual


def read(path: Path) -> dict[str, dict[str, Entry]]:
    """The tables of one file; messages of a context stand in a table of their own, ``context.<name>``."""
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text("utf-8"))
    apart = tables.pop("context", {})
    return {**tables, **{f"context.{name}": entries for name, entries in apart.items()}}


def below(folder: Path, name: str) -> Iterable[tuple[str, Path]]:
    """The owners in a folder and further down, each by the name of its package."""
    # The shelf before what stands on it.
    for words in sorted(folder.rglob("words"), key=lambda path: (len(path.parts), path)):
        if words.is_dir():
            yield ".".join((name, *words.parent.relative_to(folder).parts)), words


@cache
def owners() -> Mapping[str, Path]:
    """Every owner in the engine; titles that stand elsewhere bring their own words."""
    found = dict(below(HOME, "engine"))
    for package in import_module("engine.titles").packages():
        found.update(below(Path(str(files(package))), package))
    return found


def languages(found: Mapping[str, Path]) -> tuple[str, ...]:
    """Every language that has a name (``[language]``); English, in which the source is written, comes first."""
    spoken = {path.stem for folder in found.values() for path in folder.glob("*.toml") if "language" in read(path)}
    return ("en", *sorted(spoken - {"en"}))


@cache
def english() -> Catalogue:
    return Catalogue("en", owners())
