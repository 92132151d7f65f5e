"""The best run of a company in a position, as the move that plays it, and what a declared run falls short of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from engine.board.board import Board
from engine.errors import Illegal
from engine.events import RouteRun
from engine.moves import Run, TrainRun
from engine.names import Company
from engine.rounds.operating import Operating
from engine.runs.best import Misjudged, best
from engine.runs.declared import RunRules, read_run
from engine.runs.once import best_once
from engine.runs.problem import Bonus
from engine.runs.survey import paths, survey
from engine.state import State
from engine.steps.run_trains import RunTrains
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Proposal:
    """Routes for all trains that have one, their worth, the most they could be worth, and whether that is proved."""

    move: Run
    value: int
    bound: int
    proved: bool
    # The routes of the move with the stops each counts and what it earns, as they would be recorded.
    routes: tuple[RouteRun, ...] = ()
    # What the solver got wrong on the way, for the caller's log: the routes stand all the same.
    fault: Misjudged | None = None


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A declared run earns less than the company could; `best.proved` says whether nothing earns more than the best."""

    company: Company
    declared: int
    best: Proposal

    @property
    def missed(self) -> int:
        return self.best.value - self.declared


def best_run(state: State, step: RunTrains | None = None) -> Proposal:
    """The best routes for the company on turn."""
    return _propose(state, state.operating, step or running(state, state.operating))


def routes(state: State, company: Company) -> Proposal:
    """The best routes of any company as the position stands, whoever is on turn and whatever is being decided."""
    return _propose(state, company, running(state, company))


def shortfall(state: State, move: Run) -> Shortfall | None:
    """What a run declared for the company on turn falls short of its best; None where it does not.

    Raises Illegal when the run can't be declared at all.
    """
    step = running(state, state.operating)
    declared = sum(route.value for route in step.read(state, move))
    found = best_run(state, step)
    return Shortfall(state.operating, declared, found) if found.value > declared else None


def running(state: State, company: Company) -> RunTrains:
    """The step of the operating round in which a company runs its trains."""
    kind = state.title.companies[company].kind
    for round_ in state.title.rounds.values():
        if isinstance(round_, Operating):
            for step in round_.steps.get(kind.name, ()):
                if isinstance(step, RunTrains):
                    return step
    raise Illegal("{company} never runs trains.", rule=state.title.paragraph("order"), company=company)


@dataclass(frozen=True, slots=True)
class _Asked:
    """All that the best routes depend on. Much else changes from move to move, and prices most of all."""

    state: State = field(compare=False)
    title: Title
    board: Board
    phase: str
    company: Company
    trains: tuple[str, ...]
    rules: RunRules
    bonuses: tuple[Bonus, ...]


def _propose(state: State, company: Company, step: RunTrains) -> Proposal:
    bonuses, rules, trains = step.bonuses(state, company), step.ruled(state), state.trains_of(company)
    return _found(_Asked(state, state.title, state.board, state.phase, company, trains, rules, bonuses))


# Parsing `run best`, saying whether nothing earns more, proposing an order and looking ahead all ask the same.
@lru_cache(maxsize=128)
def _found(asked: _Asked) -> Proposal:
    state, company, rules, bonuses = asked.state, asked.company, asked.rules, asked.bonuses
    surveyed = survey(state, company, rules, bonuses)
    answer = best_once(surveyed.problem, surveyed.hexes) if rules.hex_once else best(surveyed.problem)
    runs = tuple(TrainRun(train, path) for train, path in paths(surveyed, answer))
    recorded = tuple(_recorded(asked, run) for run in runs)
    # What is claimed is what the engine will book, even if the two should ever count differently.
    value = sum(route.value for route in recorded)
    fault = answer.fault
    if fault is None and value != answer.value:
        fault = Misjudged(answer.value, value, "(as the run is booked)", surveyed.problem)
    # A bound that was kept for other values than the engine books is worth nothing; what is booked is the least it is.
    bound = max(answer.bound, value)
    return Proposal(Run(runs), value, bound, answer.proved and fault is None, recorded, fault)


def _recorded(asked: _Asked, run: TrainRun) -> RouteRun:
    title = asked.title
    colour = title.phases[asked.phase].offboard
    train = title.trains[run.train]
    reading = read_run(asked.board, asked.company, train, run.path, colour, asked.rules, asked.bonuses)
    return RouteRun(run.train, run.path, tuple(f"{hex_}:{stop}" for hex_, stop in reading.counted), reading.value)
