"""Where a minor begins, and how that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from engine.board.board import Board, City
from engine.board.hexes import Hex
from engine.board.network import unconnected
from engine.errors import Illegal
from engine.events import DemandMade, DemandMet, Turned
from engine.game import Book
from engine.mechanisms.chosen_homes.demands import MinorHomeWanted
from engine.mechanisms.chosen_homes.events import HomeChosen
from engine.mechanisms.chosen_homes.moves import OpenAuction
from engine.mechanisms.minors.stock import Beginnings, TradeOrAuction, bid_first, raise_or_win
from engine.moves import Bid, Move, PlaceStation, spot
from engine.names import Company, Player
from engine.never import refuse_what_can_never_be
from engine.state import Bidding, State
from engine.steps.place_station import city_in
from engine.title import Plain

# So many other places are proposed where a minor can't begin.
NEAR = 3

# ---------------------------------------------------------------------- minors


def minor_homes(state: State) -> tuple[City, ...]:
    """Cities in which nobody stands and no slot is kept; the cities of one hex are looked at one by one."""
    return _empty_cities(state.board)


@lru_cache(maxsize=64)
def _empty_cities(board: Board) -> tuple[City, ...]:
    return tuple(
        (hex_, k)
        for hex_ in board.plan.order
        for k, stop in enumerate(board.face(hex_).stops)
        if stop.kind == "city" and not any(board.slots(hex_, k)) and board.free_slots(hex_, k, "") > 0
    )


def may_open(state: State) -> bool:
    """Whether a minor would have somewhere to begin."""
    return bool(minor_homes(state))


def never(state: State, move: Move) -> None:
    """What is no bid does not open an auction either."""
    if isinstance(move, OpenAuction):
        try:
            refuse_what_can_never_be(state, Bid(move.minor, move.amount))
        except Illegal as refused:
            refused.instead = tuple(f"{one} in {spot(move.hex, move.city)}" for one in refused.instead)
            raise


def homes_to_name(state: State, item: str) -> tuple[str, ...]:
    """Where a minor may begin that has not been put up yet, as orders name it."""
    spec, up = state.title.companies.get(Company(item)), state.facts.bidding
    if spec is None or not spec.kind.whole or Company(item) in state.market or (up is not None and up.item == item):
        return ()
    places = minor_homes(state)
    hexes = [hex_ for hex_, _ in places]
    return tuple(spot(str(hex_), k if hexes.count(hex_) > 1 else -1) for hex_, k in places)


def check_minor_home(state: State, minor: Company, hex_: str, city: int) -> City:
    places = minor_homes(state)
    place = city_in(state, hex_, city, lambda c: c in places, "home-city")
    if place not in places:
        raise Illegal(
            "{company} can't begin in {place}: the city must be open and without a station.",
            rule=state.title.paragraph("home-place"),
            company=minor,
            place=state.title.plan.hexes[Hex(hex_)].title,
        )
    return place


def ask_home(book: Book, bidding: Bidding, player: Player) -> None:
    """Whoever opened the auction says where the minor begins before anybody else bids."""
    book.enter(Turned(facts=replace(book.state.facts, bidding=bidding, began=player)))
    book.enter(DemandMade(MinorHomeWanted(player, Company(bidding.item))))


def choose_home(book: Book, bidding: Bidding, player: Player, hex_: str, city: int) -> None:
    minor = Company(bidding.item)
    place = check_minor_home(book.state, minor, hex_, city)
    book.enter(HomeChosen(player, minor, str(place[0]), place[1]))
    raise_or_win(book, bidding, player)


@dataclass(frozen=True)
class ChooseMinorHome(Plain):
    """Whoever opens the auction of a minor says where it begins."""

    accepts: ClassVar = (PlaceStation,)
    name: str = "minor-home"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        places = minor_homes(state)
        for hex_, k in places:
            several = sum(h == hex_ for h, _ in places) > 1
            yield PlaceStation(str(hex_), k if several else -1)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, PlaceStation):
            check_minor_home(state, state.demands[0].company, move.hex, move.city)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            player, bidding = book.state.demands[0].player, book.state.facts.bidding
            assert bidding is not None
            book.enter(DemandMet())
            choose_home(book, bidding, player, move.hex, move.city)
        return False


def _at(state: State, move: OpenAuction, place: City) -> OpenAuction:
    """The same bid with this home; a city's number is said where the hex has several."""
    several = sum(hex_ == place[0] for hex_, _ in minor_homes(state)) > 1
    return replace(move, hex=str(place[0]), city=place[1] if several else -1)


@dataclass(frozen=True)
class OpenAuctions(Plain):
    """The player on turn puts a minor up for auction and says where it begins."""

    accepts: ClassVar = (OpenAuction,)
    trade: TradeOrAuction
    name: str = "open-auction"

    def actor(self, state: State) -> Player | None:
        return None

    def candidates(self, state: State) -> Iterator[Move]:
        # Bids are offered; the home is asked for where an order does not name it.
        return iter(())

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, OpenAuction):
            return
        if state.facts.bidding is not None:
            item = state.facts.bidding.item
            if move.minor == item:
                raise Illegal(
                    "Where {item} begins is settled; bid without a place.",
                    rule=state.title.paragraph("home-place"),
                    instead=(Bid(item, move.amount).write(),),
                    item=item,
                )
            raise Illegal(
                "{item} is up for auction now.", rule=state.title.paragraph("order", "minor-auction"), item=item
            )
        self.trade.check_bid(state, Bid(move.minor, move.amount))
        try:
            check_minor_home(state, move.minor, move.hex, move.city)
        except Illegal as refused:
            # The minor and the bid can stand: only the place must be another, in the same hex if it has one.
            places = sorted(minor_homes(state), key=lambda place: place[0] != move.hex)
            near = [place for place in places if place[0] == move.hex] or places[:NEAR]
            refused.instead = tuple(_at(state, move, place).write() for place in near)
            raise

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, OpenAuction):
            bidding = bid_first(book, Bid(move.minor, move.amount))
            choose_home(book, bidding, book.state.actor_on_turn, move.hex, move.city)
        return False


# ---------------------------------------------------------------------- public companies


def public_homes(state: State, company: Company) -> tuple[City, ...]:
    """Cities of hexes without any station: those that no track joins to another stop, if there are some, else all."""
    return _public_homes(state.board, company)


@lru_cache(maxsize=64)
def _public_homes(board: Board, company: Company) -> tuple[City, ...]:
    found: list[City] = []
    for hex_ in board.plan.order:
        stops = board.face(hex_).stops
        if not any(any(board.slots(hex_, k)) for k, stop in enumerate(stops) if stop.kind == "city"):
            found += [
                (hex_, k)
                for k, stop in enumerate(stops)
                if stop.kind == "city" and board.free_slots(hex_, k, company) > 0
            ]
    alone = {hex_ for hex_ in {city[0] for city in found} if unconnected(board, hex_)}
    return tuple(city for city in found if not alone or city[0] in alone)


def not_here(state: State, company: Company, hex_: str) -> Illegal:
    return Illegal(
        "{company} can't begin in {place}: there must be no station in the hex, and no track to another stop as long "
        "as there are such cities.",
        rule=state.title.paragraph("start-place"),
        company=company,
        place=state.title.plan.hexes[Hex(hex_)].title,
    )


EMPTY_HEXES = Beginnings(public_homes, not_here)
