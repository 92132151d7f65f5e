"""What a test proves: paragraphs of RULES.md by their numbers, worked examples by their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
TITLES = ROOT / "engine" / "titles"
RULES = TITLES / "t1867" / "RULES.md"
SISTER = TITLES / "t1861" / "RULES.md"
PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\* ((?:.|\n)*?)(?=^\*\*\d|^## |\Z)", re.MULTILINE)

# Paragraphs that say what words mean or where things come from; there is nothing in them to prove.
VOCABULARY = {
    "1.1": "how the page came about",
    "1.3": "vocabulary",
    "1.4": "how doubts were decided",
    "21.1": "how options are set",
    "21.3.1": "recorded games are played by the tests of the records",
    "22.1": "where the choices are written",
    "23.3": "how tiles are called",
}

Proof = TypeVar("Proof", bound=Callable[..., object])


def proves(*paragraphs: str) -> Callable[[Proof], Proof]:
    """Says which paragraphs a test proves."""

    def note(test: Proof) -> Proof:
        test.__dict__["proves"] = paragraphs
        return test

    return note


def covers(*cases: str) -> Callable[[Proof], Proof]:
    """Says which worked examples (`A3`) of the collection of cases a test goes through."""

    def note(test: Proof) -> Proof:
        test.__dict__["covers"] = cases
        return test

    return note


@cache
def page(path: Path = RULES) -> dict[str, str]:
    """The paragraphs of a page of rules, by number, whatever the currency and however the lines are folded."""
    found = PARAGRAPH.findall(path.read_text("utf-8"))
    return {number: re.sub(r"\$(?=\d)", "R", " ".join(text.split())) for number, text in found}


@cache
def own() -> set[str]:
    """The paragraphs that read otherwise than in 1861; the others are proved there, on the same mechanisms."""
    sister = page(SISTER)
    return {number for number, text in page().items() if text != sister.get(number)}


def entries() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """All tests of this folder: where they stand, the paragraphs they prove, the examples they go through."""
    for path in sorted(HERE.glob("test_*.py")):
        module = import_module(f"tests.engine.titles.t1867.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test) and test.__module__ == module.__name__:
                yield f"{path.stem}::{name}", getattr(test, "proves", ()), getattr(test, "covers", ())


def proved() -> Iterator[str]:
    """The paragraphs that tests of this folder prove."""
    for _, paragraphs, _ in entries():
        yield from paragraphs
