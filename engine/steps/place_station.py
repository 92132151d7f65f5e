"""Placing a station on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.board import City
from engine.board.hexes import Hex
from engine.board.network import network, stops_found
from engine.board.plan import NEUTRAL
from engine.errors import Illegal
from engine.events import StationPlaced
from engine.game import Book
from engine.message import Listed, Message, money
from engine.moves import Move, Pass, PlaceStation
from engine.names import Company, Player
from engine.state import State
from engine.title import Plain


def no_slot(place: str, kept: bool) -> Message:
    """Why no station can be placed in a city without an open slot."""
    if kept:
        return Message("The free slot in {place} is kept for another company.", place=place)
    return Message("{place} has no free slot.", place=place)


def city_in(state: State, hex_: str, city: int, fits: Callable[[City], bool], several: str = "no-city") -> City:
    """The city meant by a hex and perhaps a city's number. Raises Illegal where that is none or could be several."""
    title = state.title
    if hex_ not in title.plan.hexes:
        raise Illegal("There is no hex {hex} on this map.", rule=title.paragraph("no-such-hex"), hex=hex_)
    name = title.plan.hexes[Hex(hex_)].title
    stops = state.board.face(Hex(hex_)).stops
    cities = [(Hex(hex_), k) for k, stop in enumerate(stops) if stop.kind == "city"]
    if not cities:
        raise Illegal("There is no large city in {place}.", rule=title.paragraph("no-city"), place=name)
    if city >= 0:
        if (Hex(hex_), city) not in cities:
            raise Illegal("{place} has no city {number}.", rule=title.paragraph("no-city"), place=name, number=city + 1)
        return (Hex(hex_), city)
    fitting = [each for each in cities if fits(each)]
    if len(fitting) > 1:
        numbers = Listed((f"city {k + 1}" for _, k in fitting), "each")  # people count from 1, as orders do
        raise Illegal(
            "{place} has several cities; say {numbers}.", rule=title.paragraph(several), place=name, numbers=numbers
        )
    return fitting[0] if fitting else cities[0]


@dataclass(frozen=True)
class PlaceStations(Plain):
    """The operating company places a station."""

    accepts: ClassVar = (PlaceStation, Pass)
    explains: ClassVar[bool] = True
    exact: ClassVar[bool] = True
    name: str = "station"
    price: Callable[[State, Company, Hex], int] = lambda state, company, hex_: 0

    def actor(self, state: State) -> Player | None:
        if state.turn.station or not any(True for neutral in (False, True) for _ in self._places(state, neutral)):
            return None
        return state.directors[state.operating]

    @staticmethod
    def _left(state: State, neutral: bool) -> bool:
        return bool((state.neutrals_left if neutral else state.stations_left).get(state.operating))

    def _price(self, state: State, company: Company, hex_: Hex, neutral: bool) -> int:
        """Neutral stations cost nothing."""
        return 0 if neutral else self.price(state, company, hex_)

    def _places(self, state: State, neutral: bool = False) -> Iterator[City]:
        """Cities in which a station, or a neutral one, can be placed and paid for, the first found first."""
        if not self._left(state, neutral):
            return
        board, company = state.board, state.operating
        cash = state.cash_of(company)
        for city in stops_found(board, company):
            if self._open(state, company, city, neutral) and self._price(state, company, city[0], neutral) <= cash:
                yield city

    def _open(self, state: State, company: Company, city: City, neutral: bool) -> bool:
        board = state.board
        symbol = NEUTRAL if neutral else company
        if board.face(city[0]).stops[city[1]].kind != "city" or board.station_in(symbol, city[0]) is not None:
            return False
        return board.free_slots(city[0], city[1], symbol) > 0

    def candidates(self, state: State) -> Iterator[Move]:
        for neutral in (False, True):
            places = sorted(self._places(state, neutral))
            for hex_, k in places:
                several = sum(h == hex_ for h, _ in places) > 1
                yield PlaceStation(str(hex_), k if several else -1, neutral)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, PlaceStation):
            return
        title, board, company = state.title, state.board, state.operating
        if state.turn.station:
            raise Illegal(
                "{company} has placed its station of this turn.", rule=title.paragraph("one-station"), company=company
            )
        if not self._left(state, move.neutral):
            raise Illegal(
                "{company} has no station of that kind left.", rule=title.paragraph("no-station-left"), company=company
            )
        city = self._city(state, company, move)
        symbol = NEUTRAL if move.neutral else company
        name = title.plan.hexes[city[0]].title
        if board.station_in(symbol, city[0]) is not None:
            key = "neutral-already-in-hex" if move.neutral else "marker-already-in-hex"
            if move.neutral:
                why = Message("There is a neutral station in {place} already.", place=name)
            else:
                why = Message("{company} has a station in {place} already.", company=company, place=name)
            raise Illegal(why, rule=title.paragraph(key))
        if city not in network(board, company).stops:
            raise Illegal(
                "No route of {company} leads to {place}.",
                rule=title.paragraph("station-not-connected"),
                company=company,
                place=name,
            )
        if board.free_slots(city[0], city[1], symbol) <= 0:
            kept = None in board.slots(city[0], city[1])
            raise Illegal(no_slot(name, kept), rule=title.paragraph("circle-reserved" if kept else "city-full"))
        price = self._price(state, company, city[0], move.neutral)
        if price > state.cash_of(company):
            raise Illegal(
                "A station in {place} costs {price}; {company} has {cash}.",
                rule=title.paragraph("cannot-afford-station"),
                place=name,
                price=money(state, price),
                company=company,
                cash=money(state, state.cash_of(company)),
            )

    def _city(self, state: State, company: Company, move: PlaceStation) -> City:
        reached = network(state.board, company).stops
        city = city_in(
            state, move.hex, move.city, lambda c: c in reached and self._open(state, company, c, move.neutral)
        )
        if move.city < 0 and city not in reached:
            # None is open; what is wrong with the one a route leads to is the better answer.
            return min((c for c in reached if c[0] == city[0]), default=city)
        return city

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            state = book.state
            company = state.operating
            city = self._city(state, company, move)
            price = self._price(state, company, city[0], move.neutral)
            book.enter(StationPlaced(company, str(city[0]), city[1], price, neutral=move.neutral))
        return True
