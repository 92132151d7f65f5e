"""Nationalisation: what the state takes over, when and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.hexes import Hex
from engine.events import (
    DemandMade,
    DemandMet,
    DemandsDropped,
    PhaseBegan,
    ReservationsLapsed,
    StationPlaced,
    StationRemoved,
    StationReplaced,
    TileLaid,
)
from engine.game import Book
from engine.mechanisms.loans.lending import repay
from engine.mechanisms.minors.companies import operating_order
from engine.mechanisms.nationalisation.demands import TrainlessDecision
from engine.mechanisms.nationalisation.events import (
    CompanyDissolved,
    CompanyKept,
    CompanyNationalised,
    MinorsRemoved,
    PrivateNationalised,
)
from engine.mechanisms.nationalisation.figures import NationalFigures
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.moves import Move, Pass
from engine.names import BANK, Company, Player
from engine.state import State
from engine.steps.discard import demand_discards
from engine.title import Plain

# ---------------------------------------------------------------------- the procedure


def nationalise(book: Book, company: Company, why: str) -> None:
    """Repay, fall, be bought out, hand over: stations last, dearest city first."""
    repay(book, company)
    state = book.state
    cell = state.market.cells[company]
    figures = state.title.figures(NationalFigures)
    for _ in range(figures.falls + figures.falls_per_loan * state.loans_of(company)):
        cell = state.market.grid.left(cell)
    price = state.market.grid.price(cell)
    payments = tuple(
        (player, price * state.counted(player, company)) for player in state.players if state.held(player, company)
    )
    stations = _by_value(state, company)
    taken = CompanyDissolved if figures.assets == "bank" else CompanyNationalised
    book.enter(taken(company, why, price, payments))
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
        book.enter(StationReplaced(company, state.title.national, hex_))
        if hex_ == state.title.figures(NationalFigures).home:
            book.enter(ReservationsLapsed((state.title.national,)))
    else:
        book.enter(StationRemoved(company, hex_))


def may_stand(state: State, hex_: str) -> bool:
    """Whether the state railway may take over a place: none there yet, and one to spare."""
    figures = state.title.figures(NationalFigures)
    stations = [str(h) for h, _ in state.board.stations(state.title.national)]
    if hex_ in stations:
        return False
    if hex_ in figures.places:
        return True
    elsewhere = sum(h not in figures.places for h in stations)
    return elsewhere < figures.elsewhere


def place_national(book: Book) -> None:
    """Where the railway of the state stands from the start, it stands at home."""
    national = book.state.title.companies[book.state.title.national]
    book.enter(StationPlaced(national.symbol, national.home, national.home_stop, 0, home=True))


def unpaid(book: Book, company: Company) -> None:
    """What becomes of a company that can't pay its interest."""
    nationalise(book, company, "unpaid interest")


# ---------------------------------------------------------------------- what a new phase does


def phase_events(book: Book, event: PhaseBegan) -> None:
    """What happens at once when a phase begins, after trains have rusted (16.3)."""
    figures = book.state.title.figures(NationalFigures)
    if event.phase == figures.minors_removed:
        _remove_minors(book)
    if event.phase == figures.privates_taken:
        for private, owner in book.state.privates.items():
            if owner not in (book.state.title.national, BANK):
                face = book.state.title.privates[private].face
                book.enter(PrivateNationalised(private, owner, face))
    if event.phase in figures.trainless:
        for company in operating_order(book.state, ("minor",)):
            everyone = event.phase == figures.minors_taken
            idle = company in book.state.operated and not book.state.trains_of(company)
            if everyone or idle:
                nationalise(book, company, f"phase {event.phase}")
        for company in operating_order(book.state, ("public",)):
            if company in book.state.operated and not book.state.trains_of(company):
                player = book.state.directors[company]
                book.enter(DemandMade(TrainlessDecision(player, company), last=True))
    demand_discards(book, operating_order(book.state))


def _remove_minors(book: Book) -> None:
    state = book.state
    left = tuple(
        c
        for c, spec in state.title.companies.items()
        if spec.kind.whole and c not in state.market and c not in state.gone
    )
    if left:
        book.enter(MinorsRemoved(left))
        kept = {owner for owners in state.board.reservations().values() for owner in owners}
        if lapsed := tuple(company for company in left if company in kept):
            book.enter(ReservationsLapsed(lapsed))


def grey_city(book: Book, event: TileLaid) -> None:
    """The state railway gets a station where its grey tile is laid."""
    grey = book.state.title.figures(NationalFigures).grey
    if grey is not None and event.tile == grey.tile and may_stand(book.state, event.hex):
        book.enter(StationPlaced(book.state.title.national, event.hex, 0, 0, home=True))


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
            book.enter(CompanyKept(demand.player, demand.company))
        return False
