"""One task for each queue of errands; what is done stands in the table of errands."""

from __future__ import annotations

from typing import Any

from moderator.errands.sweep import ERRANDS, run_task
from workers.app import app, office


def do(errand: str, key: Any) -> None:
    run_task(office(), errand, key)


for name in sorted({errand.task for errand in ERRANDS.values()}):
    app.task(name=name)(do)
