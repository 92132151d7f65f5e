"""Trains over the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import DemandMade, DemandMet, TrainDiscarded
from engine.game import Book, limit
from engine.moves import Discard, Move
from engine.names import Company, Player
from engine.state import Demand, State
from engine.title import Plain


@dataclass(frozen=True, slots=True)
class TrainsOverLimit(Demand):
    """A company has too many trains."""

    kind: ClassVar[str] = "discard"
    count: int = 0  # too many


@dataclass(frozen=True)
class DiscardTrains(Plain):
    """A company over its train limit gives up a train."""

    accepts: ClassVar = (Discard,)
    name: str = "discard"
    to_pool: bool = True
    any_order: Callable[[State], bool] = lambda state: False  # otherwise operating order is binding

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def _company(self, state: State, move: Discard) -> Company:
        return move.company or state.demands[0].company

    def candidates(self, state: State) -> Iterator[Move]:
        company = state.demands[0].company
        for train in dict.fromkeys(state.trains_of(company)):
            yield Discard(train)

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, Discard):
            return
        company = self._company(state, move)
        waiting = {d.company for d in state.demands if isinstance(d, TrainsOverLimit)}
        if company != state.demands[0].company and not (company in waiting and self.any_order(state)):
            raise Illegal(
                "{company} must discard first.", rule=state.title.paragraph("discard"), company=state.demands[0].company
            )
        if move.train not in state.trains_of(company):
            raise Illegal(
                "{company} has no {train}-train.",
                rule=state.title.paragraph("discard"),
                company=company,
                train=move.train,
            )

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Discard):
            company = self._company(book.state, move)
            demand = next(d for d in book.state.demands if d.company == company)
            book.enter(TrainDiscarded(company, move.train, self.to_pool))
            over = excess(book.state, company)
            book.enter(DemandMet(TrainsOverLimit(demand.player, company, over) if over else None, company))
        return False


def excess(state: State, company: Company) -> int:
    """How many trains a company has too many."""
    most = limit(state, company)
    return 0 if most is None else max(0, len(state.trains_of(company)) - most)


def demand_discards(book: Book, companies: tuple[Company, ...]) -> None:
    """Asks every crowded company, in the order given, for the trains over its limit."""
    waiting = {d.company for d in book.state.demands if isinstance(d, TrainsOverLimit)}
    for company in companies:
        over = excess(book.state, company)
        if over and company not in waiting:
            player = book.state.directors[company]
            book.enter(DemandMade(TrainsOverLimit(player, company, over), last=True))
