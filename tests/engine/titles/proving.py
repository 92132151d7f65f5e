"""What a test proves: paragraphs of RULES.md by their numbers; examples and traps by their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parents[3]
PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\* ", re.MULTILINE)

Proof = TypeVar("Proof", bound=Callable[..., object])


class Entry(NamedTuple):
    """A test, the paragraphs it proves, the examples and traps it goes through."""

    where: str
    paragraphs: tuple[str, ...]
    cases: tuple[str, ...]


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


def rules_of(title: str) -> Path:
    """The page of rules of a title."""
    return ROOT / "engine" / "titles" / f"t{title}" / "RULES.md"


def numbers_in(page: Path) -> list[str]:
    """The numbers of all paragraphs of a page of rules, as they come."""
    return PARAGRAPH.findall(page.read_text("utf-8"))


def proofs_of(title: str) -> Iterator[Entry]:
    """All tests in the folder of a title."""
    for path in sorted(Path(__file__).with_name(f"t{title}").glob("test_*.py")):
        module = import_module(f"tests.engine.titles.t{title}.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test) and test.__module__ == module.__name__:
                yield Entry(f"{path.stem}::{name}", getattr(test, "proves", ()), getattr(test, "covers", ()))
