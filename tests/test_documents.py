"""What our papers point at is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAPERS = [ROOT / name for name in ("ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAPERS += sorted((ROOT / "docs").glob("*.md"))
# Folders that paths in prose may begin in, besides the root: the walk says `inbox/handle.py` and `state.py`.
ROOTS = ("", "moderator", "engine", "engine/mechanisms", "engine/runs", "engine/titles", "docs", "tests")
OURS = ("engine", "moderator", "workers", "config", "templates", "migrations", "tests", "bench", "docs", "deploy")
# Named though they are not here: an example to be written, and what a command writes.
EXAMPLES = {"engine/titles/tXXXX", "engine/words/de.toml", "bench/results.json"}
_NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?|\w+\.(?:py|toml|md))`")
# A test, and `…` for the file of the one named before it.
_TESTS = re.compile(r"`(tests/[\w/]+\.py|…)(?:::(\w+))?`")
_LINKED = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def rooms() -> set[str]:
    return {path.name for path in (ROOT / "moderator").iterdir() if path.is_dir()} | {
        path.name for path in (ROOT / "engine").iterdir() if path.is_dir()
    }


def named(paper: Path) -> Iterator[str]:
    text = paper.read_text("utf-8")
    for found in _NAMED.findall(text):
        first = found.split("/")[0]
        # Only what begins with one of our folders claims to be a path; `and/or` and `X/Y` do not.
        if "/" in found and (first in OURS or first in rooms()):
            yield found
    yield from _LINKED.findall(text)


def is_there(paper: Path, path: str) -> bool:
    tried = [ROOT / root / path for root in ROOTS] + [paper.parent / path]
    # `report/` is said of a folder in a room, and `inbox/letter` of a module.
    return any(one.exists() or one.with_name(one.name + ".py").exists() for one in tried)


@pytest.mark.parametrize("paper", [one for one in PAPERS if one.exists()], ids=lambda one: one.name)
def test_every_path_a_paper_names_exists(paper: Path) -> None:
    missing = sorted({path for path in named(paper) if path not in EXAMPLES and not is_there(paper, path)})
    assert not missing, f"{paper.name} names {', '.join(missing)}"


@pytest.mark.parametrize("paper", [one for one in PAPERS if one.exists()], ids=lambda one: one.name)
def test_every_test_a_paper_names_exists(paper: Path) -> None:
    missing, file = list[str](), ""
    for path, test in _TESTS.findall(paper.read_text("utf-8")):
        file = file if path == "…" else path
        if test and not ((ROOT / file).exists() and f"def {test}(" in (ROOT / file).read_text("utf-8")):
            missing.append(f"{file}::{test}")
    assert not missing, f"{paper.name} names {', '.join(missing)}"


def test_the_decisions_have_numbers_of_their_own() -> None:
    numbers = re.findall(r"^\*\*(D\d+) ·", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(set(numbers)) == sorted(numbers)
