"""`./waybill title new`: a new title begins as a copy of its nearest relation, which plays from the first minute on."""

from __future__ import annotations

import shutil
from pathlib import Path

import engine


class NoTitle(ValueError):
    """A title that can't be begun so."""


def begin_title(root: Path, name: str, like: str) -> list[Path]:
    """Copies the folder and the tests of a title under another name; the folders that were made."""
    if like not in engine.titles() or not (root / "engine" / "titles" / f"t{like}").is_dir():
        raise NoTitle(f"There is no title {like} here to begin from.")
    if not (name.isascii() and name.isalnum() and len(name) <= 20):
        raise NoTitle("A title's name is letters and digits: 1846, 18MEX.")
    made: list[Path] = []
    for parent in (root / "engine" / "titles", root / "tests" / "engine" / "titles"):
        old, new = parent / f"t{like}", parent / f"t{name}"
        if new.exists():
            raise NoTitle(f"{new} is there already.")
        if old.is_dir():
            shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
            for path in new.rglob("*"):
                if path.is_file():
                    path.write_text(path.read_text("utf-8").replace(like, name), "utf-8")
            made.append(new)
    return made
