"""What a process keeps for good is not looked through again, and what nobody needs is still found."""

from __future__ import annotations

import subprocess
import sys

from config.settings import ROOT

LOOKED = """
import gc, weakref
from workers.heap import THRESHOLDS, TIMES, settle

class Ring:
    def __init__(self):
        self.me = self

settle()
assert gc.get_threshold() == THRESHOLDS
first = gc.get_freeze_count()
assert first > 0
kept, counts = [], []
for _ in range(TIMES + 2):
    kept.append([Ring() for _ in range(100)])
    gc.collect()
    counts.append(gc.get_freeze_count())
lost = weakref.ref(Ring())
assert lost() is not None
gc.collect()
assert lost() is None
print(sum(later > before for before, later in zip([first, *counts], counts)), counts[-1] - counts[-2] <= 0)
"""


def test_what_outlives_the_first_looks_is_kept_for_good_and_later_rings_are_let_go() -> None:
    said = subprocess.run([sys.executable, "-c", LOOKED], cwd=ROOT, capture_output=True, text=True, check=True)
    # The first look was at the start.
    assert said.stdout.split() == ["3", "True"]
