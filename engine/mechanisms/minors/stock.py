"""Stock rounds with minors: shares, new public companies, and minors put up for auction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from engine.board.board import Board, City
from engine.board.hexes import Hex
from engine.board.network import unconnected
from engine.errors import Illegal
from engine.events import BidMade, CompanyStarted, DemandMade, DemandMet, Passed, StationPlaced, Turned
from engine.game import Book
from engine.mechanisms.auction.figures import AuctionFigures
from engine.mechanisms.auction.steps import bid_fault, bidding_now, raiser, refuse_amount
from engine.mechanisms.minors.figures import MinorFigures
from engine.message import Listed, Message, money
from engine.moves import Bid, Buy, Move, Pass, PlaceStation, Sell, Start
from engine.names import Company, Player
from engine.state import Bidding, RoundFacts, State, Turn
from engine.steps.home_station import HomeWanted
from engine.steps.place_station import city_in
from engine.steps.trade_shares import Holding, TradeShares
from engine.title import Plain


def sellable(state: State, company: Company) -> Message | None:
    """Shares can be sold once their company has operated."""
    if company in state.operated:
        return None
    return Message("{company} has not operated yet; its shares can't be sold.", company=company)


def most(state: State, company: Company) -> int:
    return 7 if state.option("two_player") and len(state.players) == 2 else 6


HOLDING = Holding(most=most, sellable=sellable)


def barred(state: State, player: Player) -> bool:
    """At the certificate limit one can neither open an auction nor bid."""
    return HOLDING.full(state, player)


def minors_on_offer(state: State) -> tuple[Company, ...]:
    """The minors that may be put up for auction now."""
    title = state.title
    if "minors_start" not in title.phases[state.phase].allows:
        return ()
    first = Company(title.figures(MinorFigures).first)
    if first and first not in state.market and first not in state.gone:
        return (first,)
    return tuple(
        company
        for company, spec in title.companies.items()
        if spec.kind.whole
        and company not in state.market
        and company not in state.gone
        and title.since(state.phase, spec.from_phase)
    )


def homes(state: State, company: Company) -> tuple[City, ...]:
    """Cities in which a new public may begin: free, unreserved, empty and unconnected (6.6.3)."""
    return _homes(state.board, company)


@lru_cache(maxsize=64)
def _homes(board: Board, company: Company) -> tuple[City, ...]:
    """Asked for every price a public could start at, and the same for all of them."""
    found = []
    for hex_ in board.plan.order:
        stops = board.face(hex_).stops
        open_ = [
            (hex_, k)
            for k, stop in enumerate(stops)
            if stop.kind == "city" and not any(board.slots(hex_, k)) and board.free_slots(hex_, k, company) > 0
        ]
        if open_ and unconnected(board, hex_):
            found += open_
    return tuple(found)


def not_here(state: State, company: Company, hex_: str) -> Illegal:
    return Illegal(
        "{company} can't begin in {place}: the city must be free, unreserved, without a station and not joined "
        "to another stop.",
        rule=state.title.paragraph("start-place"),
        company=company,
        place=state.title.plan.hexes[Hex(hex_)].title,
    )


@dataclass(frozen=True)
class Beginnings:
    """Where new public companies may begin, and how any other place is refused."""

    places: Callable[[State, Company], tuple[City, ...]]
    refusal: Callable[[State, Company, str], Illegal]


UNCONNECTED = Beginnings(homes, not_here)


@dataclass(frozen=True)
class TradeOrAuction(TradeShares):
    """The player on turn sells shares, then buys one, starts a public company or puts a minor up for auction."""

    accepts: ClassVar[tuple[type[Move], ...]] = (Sell, Buy, Start, Bid, Pass)
    # Whether whoever could open an auction is offered a start, with or without a place to begin.
    offers_starts: Callable[[State], bool] = lambda state: False
    begins: Beginnings = UNCONNECTED
    wants_home: type[HomeWanted] = HomeWanted
    # Whether a minor put up for auction would have somewhere to begin, and what follows the first bid for one.
    may_open: Callable[[State], bool] = lambda state: True
    opened: Callable[[Book, Bidding, Player], None] = lambda book, bidding, player: raise_or_win(book, bidding, player)

    def asked(self, state: State) -> str:
        asked = super().asked(state)
        if asked != self.name or not minors_on_offer(state) or not self.may_open(state):
            return asked
        starts = "publics_start" in state.title.phases[state.phase].allows
        return f"{self.name}-auction-start" if starts else f"{self.name}-auction"

    def _can_buy_any(self, state: State, player: Player) -> bool:
        if HOLDING.full(state, player):
            return False
        if self._can_open(state, player) or super()._can_buy_any(state, player):
            return True
        return self._asked_to_start(state, player) or self._can_start(state, player)

    def _can_open(self, state: State, player: Player) -> bool:
        if state.cash_of(player) < state.title.figures(MinorFigures).bid or not minors_on_offer(state):
            return False
        return self.may_open(state)

    def _can_start(self, state: State, player: Player) -> bool:
        cheapest = state.market.grid.price(state.market.grid.cells("public_par")[0])
        if "publics_start" not in state.title.phases[state.phase].allows or state.cash_of(player) < 2 * cheapest:
            return False
        free = free_publics(state)
        return bool(free) and bool(self.begins.places(state, free[0]))

    def _asked_to_start(self, state: State, player: Player) -> bool:
        return (
            self.offers_starts(state)
            and "publics_start" in state.title.phases[state.phase].allows
            and state.cash_of(player) >= state.title.figures(MinorFigures).bid
            and bool(free_publics(state))
        )

    def candidates(self, state: State) -> Iterator[Move]:
        player = state.actor_on_turn
        if self._may_buy(state):
            if self._can_open(state, player):
                for minor in minors_on_offer(state):
                    yield Bid(minor, state.title.figures(MinorFigures).bid)
            if self._can_start(state, player):
                yield from self._starts(state, player)
        yield from super().candidates(state)

    def _starts(self, state: State, player: Player) -> Iterator[Move]:
        grid = state.market.grid
        prices = [p for c in grid.cells("public_par") if 2 * (p := grid.price(c)) <= state.cash_of(player)]
        for company in free_publics(state):
            places = self.begins.places(state, company)
            for hex_, k in places:
                several = sum(h == hex_ for h, _ in places) > 1
                for price in prices:
                    yield Start(company, price, str(hex_), k if several else -1)

    def span(self, state: State, move: Move) -> range | None:
        if isinstance(move, Bid):
            step = state.title.figures(AuctionFigures).increment
            return range(move.amount, state.cash_of(state.actor_on_turn) + 1, step)
        return None

    def check(self, state: State, move: Move) -> None:
        match move:
            case Bid():
                self.check_bid(state, move)
            case Start():
                self._check_start(state, move)
            case _:
                super().check(state, move)

    def check_bid(self, state: State, move: Bid) -> None:
        player, title = state.actor_on_turn, state.title
        self.check_buying(state, player)
        offered = minors_on_offer(state)
        if move.item not in offered:
            first = title.figures(MinorFigures).first
            if offered == (first,):
                raise Illegal(
                    "{minor} must be the first minor to be sold.", rule=title.paragraph("first-minor"), minor=first
                )
            spec = title.companies.get(Company(move.item))
            if spec is not None and spec.kind.whole and not title.since(state.phase, spec.from_phase):
                raise Illegal(
                    "{item} can be put up for auction from phase {phase} on.",
                    rule=title.paragraph("minor-start"),
                    item=move.item,
                    phase=spec.from_phase,
                )
            raise Illegal("{item} can't be put up for auction.", rule=title.paragraph("minor-start"), item=move.item)
        if not self.may_open(state):
            raise Illegal("No city is left in which a minor could begin.", rule=title.paragraph("minor-start"))
        if barred(state, player):
            raise Illegal(
                "{player} is at the certificate limit.", rule=title.paragraph("certificate-limit"), player=player
            )
        self._raise(state, bid_fault(state, player, Bidding(move.item, title.figures(MinorFigures).bid), move.amount))

    def _check_start(self, state: State, move: Start) -> None:
        player, title = state.actor_on_turn, state.title
        self.check_buying(state, player)
        if title.companies[move.company].kind.whole:
            raise Illegal(
                "{company} is a minor company: it is put up for auction.",
                rule=title.paragraph("minor-start"),
                company=move.company,
            )
        if "publics_start" not in title.phases[state.phase].allows:
            raise Illegal("Public companies are started from phase 4 on.", rule=title.paragraph("start-phase"))
        if move.company not in free_publics(state):
            raise Illegal(
                "{company} is not an unstarted public company.",
                rule=title.paragraph("start-phase"),
                company=move.company,
            )
        if state.market.grid.cell_at("public_par", move.price) is None:
            prices = Listed((state.market.grid.price(c) for c in state.market.grid.cells("public_par")), ",")
            raise Illegal("A public company can start at {prices}.", rule=title.paragraph("start-price"), prices=prices)
        if HOLDING.full(state, player):
            raise Illegal(
                "{player} is at the certificate limit.", rule=title.paragraph("certificate-limit"), player=player
            )
        if 2 * move.price > state.cash_of(player):
            raise Illegal(
                "The director's share costs {price}; {player} has {cash}.",
                rule=title.paragraph("start-price"),
                price=money(state, 2 * move.price),
                player=player,
                cash=money(state, state.cash_of(player)),
            )
        if not self.begins.places(state, move.company):
            raise Illegal("No city is left in which a public company could begin.", rule=title.paragraph("start-place"))
        if move.hex:
            check_home(state, move.company, move.hex, move.city, self.begins)

    def decide(self, book: Book, move: Move) -> bool:
        match move:
            case Bid():
                self.opened(book, bid_first(book, move), book.state.actor_on_turn)
                return False
            case Start():
                player = book.state.actor_on_turn
                cell = book.state.market.grid.cell_at("public_par", move.price)
                assert cell is not None
                book.enter(CompanyStarted(move.company, player, cell, 2 * move.price, move.company, 2))
                book.enter(Turned(turn=replace(book.state.turn, bought=True)))
                if move.hex:
                    put_home(book, move.company, move.hex, move.city, self.begins)
                else:
                    book.enter(DemandMade(self.wants_home(player, move.company)))
                return True
            case _:
                return super().decide(book, move)


def free_publics(state: State) -> tuple[Company, ...]:
    """The publics not in play."""
    return tuple(c for c, spec in state.title.companies.items() if spec.kind.traded and c not in state.market)


def check_home(state: State, company: Company, hex_: str, city: int, begins: Beginnings) -> City:
    places = begins.places(state, company)
    place = city_in(state, hex_, city, lambda c: c in places)
    if place not in places:
        raise begins.refusal(state, company, hex_)
    return place


def put_home(book: Book, company: Company, hex_: str, city: int, begins: Beginnings) -> None:
    place = check_home(book.state, company, hex_, city, begins)
    book.enter(StationPlaced(company, str(place[0]), place[1], 0, home=True))


@dataclass(frozen=True)
class ChoosePublicHome(Plain):
    """The director of a new public company says where it begins."""

    accepts: ClassVar = (PlaceStation,)
    name: str = "home"
    begins: Beginnings = UNCONNECTED

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        places = self.begins.places(state, state.demands[0].company)
        for hex_, k in places:
            several = sum(h == hex_ for h, _ in places) > 1
            yield PlaceStation(str(hex_), k if several else -1)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, PlaceStation):
            check_home(state, state.demands[0].company, move.hex, move.city, self.begins)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            put_home(book, book.state.demands[0].company, move.hex, move.city, self.begins)
            book.enter(DemandMet())
        return False


# ---------------------------------------------------------------------- minors


def never(state: State, move: Move) -> None:
    """No minor is opened for less than the first bid, and none is bid for with less afterwards."""
    spec = state.title.companies.get(Company(move.item)) if isinstance(move, Bid) else None
    if isinstance(move, Bid) and spec is not None and spec.kind.whole:
        refuse_amount(state, Bidding(move.item, state.title.figures(MinorFigures).bid), move)


def bid_first(book: Book, bid: Bid) -> Bidding:
    """The auction that a player's bid opens."""
    player = book.state.actor_on_turn
    book.enter(BidMade(player, bid.item, bid.amount))
    return Bidding(bid.item, bid.amount, bid.amount, player)


