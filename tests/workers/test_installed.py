"""`pip install .` and `pipx install .`: a copy away from the checkout that starts and moderates."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

from config.settings import ROOT, load
from tests.workers.test_procfile import environment

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
INSTALLED = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def test_every_folder_the_code_reads_from_is_installed() -> None:
    """What is looked for below ROOT in a checkout must be there in an installed copy, too."""
    sources = [file.read_text() for name in INSTALLED for file in (ROOT / name).rglob("*.py")]
    read_from = {name for source in sources for name in re.findall(r'\bROOT / "(\w+)"', source)} - {"var"}
    imported = {name for name in INSTALLED if (ROOT / name / "__init__.py").exists()}
    assert {"templates", "migrations"} <= read_from
    assert read_from | imported | {"config"} == set(INSTALLED)


def test_the_licence_that_is_named_is_the_one_that_is_there() -> None:
    assert PYPROJECT["project"]["license"] == "Apache-2.0"
    text = (ROOT / "LICENSE").read_text()
    assert "Apache License\n                           Version 2.0, January 2004" in text
    assert "Copyright 2026 The Waybill authors" in text


def test_an_installed_copy_keeps_its_data_in_the_persons_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.settings.CHECKOUT", False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load({}).home == tmp_path / ".local" / "share" / "waybill"


@pytest.mark.long
def test_an_installed_copy_brings_all_its_files_and_makes_a_game(tmp_path: Path) -> None:
    programs = environment(tmp_path / "venv", str(ROOT))
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}

    def waybill(*words: str) -> str:
        words = (str(programs / "waybill"), *words)
        done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Usage: waybill" in waybill("help")
    for title in ("1861", "1867", "1882"):
        seats = ("--seat", "Red=red@example.org", "--bot", "Blue", "--bot", "Green")
        game = json.loads(waybill("game", "new", title, *seats, "--start", "--json"))["game"]
        waybill("sweep")
        for name in ("Red", "Blue", "Green"):
            waybill("report", game, "--for", name, "--out", f"{title} {name}.eml")
        # Whoever is to move gets the whole report: templates, catalogues, fonts and the map of the title.
        assert max(file.stat().st_size for file in tmp_path.glob(f"{title} *.eml")) > 20_000
    assert waybill("audit").strip() == "All games balance."
    assert (tmp_path / ".local" / "share" / "waybill" / "waybill.sqlite").exists()


@pytest.mark.long
def test_the_wheel_holds_every_file_of_the_folders_it_installs(tmp_path: Path) -> None:
    programs = environment(tmp_path / "venv", "hatchling>=1.27,<2")
    built = [str(programs / "python"), "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(built, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    ours = subprocess.run(["git", "ls-files", *INSTALLED], cwd=ROOT, check=True, capture_output=True, text=True)
    assert held == set(ours.stdout.split())
