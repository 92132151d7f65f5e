"""Nationalisation, and the Russian State Railway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.hexes import Hex
from engine.events import (
    DemandMade,
    DemandMet,
    DemandsDropped,
    Event,
    Passed,
    PhaseBegan,
    PriceMoved,
    ReservationsLapsed,
    RevenuePaid,
    StationPlaced,
    StationRemoved,
    StationReplaced,
    TileLaid,
    TrainBought,
    TrainsRan,
)
from engine.game import Book, trains_on_sale
from engine.moves import Keep, Move, Nationalise, Pass, Run
from engine.names import BANK, IPO, POOL, Company, Player, Private
from engine.runs.proposal import best_run
from engine.state import Demand, State
from engine.steps.automatic import Automatic
from engine.steps.discard import demand_discards
from engine.steps.run_trains import RunTrains
from engine.title import Plain
from engine.titles.t1861.loans import Loans, repay

STATE = Company("RSR")


# ---------------------------------------------------------------------- events only this title has


@dataclass(frozen=True, slots=True)
class CompanyNationalised(Event):
    """The bank bought a company out; all it had went to the state railway."""

    company: Company
    why: str
    price: int
    payments: tuple[tuple[Player, int], ...]

    def apply(self, state: State) -> State:
        company = self.company
        taken = state.pay_out(self.payments)
        taken = taken.pay(company, STATE, taken.cash_of(company))
        trains = {**taken.trains, STATE: (*taken.trains_of(STATE), *taken.trains_of(company)), company: ()}
        privates = {p: (STATE if owner == company else owner) for p, owner in taken.privates.items()}
        minor = taken.title.companies[company].kind == "minor"
        shares = {**taken.shares, company: {IPO: 10}}
        return taken.change(
            trains=trains,
            privates=privates,
            shares={c: held for c, held in shares.items() if not (minor and c == company)},
            loans={c: n for c, n in taken.loans.items() if c != company},
            market=taken.market.take(company),
            president={c: p for c, p in taken.president.items() if c != company},
            par={c: p for c, p in taken.par.items() if c != company},
            started=tuple(c for c in taken.started if c != company),
            operated=taken.operated - {company},
            last_run={c: n for c, n in taken.last_run.items() if c != company},
            gone=(*taken.gone, company) if minor else taken.gone,
            stations_left={c: n for c, n in taken.stations_left.items() if c != company},
        )


@dataclass(frozen=True, slots=True)
class PrivateNationalised(Event):
    """The bank paid face value; the state railway takes the private and its income."""

    private: Private
    owner: str
    amount: int

    def apply(self, state: State) -> State:
        return state.pay_out(((self.owner, self.amount),)).own_private(self.private, STATE)


@dataclass(frozen=True, slots=True)
class MinorsRemoved(Event):
    """Minors that were never started left the game."""

    minors: tuple[Company, ...]

    def apply(self, state: State) -> State:
        shares = {c: held for c, held in state.shares.items() if c not in self.minors}
        return state.change(shares=shares, gone=(*state.gone, *self.minors))


# ---------------------------------------------------------------------- the procedure


def operating_order(state: State, kinds: tuple[str, ...] = ("minor", "public")) -> tuple[Company, ...]:
    """Minors before publics, each by the market."""
    return tuple(
        company
        for kind in kinds
        for company in sorted(
            (c for c in state.market.cells if state.title.companies[c].kind == kind), key=state.market.rank
        )
    )


def nationalise(book: Book, company: Company, why: str) -> None:
    """Repay, fall, be bought out, hand over: stations last, dearest city first."""
    repay(book, company)
    state = book.state
    cell = state.market.cells[company]
    for _ in range(1 + state.loans_of(company)):
        cell = state.market.grid.left(cell)
    if cell != state.market.cells[company]:
        book.enter(PriceMoved(company, cell, "nationalised"))
    state = book.state
    price = state.price(company)
    minor = state.title.companies[company].kind == "minor"
    payments = tuple(
        (player, price * (2 if minor else state.held(player, company)))
        for player in state.players
        if state.held(player, company)
    )
    stations = _by_value(state, company)
    book.enter(CompanyNationalised(company, why, price, payments))
    for hex_ in stations:
        _take_station(book, company, hex_)
    if any(demand.company == company for demand in book.state.demands):
        book.enter(DemandsDropped(company))


def _by_value(state: State, company: Company) -> list[str]:
    """Hexes of a company's stations: the dearest city first, then by name, backwards."""
    stations = state.board.stations(company)
    by_name = sorted(stations, key=lambda city: str(city[0]), reverse=True)

    def worth(city: tuple[Hex, int]) -> int:
        return state.board.face(city[0]).stops[city[1]].value("yellow")

    return [str(hex_) for hex_, _ in sorted(by_name, key=worth, reverse=True)]


def _take_station(book: Book, company: Company, hex_: str) -> None:
    state = book.state
    if may_stand(state, hex_):
        book.enter(StationReplaced(company, STATE, hex_))
        if hex_ == state.title.figures["state_home"]:
            book.enter(ReservationsLapsed((STATE,)))
    else:
        book.enter(StationRemoved(company, hex_))


