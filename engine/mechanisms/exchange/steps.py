"""Exchanging a private for a company: who may, what it costs, and where the company begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.board.board import City
from engine.board.plan import NEUTRAL
from engine.errors import Illegal
from engine.events import (
    CompanyStarted,
    DemandMade,
    DemandMet,
    PrivateClosed,
    StationPlaced,
    StationReplaced,
    Turned,
)
from engine.game import Book
from engine.mechanisms.exchange.figures import ExchangeFigures
from engine.mechanisms.exchange.moves import Exchange
from engine.message import Message, money
from engine.moves import Move, PlaceStation
from engine.names import BANK, IPO, Company, Player, Private
from engine.state import State
from engine.steps.home_station import HomeWanted
from engine.steps.pars import par_cell, started_by
from engine.steps.place_station import city_in, no_slot
from engine.title import Plain


def charter(state: State) -> Private:
    """The private that is exchanged."""
    return state.title.figures(ExchangeFigures).private


def homes(state: State, company: Company) -> tuple[City, ...]:
    """Cities with an empty circle kept for nobody, or with a neutral station that can be replaced."""
    board = state.board
    return tuple(
        (hex_, k)
        for hex_ in board.plan.order
        for k, stop in enumerate(board.face(hex_).stops)
        if stop.kind == "city" and (board.free_slots(hex_, k, company) > 0 or NEUTRAL in board.slots(hex_, k))
    )


def check_home(state: State, company: Company, hex_: str, city: int) -> City:
    """The city meant. Raises Illegal where the company may not begin."""
    places = homes(state, company)
    place = city_in(state, hex_, city, lambda c: c in places)
    if place not in places:
        kept = None in state.board.slots(*place)
        name = state.title.plan.hexes[place[0]].title
        raise Illegal(no_slot(name, kept), rule=state.title.paragraph("circle-reserved" if kept else "exchange-home"))
    return place


def put_home(book: Book, company: Company, city: City, replacing: bool = False) -> None:
    """An empty circle if there is one and nothing else was asked for; else the place of the neutral station."""
    board = book.state.board
    neutral = NEUTRAL in board.slots(*city)
    if neutral and (replacing or board.free_slots(city[0], city[1], company) <= 0):
        book.enter(StationReplaced(Company(NEUTRAL), company, str(city[0])))
    else:
        book.enter(StationPlaced(company, str(city[0]), city[1], 0, home=True))


def exchange_fault(state: State, player: Player, full: bool) -> tuple[str, Message] | None:
    """Why a player can't exchange the private now, whatever the par."""
    private = charter(state)
    if state.privates.get(private) != player:
        return "not-startable", Message(
            "Only the player who owns {private} can start {company}.",
            private=private,
            company=started_by(state, private),
        )
    if full:
        return "certificate-limit", Message("{player} is at the certificate limit.", player=player)
    return None


def check_exchange(state: State, player: Player, move: Exchange, full: bool) -> None:
    title = state.title
    company = started_by(state, charter(state))
    if move.company != company:
        raise Illegal("Only {company} comes by exchange.", rule=title.paragraph("exchange"), company=company)
    fault = exchange_fault(state, player, full)
    if fault is not None:
        raise Illegal(fault[1], rule=title.paragraph(fault[0]))
    par_cell(state, move.price)
    if move.price > state.cash_of(player):
        raise Illegal(
            "The exchange costs {price}; {player} has {cash}.",
            rule=title.paragraph("exchange-cash"),
            price=money(state, move.price),
            player=player,
            cash=money(state, state.cash_of(player)),
        )
    if move.hex:
        check_home(state, company, move.hex, move.city)


def exchange(book: Book, player: Player, move: Exchange, then: Callable[[Book], None]) -> None:
    """One share is paid for two; the private closes, then what the title adds, and the company places its station."""
    company = move.company
    cell = par_cell(book.state, move.price)
    place = check_home(book.state, company, move.hex, move.city) if move.hex else None
    book.enter(PrivateClosed(charter(book.state)))
    book.enter(CompanyStarted(company, player, cell, move.price, BANK, 2, IPO))
    book.enter(Turned(turn=replace(book.state.turn, bought=True, bought_of=company)))
    then(book)
    if place is None:
        book.enter(DemandMade(HomeWanted(player, company)))
    else:
        put_home(book, company, place)


@dataclass(frozen=True)
class ChooseHome(Plain):
    """The new company places its home station."""

    accepts: ClassVar = (PlaceStation,)
    name: str = "home"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        company = state.demands[0].company
        places = homes(state, company)
        for hex_, k in places:
            several = sum(h == hex_ for h, _ in places) > 1
            yield PlaceStation(str(hex_), k if several else -1)
            if NEUTRAL in state.board.slots(hex_, k) and state.board.free_slots(hex_, k, company) > 0:
                yield PlaceStation(str(hex_), k if several else -1, neutral=True)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, PlaceStation):
            place = check_home(state, state.demands[0].company, move.hex, move.city)
            if move.neutral and NEUTRAL not in state.board.slots(*place):
                raise Illegal(
                    "There is no neutral station to replace in {hex}.",
                    rule=state.title.paragraph("exchange-home"),
                    hex=move.hex,
                )

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            company = book.state.demands[0].company
            place = check_home(book.state, company, move.hex, move.city)
            book.enter(DemandMet())
            put_home(book, company, place, move.neutral)
        return False
