"""The Procfile, read once for all tests that start or compare its processes."""

from __future__ import annotations

import shlex

from config.settings import ROOT


def lines() -> dict[str, list[str]]:
    """What each process of the Procfile is called, and the words that start it."""
    pairs = (line.partition(":") for line in (ROOT / "Procfile").read_text().splitlines() if line.strip())
    return {name.strip(): shlex.split(command) for name, _, command in pairs}