def may_stand(state: State, hex_: str) -> bool:
    """Whether the state railway may take over a place: none there yet, and one to spare."""
    figures = state.title.figures
    stations = [str(h) for h, _ in state.board.stations(STATE)]
    if hex_ in stations:
        return False
    if hex_ in figures["state_places"]:
        return True
    elsewhere = sum(h not in figures["state_places"] for h in stations)
    return elsewhere < int(figures["state_elsewhere"])


# ---------------------------------------------------------------------- what a new phase does


def phase_events(book: Book, event: PhaseBegan) -> None:
    """What happens at once when a phase begins, after trains have rusted (16.3)."""
    if event.phase == "5":
        _remove_minors(book)
    if event.phase == "6":
        for private, owner in book.state.privates.items():
            if owner not in (STATE, BANK):
                face = book.state.title.privates[private].face
                book.enter(PrivateNationalised(private, owner, face))
    if event.phase in ("4", "6", "8"):
        for company in operating_order(book.state, ("minor",)):
            everyone = event.phase == "8"
            idle = company in book.state.operated and not book.state.trains_of(company)
            if everyone or idle:
                nationalise(book, company, f"phase {event.phase}")
        for company in operating_order(book.state, ("public",)):
            if company in book.state.operated and not book.state.trains_of(company):
                player = book.state.president[company]
                book.enter(DemandMade(Demand("trainless", player, company), last=True))
    demand_discards(book, operating_order(book.state))


def _remove_minors(book: Book) -> None:
    state = book.state
    left = tuple(
        c
        for c, spec in state.title.companies.items()
        if spec.kind == "minor" and c not in state.market and c not in state.gone
    )
    if left:
        book.enter(MinorsRemoved(left))
        book.enter(ReservationsLapsed(left))


def grey_moscow(book: Book, event: TileLaid) -> None:
    """The state railway gets a station in Moscow when its grey tile is laid."""
    place = book.state.title.figures["state_grey"]
    if event.tile == place["tile"] and may_stand(book.state, event.hex):
        book.enter(StationPlaced(STATE, event.hex, 0, 0, home=True))


@dataclass(frozen=True)
class DecideTrainless(Plain):
    """The director of a public company without a train keeps it or hands it to the state."""

    accepts: ClassVar = (Nationalise, Keep, Pass)
    name: str = "trainless"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        yield Keep()
        yield Nationalise()

    def check(self, state: State, move: Move) -> None:
        return None

    def decide(self, book: Book, move: Move) -> bool:
        demand = book.state.demands[0]
        book.enter(DemandMet())
        if isinstance(move, Nationalise):
            nationalise(book, demand.company, "its director's wish")
        else:
            book.enter(Passed(demand.player, demand.company))
        return False


# ---------------------------------------------------------------------- the state railway's turn


@dataclass(frozen=True)
class StateStation(Automatic):
    """The state railway takes its place in St Petersburg."""

    name: str = "state-station"

    def enter(self, book: Book) -> None:
        state = book.state
        home = Hex(state.title.figures["state_home"])
        if state.board.station_in(STATE, home) is not None:
            return
        for (hex_, stop), kept in state.board.reservations().items():
            if hex_ == home and STATE in kept and stop is not None:
                book.enter(StationPlaced(STATE, str(home), stop, 0, home=True))
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
        if state.trains_of(STATE) and self.can_run(state, STATE):
            routes = self.read(state, best_run(state, self).move)
            book.enter(TrainsRan(STATE, routes, sum(route.value for route in routes)))


@dataclass(frozen=True)
class StateIncome(Automatic):
    """All revenue of the state railway goes to its treasury."""

    name: str = "state-income"

    def enter(self, book: Book) -> None:
        revenue = book.state.turn.revenue
        if revenue:
            book.enter(RevenuePaid(STATE, "withhold", revenue, revenue, ()))


@dataclass(frozen=True)
class StateTrains(Automatic):
    """The state railway buys trains: one on loans if it has none, then all it can pay for."""

    name: str = "state-trains"

    def enter(self, book: Book) -> None:
        state = book.state
        if not state.trains_of(STATE):
            train, seller, price = min(self._offers(state), key=lambda offer: offer[2])
            Loans().provide(book, STATE, price)
            book.enter(TrainBought(STATE, train, seller, price))
        # What a purchase asks of others comes before the next purchase (16.2); the public site asks afterwards.
        at_once = state.option("prompting") == "site"
        while self.unfinished(book.state) and (at_once or not book.state.demands):
            train = trains_on_sale(book.state)[0]
            book.enter(TrainBought(STATE, train, BANK, book.state.title.trains[train].price))

    def unfinished(self, state: State) -> bool:
        """There is money for one more; a purchase may have been interrupted by what it caused."""
        return state.title.trains[trains_on_sale(state)[0]].price <= state.cash_of(STATE)

    @staticmethod
    def _offers(state: State) -> Iterator[tuple[str, str, int]]:
        train = trains_on_sale(state)[0]
        yield train, BANK, state.title.trains[train].price
        for other in state.trains_of(POOL):
            yield other, POOL, state.title.trains[other].price


__all__ = ["STATE", "DecideTrainless", "Run", "StateIncome", "StateRun", "StateStation", "StateTrains", "nationalise"]