def raise_or_win(book: Book, bidding: Bidding, after: Player) -> None:
    """Asks the next who may raise, or gives the minor to whoever leads."""
    following = raiser(book.state, bidding, after, barred)
    if following is None:
        win(book, bidding)
    else:
        facts = replace(book.state.facts, bidding=bidding, began=following)
        book.enter(Turned(facts=facts))


def win(book: Book, bidding: Bidding) -> None:
    """The bid becomes the minor's treasury; its price is half of it, its station stands at home."""
    state = book.state
    minor, title = Company(bidding.item), state.title
    half = min(bidding.high // 2, title.figures(MinorFigures).price)
    cell = state.market.grid.cell_at_most("minor_par", half)
    book.enter(CompanyStarted(minor, bidding.leader, cell, bidding.high, minor, 10))
    hex_, stop = home_city(state, minor)
    book.enter(StationPlaced(minor, str(hex_), stop, 0, home=True))
    state = book.state
    facts = RoundFacts(sold=state.facts.sold, last=bidding.leader)
    cursor = replace(state.cursor, at=state.cursor.order.index(state.after(bidding.leader)))
    book.enter(Turned(cursor, facts, Turn()))


def home_city(state: State, minor: Company) -> City:
    """Where a minor's slot is kept; the tile in its home hex may have changed since the start."""
    for (hex_, stop), kept in state.board.reservations().items():
        if minor in kept and stop is not None:
            return hex_, stop
    spec = state.title.companies[minor]
    return Hex(spec.home), spec.home_stop


@dataclass(frozen=True)
class AuctionMinor(Plain):
    """A minor is up for auction: raise or pass."""

    accepts: ClassVar = (Bid, Pass)
    name: str = "minor-auction"
    barred: Callable[[State, Player], bool] = barred

    def actor(self, state: State) -> Player | None:
        return state.facts.began

    def candidates(self, state: State) -> Iterator[Move]:
        bidding = bidding_now(state)
        yield Bid(bidding.item, bidding.high + state.title.figures(AuctionFigures).increment)
        yield Pass()

    def span(self, state: State, move: Move) -> range | None:
        if isinstance(move, Bid):
            step = state.title.figures(AuctionFigures).increment
            return range(move.amount, state.cash_of(state.facts.began) + 1, step)
        return None

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, Bid):
            return
        bidding = bidding_now(state)
        if move.item != bidding.item:
            raise Illegal(
                "{item} is up for auction now.", rule=state.title.paragraph("order", self.name), item=bidding.item
            )
        fault = bid_fault(state, state.facts.began, bidding, move.amount)
        if fault is not None:
            raise Illegal(fault[1], rule=state.title.paragraph(fault[0]))

    def decide(self, book: Book, move: Move) -> bool:
        player, bidding = book.state.facts.began, bidding_now(book.state)
        if isinstance(move, Bid):
            book.enter(BidMade(player, move.item, move.amount))
            bidding = replace(bidding, high=move.amount, leader=player)
        else:
            book.enter(Passed(player, bidding.item))
            bidding = replace(bidding, out=(*bidding.out, player))
        raise_or_win(book, bidding, player)
        return False
