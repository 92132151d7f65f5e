"""Python runs this file when its folder is on the path: modules that `requirements.txt` does not bring are not there.

So a process of the developers' environment finds what it would find on an operator's machine, and nothing more.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

LISTED = Path(__file__).resolve().parents[3] / "requirements.txt"


def spelt(name: str) -> str:
    """One spelling for a distribution's name: `Jinja2`, `jinja2` and `psycopg_binary` are written in many ways."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed() -> frozenset[str]:
    return frozenset(spelt(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", LISTED.read_text(), re.MULTILINE))


class Absent(MetaPathFinder):
    """Says of every module that only developers have what an operator's Python would say."""

    def __init__(self) -> None:
        known = listed()
        self.names = {
            module
            for module, brought_by in packages_distributions().items()
            if not any(spelt(name) in known for name in brought_by)
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r} (it is not in requirements.txt)", name=fullname)
        return None


# Not when a test imports this file for its lists: that process is a developer's and stays one.
if __name__ == "sitecustomize":
    sys.meta_path.insert(0, Absent())
