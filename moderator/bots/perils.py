"""What a company may lose or must owe, for advice: the state that takes it over, and what it borrows."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Event, Move, State
from engine.mechanisms.loans.events import LoansTaken
from engine.mechanisms.loans.figures import LoanFigures
from engine.mechanisms.nationalisation.figures import NationalFigures
from engine.mechanisms.nationalisation.moves import Nationalise
from engine.mechanisms.nationalisation.risk import at_the_end_of_the_turn, with_a_phase

__all__ = ["at_the_end_of_the_turn", "borrowed", "endangered", "gives_away", "takes_all", "with_a_phase"]


def endangered(state: State) -> bool:
    """Whether the company on turn is lost to the state if it gets no train that lasts."""
    if state.cursor.round != "operating" or state.cursor.at < 0:
        return False
    return at_the_end_of_the_turn(state) or state.operating in with_a_phase(state)[1]


def takes_all(state: State, phase: str) -> bool:
    """Whether a phase takes over every small company, whatever its trains."""
    figures = state.title.has(NationalFigures)
    return figures is not None and phase == figures.minors_taken


def gives_away(move: Move) -> bool:
    """Whether a move hands a company to the state that could be kept."""
    return isinstance(move, Nationalise)


def borrowed(state: State, events: Iterable[Event], payers: Iterable[str]) -> tuple[int, int]:
    """What these received from loans, and what they owe for it."""
    taken = [event for event in events if isinstance(event, LoansTaken) and event.company in set(payers)]
    if not taken:
        return 0, 0
    amount = state.title.figures(LoanFigures).amount
    return sum(event.received for event in taken), amount * sum(event.count for event in taken)
