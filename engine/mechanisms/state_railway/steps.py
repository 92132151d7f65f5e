"""The turn of the railway of the state, which nobody directs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.hexes import Hex
from engine.events import RevenuePaid, StationPlaced, TrainBought, TrainsRan
from engine.game import Book, trains_on_sale
from engine.mechanisms.loans.lending import Loans, ServeLoans
from engine.mechanisms.minors.companies import operating_order
from engine.mechanisms.nationalisation.figures import NationalFigures
from engine.names import BANK, POOL, Company, Player
from engine.runs.proposal import best_run
from engine.state import State
from engine.steps.automatic import Automatic
from engine.steps.run_trains import RunTrains
from engine.title import Step


@dataclass(frozen=True)
class StateStation(Automatic):
    """The state railway takes the place kept for it."""

    name: str = "state-station"

    def enter(self, book: Book) -> None:
        state = book.state
        home, national = Hex(state.title.figures(NationalFigures).home), state.title.national
        if state.board.station_in(national, home) is not None:
            return
        for (hex_, stop), kept in state.board.reservations().items():
            if hex_ == home and national in kept and stop is not None:
                book.enter(StationPlaced(national, str(home), stop, 0, home=True))
                return


@dataclass(frozen=True)
class StateRun(RunTrains):
    """The state railway runs its trains for the most they can earn."""

    automatic: ClassVar[bool] = True

    def actor(self, state: State) -> Player | None:
        if state.option("state_railway") == "by_itself":
            return None
        return super().actor(state)

    def enter(self, book: Book) -> None:
        state = book.state
        if state.option("state_railway") != "by_itself":
            return
        national = state.title.national
        if state.trains_of(national) and self.can_run(state, national):
            routes = self.read(state, best_run(state, self).move)
            book.enter(TrainsRan(national, routes, sum(route.value for route in routes)))


@dataclass(frozen=True)
class StateIncome(Automatic):
    """All revenue of the state railway goes to its treasury."""

    name: str = "state-income"

    def enter(self, book: Book) -> None:
        revenue = book.state.turn.revenue
        if revenue:
            book.enter(RevenuePaid(book.state.title.national, "withhold", revenue, revenue, ()))


@dataclass(frozen=True)
class StateTrains(Automatic):
    """The state railway buys trains: one on loans if it has none, then all it can pay for."""

    name: str = "state-trains"
    # Whether it goes on buying before others have done what a purchase asks of them.
    buys_on: Callable[[State], bool] = lambda state: False

    def enter(self, book: Book) -> None:
        state, national = book.state, book.state.title.national
        if not state.trains_of(national):
            train, seller, price = min(self._offers(state), key=lambda offer: offer[2])
            Loans().provide(book, national, price)
            book.enter(TrainBought(national, train, seller, price))
        at_once = self.buys_on(state)
        while self.unfinished(book.state) and (at_once or not book.state.demands):
            train = trains_on_sale(book.state)[0]
            book.enter(TrainBought(national, train, BANK, book.state.title.trains[train].price))

    def unfinished(self, state: State) -> bool:
        """There is money for one more; a purchase may have been interrupted by what it caused."""
        return state.title.trains[trains_on_sale(state)[0]].price <= state.cash_of(state.title.national)

    @staticmethod
    def _offers(state: State) -> Iterator[tuple[str, str, int]]:
        train = trains_on_sale(state)[0]
        yield train, BANK, state.title.trains[train].price
        for other in state.trains_of(POOL):
            yield other, POOL, state.title.trains[other].price


def state_turn(run: RunTrains, loans: ServeLoans, at_once: Callable[[State], bool]) -> tuple[Step, ...]:
    """What the state railway does, with the rules of running and borrowing that bind everybody."""
    runs = StateRun(
        run.rules,
        run.bonuses,
        "state-run",
        runner=lambda state, company: state.priority,
        best_only=run.best_only,
        asks_in_one_hex=run.asks_in_one_hex,
    )
    return StateStation(), runs, StateIncome(), loans, StateTrains(buys_on=at_once)


def state_last(state: State) -> tuple[Company, ...]:
    """The state railway operates behind all others."""
    return (*operating_order(state), state.title.national)


def operates(state: State, company: Company) -> bool:
    """The state railway from its phase on; a turn it has begun it ends."""
    if company != state.title.national:
        return company in state.market
    cursor = state.cursor
    begun = cursor.round == "operating" and cursor.at == len(cursor.order) - 1
    return begun or "state_railway" in state.title.phases[state.phase].allows
