"""What was kept on file by any version is read by this one, and still says the same.

``kept.json`` has one of each form as it was stored; lines are added to it and never changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine.ahead.reading import kinds
from engine.errors import Inconsistent
from tests.engine.ahead.tables import RED, minors, stock
from tests.engine.ahead.test_reading import BLOCK, MINORS, STOCK

KEPT = Path(__file__).with_name("kept.json")


def test_every_order_that_was_ever_kept_is_still_read(golden: bool) -> None:
    known: dict[str, object] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if golden:
        lines = [(stock(), line) for line in (*STOCK, BLOCK)] + [(minors(), line) for line in MINORS]
        for state, line in lines:
            order = engine.read_standing(state, RED, line)
            assert order is not None
            known.setdefault(order.write(), engine.store(order))
        KEPT.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert len(known) > 20
    found = {written: engine.restore_order(stored) for written, stored in known.items()}  # type: ignore[arg-type]
    assert {written: order.write() for written, order in found.items()} == {written: written for written in found}
    every = {kind for table in (stock, minors) for kind in kinds(table().title)}
    assert {type(order) for order in found.values()} == every


@pytest.mark.parametrize(
    "row",
    [
        {"is": "StandingPass", "v": 99},
        {"is": "NoSuchOrder", "v": 1},
        {"is": "StandingPass", "v": 1, "odd": True},
        {"is": "Pass", "v": 1},
    ],
)
def test_what_nobody_knows_is_an_error_and_never_guessed(row: dict[str, object]) -> None:
    with pytest.raises(Inconsistent):
        engine.restore_order(row)
