"""How many small mistakes in the rules the quick tests notice. What they don't is listed with a reason, or mended.

Which mistakes are tried is drawn from a seed; ``WAYBILL_MUTATION_FROM`` goes on where another run ended.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.engine.mutation.mutants import ROOT, Mutant, files, fitting, mutants, mutated

MINUTES = float(os.environ.get("WAYBILL_TEST_MINUTES", "4"))
FIRST = int(os.environ.get("WAYBILL_MUTATION_FROM", "0"))
AT_ONCE = int(os.environ.get("WAYBILL_MUTATION_AT_ONCE", "2"))
SEED = "rules"
# Tests that take longer than this with a mistake in the rules go on for ever.
PATIENCE = 180
# Of ten mistakes so many are noticed at least.
NOTICED = 0.7


def every_mutant() -> list[Mutant]:
    """All mistakes in the order in which they are tried."""
    found = [mutant for path in files() for mutant in mutants(path)]
    random.Random(SEED).shuffle(found)
    return found


def listed() -> dict[str, str]:
    """Mistakes that no quick test notices, with the reason."""
    kept = tomllib.loads((Path(__file__).parent / "survivors.toml").read_text("utf-8"))
    return {one["mutant"]: one["why"] for one in kept["survivor"]}


def noticed(mutant: Mutant) -> bool:
    """Whether a test fails, or never ends, with this mistake in the rules."""
    order = [sys.executable, "-m", "tests.engine.mutation.one", mutant.path, str(mutant.number), *fitting(mutant.path)]
    try:
        done = subprocess.run(order, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def test_each_mistake_is_another_and_the_same_every_time() -> None:
    path = "engine/steps/lay_track.py"
    found = mutants(path)
    assert found == mutants(path) and len(set(map(str, found))) > 10
    for mutant in found:
        assert mutant.was != mutant.becomes
        compile(mutated(path, mutant.number), path, "exec")


def test_what_is_listed_still_stands_in_the_rules_and_has_a_reason() -> None:
    there = {str(mutant) for path in files() for mutant in mutants(path)}
    assert {mutant for mutant in listed() if mutant not in there} == set()
    assert all(why for why in listed().values())


@pytest.mark.long
def test_mistakes_in_the_rules_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    until, todo = time.monotonic() + MINUTES * 60, every_mutant()[FIRST:]
    tried: list[tuple[Mutant, bool]] = []
    with ThreadPoolExecutor(AT_ONCE) as several:
        while todo and time.monotonic() < until:
            some, todo = todo[:AT_ONCE], todo[AT_ONCE:]
            tried += zip(some, several.map(noticed, some), strict=True)
    known = listed()
    survived = [str(mutant) for mutant, seen in tried if not seen]
    with capsys.disabled():
        print(f"\n{len(tried)} mistakes tried of {len(todo) + len(tried) + FIRST}, {len(survived)} not noticed")
        print(f"go on with WAYBILL_MUTATION_FROM={FIRST + len(tried)}")
        print(*(f"  {one}  ({known.get(one, 'new')})" for one in survived), sep="\n")
    assert tried and len(tried) - len(survived) >= NOTICED * len(tried)
