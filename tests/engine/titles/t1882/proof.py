"""What a test proves: paragraphs of RULES.md by their numbers; examples and traps by their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent
RULES = HERE.parents[3] / "engine" / "titles" / "t1882" / "RULES.md"
PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\* ", re.MULTILINE)

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


def paragraphs() -> list[str]:
    """The numbers of all paragraphs of RULES.md, as they come."""
    return PARAGRAPH.findall(RULES.read_text("utf-8"))


def entries() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """All tests of this folder: name, paragraphs proved, examples and traps gone through."""
    for path in sorted(HERE.glob("test_*.py")):
        module = import_module(f"tests.engine.titles.t1882.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test) and test.__module__ == module.__name__:
                yield f"{path.stem}::{name}", getattr(test, "proves", ()), getattr(test, "covers", ())
