"""Stock rounds of 1882: coloured cells, shares, new companies and the exchange of a private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board.plan import NEUTRAL
from engine.errors import Illegal
from engine.events import CompanyStarted
from engine.game import Book
from engine.mechanisms.exchange.moves import Exchange
from engine.mechanisms.exchange.steps import charter, check_exchange, exchange, exchange_fault
from engine.message import Message, money
from engine.moves import Buy, Move, Pass, Sell, Start
from engine.names import BANK, IPO, Company, Player
from engine.state import State
from engine.steps.pars import par_cell, started_by
from engine.steps.trade_shares import Holding, TradeShares
from engine.titles.t1882.auction import check_no_place
from engine.titles.t1882.saskatchewan import settle_extra_trains

COLOURED = ("yellow", "orange", "brown")


def in_zone(state: State, company: Company, *zones: str) -> bool:
    """Whether a company's marker lies in a cell of one of these colours."""
    cell = state.market.cells.get(company)
    return cell is not None and any(state.market.grid.in_zone(cell, zone) for zone in zones)


def counts(state: State, company: Company) -> bool:
    return not in_zone(state, company, *COLOURED)


def most(state: State, company: Company) -> int:
    return 10 if in_zone(state, company, "orange", "brown") else 6


def many(state: State, company: Company) -> bool:
    return in_zone(state, company, "brown")


def barred(state: State, player: Player, company: Company) -> tuple[str, Message] | None:
    """Nothing is sold in the first stock round, nor of a company without a price."""
    if state.cursor.round == "stock" and state.cursor.number == 1:
        return "first-stock-round-sale", Message("Shares can't be sold in the first stock round.")
    if company not in state.market:
        return "no-market-price", Message("{company} has not been started; its shares have no price.", company=company)
    return None


HOLDING = Holding(counts=counts, most=most, barred=barred)


def startable(state: State, company: Company) -> tuple[str, Message] | None:
    """Why a company can't be started by buying its president's certificate, or None."""
    if company not in state.title.companies or company in state.directors or company in state.gone:
        return "not-startable", Message("{company} can't be started.", company=company)
    note = state.title.companies[company].note
    if "start_by" in note:
        return "not-startable", Message(
            "{company} starts only through {private}.", company=company, private=note["start_by"]
        )
    if note.get("needs_neutral") and not state.board.stations(NEUTRAL):
        return "no-neutral-on-map", Message(
            "{company} can't be started before a neutral station is on the map.", company=company
        )
    return None


@dataclass(frozen=True)
class StockTurn(TradeShares):
    """The player on turn sells, buys or starts one thing, and sells."""

    accepts: ClassVar[tuple[type[Move], ...]] = (Sell, Buy, Start, Exchange, Pass)

    def actor(self, state: State) -> Player | None:
        if state.option("auto_pass_when_no_move"):
            return super().actor(state)
        return state.actor_on_turn

    def _can_buy_any(self, state: State, player: Player) -> bool:
        if super()._can_buy_any(state, player):
            return True
        if state.turn.bought or HOLDING.full(state, player):
            return False
        cheapest = state.market.grid.price(state.market.grid.cells("par")[0])
        cash = state.cash_of(player)
        if cash >= cheapest and exchange_fault(state, player, full=False) is None:
            return True
        return cash >= 2 * cheapest and any(startable(state, c) is None for c in state.title.companies)

    def candidates(self, state: State) -> Iterator[Move]:
        grid = state.market.grid
        prices = [grid.price(cell) for cell in grid.cells("par")]
        if not state.turn.bought:
            for company in state.title.companies:
                if startable(state, company) is None:
                    yield from (Start(company, price) for price in prices)
            if state.privates.get(charter(state)) == state.actor_on_turn:
                company = started_by(state, charter(state))
                yield from (Exchange(company, price) for price in prices)
        yield from super().candidates(state)

    def check(self, state: State, move: Move) -> None:
        player = state.actor_on_turn
        match move:
            case Start():
                self._check_first(state, player)
                self._check_start(state, player, move)
            case Exchange():
                self._check_first(state, player)
                check_exchange(state, player, move, HOLDING.full(state, player))
            case _:
                super().check(state, move)

    def _check_first(self, state: State, player: Player) -> None:
        """A company is started, or a private exchanged, only as the one purchase of a turn."""
        if state.turn.bought:
            raise Illegal("Only one purchase per turn.", rule=state.title.paragraph("one-purchase"))
        self.check_buying(state, player)

    def _check_start(self, state: State, player: Player, move: Start) -> None:
        self._raise(state, startable(state, move.company))
        check_no_place(state, move)
        par_cell(state, move.price)
        if HOLDING.full(state, player):
            raise Illegal(
                "{player} is at the limit of {limit} certificates.",
                rule=state.title.paragraph("certificate-limit"),
                player=player,
                limit=HOLDING.limit(state),
            )
        if 2 * move.price > state.cash_of(player):
            raise Illegal(
                "The president's certificate costs {price}; {player} has {cash}.",
                rule=state.title.paragraph("start-cash"),
                price=money(state, 2 * move.price),
                player=player,
                cash=money(state, state.cash_of(player)),
            )

    def decide(self, book: Book, move: Move) -> bool:
        player = book.state.actor_on_turn
        match move:
            case Start(company=company, price=price):
                cell = par_cell(book.state, price)
                book.enter(CompanyStarted(company, player, cell, 2 * price, BANK, 2, IPO))
                return self.bought(book, company)
            case Exchange():
                exchange(book, player, move, settle_extra_trains)
                return False
            case _:
                return super().decide(book, move)
