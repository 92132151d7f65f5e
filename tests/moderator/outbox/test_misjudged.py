"""What the solver gets wrong is logged with its board, and the report goes out all the same."""

from __future__ import annotations

from dataclasses import replace

from engine import best_run
from engine.runs.best import Misjudged
from engine.runs.problem import Problem
from moderator.outbox.report import choices
from tests.engine.runs.test_proposal import moscow


def test_a_misjudged_run_is_reported_at_its_checked_value_and_logged_with_the_board(monkeypatch, caplog):
    board = Problem((), (), ())
    found = replace(best_run(moscow()), proved=False, fault=Misjudged(60, 70, "", board))
    monkeypatch.setattr(choices, "run_to_come", lambda state: found)
    shown = choices.proposal(moscow())
    assert shown is not None
    assert sum(route.value for route in shown.routes) == 70
    assert "The solver claimed 60, its check found 70." in caplog.text
    assert '"trains": []' in caplog.text
