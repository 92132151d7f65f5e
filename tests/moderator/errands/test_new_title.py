"""A new title begins as a copy of its nearest relation."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from config.settings import ROOT
from moderator.errands.new_title import NoTitle, begin_title


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in ("engine", "tests/engine/titles/t1867"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_new_title_is_known_and_plays_at_once(checkout: Path) -> None:
    made = begin_title(checkout, "18XX", like="1867")
    assert [path.name for path in made] == ["t18XX", "t18XX"]
    said = "import engine; s = engine.replay(engine.start('18XX', ['Red', 'Green', 'Blue'])); print(engine.to_act(s))"
    done = subprocess.run([sys.executable, "-c", said], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "Red", done.stderr


@pytest.mark.parametrize(("name", "like"), [("1867", "1867"), ("18 XX", "1867"), ("18XX", "1899")])
def test_what_cannot_be_begun_is_refused(checkout: Path, name: str, like: str) -> None:
    with pytest.raises(NoTitle):
        begin_title(checkout, name, like)
    assert "18XX" not in engine.titles()
