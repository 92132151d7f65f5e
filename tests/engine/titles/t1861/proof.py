"""What a test proves: paragraphs of RULES.md by their numbers; examples and traps by their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
RULES = ROOT / "engine" / "titles" / "t1861" / "RULES.md"
PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\* ", re.MULTILINE)

# Paragraphs that say what words mean or where things come from; there is nothing in them to prove.
VOCABULARY = {
    "1.1": "how the page came about",
    "1.2": "how paragraphs are cited",
    "1.3": "vocabulary",
    "1.4": "how doubts were decided",
    "22.1": "where the choices are written",
    "24.2": "a matter of the service that keeps orders, not of the engine",
    "24.4": "a matter of the service that sets deadlines, not of the engine",
}

# Traps of the field notes that concern another title alone (T81 to T101 are 1882's).
WAITING = {
    "T9": "1867: a home city is chosen before the bids",
    "T24": "1867: hexes with a stub; 1861 has none",
}

Proof = TypeVar("Proof", bound=Callable[..., object])


def proves(*paragraphs: str) -> Callable[[Proof], Proof]:
    """Says which paragraphs a test proves."""

    def note(test: Proof) -> Proof:
        test.__dict__["proves"] = paragraphs
        return test

    return note


def covers(*cases: str) -> Callable[[Proof], Proof]:
    """Says which worked examples (`A5`) and traps (`T12`) of the collection of cases a test goes through."""

    def note(test: Proof) -> Proof:
        test.__dict__["covers"] = cases
        return test

    return note


@dataclass(frozen=True)
class Entry:
    """A test, and what it proves."""

    where: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    traps: tuple[str, ...]


def paragraphs() -> list[str]:
    """The numbers of all paragraphs of RULES.md, as they come."""
    return PARAGRAPH.findall(RULES.read_text("utf-8"))


def entries() -> Iterator[Entry]:
    """All tests of this folder."""
    for path in sorted(HERE.glob("test_*.py")):
        module = import_module(f"tests.engine.titles.t1861.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test) and test.__module__ == module.__name__:
                cases: tuple[str, ...] = getattr(test, "covers", ())
                yield Entry(
                    f"{path.stem}::{name}",
                    getattr(test, "proves", ()),
                    tuple(case for case in cases if not case.startswith("T")),
                    tuple(case for case in cases if case.startswith("T")),
                )
