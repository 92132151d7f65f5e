"""Which companies the state will take over for want of a train, told before it does."""

from __future__ import annotations

from engine.mechanisms.nationalisation.figures import NationalFigures
from engine.mechanisms.nationalisation.takeover import TakeOverTrainless
from engine.names import Company
from engine.rounds.operating import Operating
from engine.state import State


def at_the_end_of_the_turn(state: State) -> bool:
    """Whether the company on turn has no train and is taken over with its turn if it gets none."""
    machine = state.title.rounds.get(state.cursor.round)
    if not isinstance(machine, Operating) or state.cursor.at < 0 or state.trains_of(state.operating):
        return False
    ways = tuple(machine.whole(state))
    names = [step.name for step in ways]
    over = next((at for at, step in enumerate(ways) if isinstance(step, TakeOverTrainless)), -1)
    return state.cursor.step in names and names.index(state.cursor.step) < over


def with_a_phase(state: State) -> tuple[str, tuple[Company, ...]]:
    """The next phase that takes over small companies without a train, and those that would have none left by then."""
    title = state.title
    figures = title.has(NationalFigures)
    phase = next((one for one in (figures.trainless if figures else ()) if not title.since(state.phase, one)), "")
    if figures is None or not phase:
        return "", ()
    lost = {
        spec.name
        for spec in title.trains.values()
        if spec.rusts_on and title.since(phase, title.trains[spec.rusts_on].opens or phase)
    }
    on_turn = state.operating if state.cursor.round == "operating" and state.cursor.at >= 0 else ""
    taken = tuple(
        company
        for company in state.market.cells
        if title.companies[company].kind.whole
        and (company in state.operated or company == on_turn)
        and (phase == figures.minors_taken or lost.issuperset(state.trains_of(company)))
    )
    return phase, taken
