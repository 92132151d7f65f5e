"""The operating round: income, then every company in the order fixed at its start, step by step.

income ▶ company: step ▶ step ▶ … ▶ next company ▶ … ▶ after
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.events import IncomePaid, RoundBegan, TurnBegan, Turned, TurnEnded
from engine.game import Book
from engine.names import BANK, Company
from engine.state import Cursor, RoundFacts, State
from engine.steps.automatic import NobodyDecides
from engine.title import Step


class NobodyOnTurn(NobodyDecides):
    """The company on turn has left the game."""

    name = "nobody"


NOBODY: Step = NobodyOnTurn()


@dataclass(frozen=True)
class Operating:
    """Companies operate in turn; each kind of company has its own steps."""

    steps: Mapping[str, tuple[Step, ...]]
    order: Callable[[State], tuple[Company, ...]]
    operates: Callable[[State, Company], bool]  # still in the game, and allowed to in this phase
    after: Callable[[Book], None]
    at_any_time: tuple[Step, ...] = ()
    # How many rounds the set has as far as is known now, and which new train leaves the game behind this one.
    rounds: Callable[[State], int] = lambda state: state.title.phases[state.phase].rounds
    leaves: Callable[[State], str] | None = None

    def begin(self, book: Book, number: int, sub: int) -> None:
        order = self.order(book.state)
        book.enter(RoundBegan(Cursor("operating", number, sub, order, -1), RoundFacts()))
        for paid in private_income(book.state):
            book.enter(paid)
        # What the round before has left to decide is decided first.
        if not book.state.demands:
            self._next_company(book)

    def whole(self, state: State) -> tuple[Step, ...]:
        return self.steps[state.title.companies[state.operating].kind.name]

    def step(self, state: State) -> Step:
        if state.cursor.at < 0 or not self.operates(state, state.operating):
            return NOBODY
        name = state.cursor.step
        return next(step for step in self.whole(state) if step.name == name)

    def later(self, state: State) -> Iterable[Step]:
        steps = self.whole(state)
        at = next(i for i, step in enumerate(steps) if step.name == state.cursor.step)
        return steps[at + 1 :]

    def anytime(self, state: State) -> Iterable[Step]:
        return self.at_any_time if state.cursor.at >= 0 else ()

    def next(self, book: Book) -> None:
        state = book.state
        if state.cursor.at < 0 or not self.operates(state, state.operating):
            self._next_company(book)
            return
        company = state.operating
        steps = self.whole(state)
        at = next(i for i, step in enumerate(steps) if step.name == state.cursor.step)
        # A demand may have interrupted a step that works by itself: it goes on where it was.
        again = at if steps[at].unfinished(state) else at + 1
        if not self._go_to_step(book, company, steps[again:]):
            book.enter(TurnEnded(company))
            self._next_company(book)

    def _go_to_step(self, book: Book, company: Company, steps: tuple[Step, ...]) -> bool:
        """Enters the steps in turn up to the first at which somebody must decide. False when none is left."""
        for step in steps:
            if step.automatic:
                book.enter(Turned(replace(book.state.cursor, step=step.name)))
                step.enter(book)
                if book.state.over or book.state.demands or not self.operates(book.state, company):
                    return True
            if step.actor(book.state) is not None:
                if not step.automatic:
                    book.enter(Turned(replace(book.state.cursor, step=step.name)))
                return True
        return False

    def _next_company(self, book: Book) -> None:
        cursor = book.state.cursor
        for at in range(cursor.at + 1, len(cursor.order)):
            company = Company(cursor.order[at])
            if not self.operates(book.state, company):
                continue
            steps = self.steps[book.state.title.companies[company].kind.name]
            book.enter(TurnBegan(company, replace(cursor, at=at, step=steps[0].name), book.state.loans_of(company)))
            if self._go_to_step(book, company, steps):
                return
            book.enter(TurnEnded(company))
            cursor = book.state.cursor
        self.after(book)


def private_income(state: State) -> Iterable[IncomePaid]:
    """What every private that somebody owns pays at the start of an operating round."""
    for private, owner in state.privates.items():
        income = state.title.privates[private].income
        if owner != BANK and income:
            yield IncomePaid(private, owner, income)


def operating_order(state: State) -> tuple[Company, ...]:
    """The companies that operate, in their order; none in a title without operating rounds."""
    found = state.title.rounds.get("operating")
    return found.order(state) if isinstance(found, Operating) else ()
