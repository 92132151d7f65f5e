"""A company's first station: in its home by itself, or where its director says when the home has several cities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.board import City
from engine.board.hexes import Hex
from engine.errors import Illegal
from engine.events import StationPlaced
from engine.game import Book
from engine.message import Listed
from engine.moves import Move, PlaceStation
from engine.names import Company, Player
from engine.state import Demand, State
from engine.steps.place_station import city_in
from engine.title import Plain


@dataclass(frozen=True, slots=True)
class HomeWanted(Demand):
    """A new company says where it begins."""

    kind: ClassVar[str] = "home"


def open_homes(state: State, company: Company) -> tuple[City, ...]:
    """The cities of its home hex in which a company may place its first station."""
    home = Hex(state.title.companies[company].home)
    stops = state.board.face(home).stops
    return tuple(
        (home, k)
        for k, stop in enumerate(stops)
        if stop.kind == "city" and state.board.free_slots(home, k, company) > 0
    )


@dataclass(frozen=True)
class PlaceHome(Plain):
    """The company on turn places its home station."""

    accepts: ClassVar = (PlaceStation,)
    automatic: ClassVar[bool] = True
    name: str = "home"

    @staticmethod
    def _waiting(state: State) -> bool:
        """The first turn of a company that has a home and nothing on the map yet."""
        company = state.operating
        return (
            bool(state.title.companies[company].home)
            and company not in state.operated
            and not state.board.stations(company)
        )

    def enter(self, book: Book) -> None:
        state = book.state
        if self._waiting(state) and state.title.companies[state.operating].home_stop >= 0:
            self._place(book, open_homes(state, state.operating)[0])

    @staticmethod
    def _place(book: Book, city: City) -> None:
        book.enter(StationPlaced(book.state.operating, str(city[0]), city[1], 0, home=True))

    def actor(self, state: State) -> Player | None:
        return state.directors[state.operating] if self._waiting(state) else None

    def candidates(self, state: State) -> Iterator[Move]:
        places = open_homes(state, state.operating)
        for hex_, k in places:
            yield PlaceStation(str(hex_), k if len(places) > 1 else -1)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, PlaceStation):
            places = open_homes(state, state.operating)
            if self._city(state, move) not in places:
                hexes = Listed(dict.fromkeys(str(hex_) for hex_, _ in places), "or")
                raise Illegal(
                    "{company} begins in a free city of {hexes}.",
                    rule=state.title.paragraph("home"),
                    company=state.operating,
                    hexes=hexes,
                )

    @staticmethod
    def _city(state: State, move: PlaceStation) -> City:
        return city_in(state, move.hex, move.city, lambda c: c in open_homes(state, state.operating))

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            self._place(book, self._city(book.state, move))
        return True
