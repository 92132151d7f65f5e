"""The best run of the company on turn, as the move that plays it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import open_step
from engine.moves import Run, TrainRun
from engine.runs.best import Answer, best
from engine.runs.survey import paths, survey
from engine.state import State
from engine.steps.run_trains import RunTrains


@dataclass(frozen=True, slots=True)
class Proposal:
    """Routes for all trains that have one, their worth, the most they could be worth, and whether that is proved."""

    move: Run
    value: int
    bound: int
    proved: bool


def best_run(state: State, step: RunTrains | None = None) -> Proposal:
    """The best routes for the company on turn."""
    running = step or open_step(state)
    assert isinstance(running, RunTrains)
    problem = survey(state, state.operating, running.rules, running.bonuses(state, state.operating))
    answer: Answer = best(problem.problem)
    routes = tuple(TrainRun(train, path) for train, path in paths(problem, answer))
    return Proposal(Run(routes), answer.value, answer.bound, answer.proved)
