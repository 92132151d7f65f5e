"""Buying trains where a company must have one: its director pays what it lacks, selling shares, or is bankrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import TrainBought, Turned
from engine.game import Book
from engine.mechanisms.emergency.events import DirectorHelped, WentBankrupt
from engine.mechanisms.emergency.moves import Bankrupt
from engine.message import Message, money
from engine.moves import BuyTrain, Move, Pass, Sell
from engine.names import BANK, POOL, Company, Player
from engine.state import State
from engine.steps.buy_trains import BuyTrains, sellers
from engine.steps.trade_shares import Holding, sell


def one_step_a_share(state: State, player: Player, company: Company, count: int) -> int:
    return count


@dataclass(frozen=True)
class BuyTrainsWithHelp(BuyTrains):
    """The operating company buys trains; one without a train may have to be helped by its director."""

    accepts: ClassVar[tuple[type[Move], ...]] = (BuyTrain, Sell, Bankrupt, Pass)
    holding: Holding = field(default_factory=Holding)
    drop: Callable[[State, Player, Company, int], int] = one_step_a_share
    # Whether the director may help (a wider circle than those who are obliged to).
    helped: Callable[[State, Company], bool] = lambda state, company: True
    # An option under which help is allowed for another company's train although the bank's is affordable.
    generous: str = ""
    # Whether a director's certificate may be sold whole where one share would do.
    whole: Callable[[State], bool] = lambda state: False
    ruin: Callable[[Book], None] = lambda book: None  # what follows a bankruptcy

    # ------------------------------------------------------------------ the emergency

    def cheapest(self, state: State) -> int:
        return min(price for _, _, price in self.offers(state))

    def may_help(self, state: State, company: Company) -> bool:
        """No train, a use for one, and not enough for the bank's cheapest."""
        return (
            not state.trains_of(company)
            and state.cash_of(company) < self.cheapest(state)
            and self.helped(state, company)
        )

    def funds(self, state: State, company: Company) -> int:
        """Treasury and director's cash."""
        return state.cash_of(company) + state.cash_of(state.directors[company])

    def sale_fault(self, state: State, player: Player, company: Company, count: int) -> tuple[str, Message] | None:
        """Why shares can't be sold for this, whatever they are needed for."""
        fault = self.holding.sale_fault(state, player, company, count)
        if fault is None and company == state.operating:
            left = state.held(player, company) - count
            if left < 2 or any(state.held(p, company) > left for p in state.players if p != player):
                return "presidency-would-change", Message(
                    "{player} must remain director of {company}.", player=player, company=company
                )
        return fault

    def most_sellable(self, state: State, player: Player, company: Company) -> int:
        counts = range(state.held(player, company), 0, -1)
        return next((n for n in counts if self.sale_fault(state, player, company, n) is None), 0)

    def could_raise(self, state: State, player: Player) -> int:
        """What all the shares a player can sell would bring."""
        priced = (c for c in state.market.cells if state.held(player, c))
        return sum(self.most_sellable(state, player, c) * state.price(c) for c in priced)

    # ------------------------------------------------------------------ who and what

    def must_buy(self, state: State, company: Company) -> bool:
        return not state.trains_of(company) and self.obliged(state, company)

    def actor(self, state: State) -> Player | None:
        company = state.operating
        usual = super().actor(state)
        return state.directors[company] if usual is None and self._pressing(state, company) else usual

    def _pressing(self, state: State, company: Company) -> bool:
        """Nothing the treasury can do, but the director has something to decide."""
        return self.may_help(state, company)

    def means(self, state: State, company: Company) -> int:
        return state.cash_of(company)

    def candidates(self, state: State) -> Iterator[Move]:
        yield from super().candidates(state)
        company = state.operating
        if not self.may_help(state, company):
            return
        player = state.directors[company]
        for train, owner in sellers(state, company):
            highest = min(state.title.trains[train].price, self.funds(state, company))
            if highest > state.cash_of(company):
                yield BuyTrain(train, owner, highest)
        for other in state.market.cells:
            for count in range(1, state.held(player, other) + 1):
                yield Sell(other, count)
        yield Bankrupt()

    def span(self, state: State, move: Move) -> range | None:
        if isinstance(move, BuyTrain) and move.seller not in (BANK, POOL):
            company = state.operating
            highest = state.cash_of(company)
            if self.may_help(state, company):
                highest = max(highest, min(state.title.trains[move.train].price, self.funds(state, company)))
            return range(1, highest + 1)
        return None

    def check(self, state: State, move: Move) -> None:
        match move:
            case Sell(company=company, count=count):
                self._check_sale(state, company, count)
            case Bankrupt():
                self._check_bankruptcy(state)
            case Pass():
                if self.must_buy(state, state.operating):
                    raise Illegal(
                        "{company} has a route and no train: it must buy one.",
                        rule=state.title.paragraph("must-buy-train"),
                        company=state.operating,
                    )
            case _:
                super().check(state, move)

    def _check_offer(self, state: State, company: Company, move: BuyTrain) -> None:
        if not self.may_help(state, company):
            super()._check_offer(state, company, move)
            return
        title = state.title
        price = self._offered(state, move)
        if price > self.cheapest(state):
            raise Illegal("A director helps only with the cheapest train.", rule=title.paragraph("not-cheapest-train"))
        if price > self.funds(state, company):
            self._short(state, company, price)

    def _short(self, state: State, company: Company, price: int) -> None:
        player = state.directors[company]
        raise Illegal(
            "That costs {price}; {company} and {player} have {funds}.",
            rule=state.title.paragraph("train-means"),
            price=money(state, price),
            company=company,
            player=player,
            funds=money(state, self.funds(state, company)),
        )

    def _check_other(self, state: State, company: Company, move: BuyTrain) -> None:
        title, cash = state.title, state.cash_of(company)
        if move.price <= cash or (move.train, move.seller) not in set(sellers(state, company)):
            super()._check_other(state, company, move)
            return
        generous = bool(self.generous) and state.option(self.generous) and not state.trains_of(company)
        if not (self.may_help(state, company) or (generous and self.helped(state, company))):
            raise Illegal(
                "{company} has {cash}; its director may not help.",
                rule=title.paragraph("help-not-allowed"),
                company=company,
                cash=money(state, cash),
            )
        funds = self.funds(state, company)
        if state.turn.sales and move.price <= funds - state.turn.sales:
            raise Illegal(
                "If you sold shares for it, the train must cost more than you had before the last sale.",
                rule=title.paragraph("sale-not-needed"),
            )
        face = title.trains[move.train].price
        if move.price > face:
            raise Illegal(
                "With a director's help {train:a}-train costs {face} at most.",
                rule=title.paragraph("help-price"),
                train=move.train,
                face=money(state, face),
            )
        if move.price > funds:
            self._short(state, company, move.price)

    def _check_sale(self, state: State, company: Company, count: int) -> None:
        title, operating = state.title, state.operating
        player = state.directors[operating]
        price = self.cheapest(state)
        if not self.may_help(state, operating) or self.funds(state, operating) >= price:
            raise Illegal("No shares are sold now: there is enough money.", rule=title.paragraph("sale-not-needed"))
        fault = self.sale_fault(state, player, company, count)
        if fault is not None:
            raise Illegal(fault[1], rule=title.paragraph(fault[0]))
        spare = 2 if self._sells_whole(state, player, company, count) else 1
        if self.funds(state, operating) + (count - spare) * state.price(company) >= price:
            raise Illegal("Fewer shares are enough.", rule=title.paragraph("sale-not-needed"))

    def _sells_whole(self, state: State, player: Player, company: Company, count: int) -> bool:
        """All that a director has is the certificate of two shares, and it is sold in one piece."""
        if not self.whole(state) or state.directors.get(company) != player:
            return False
        return count == state.held(player, company) == state.title.companies[company].director_shares

    def _check_bankruptcy(self, state: State) -> None:
        company = state.operating
        player = state.directors[company]
        rule = state.title.paragraph("not-bankrupt")
        if not self.may_help(state, company) or not self.must_buy(state, company):
            raise Illegal("{company} needs no help to buy a train.", rule=rule, company=company)
        total = self.funds(state, company) + self.could_raise(state, player)
        if total >= self.cheapest(state):
            raise Illegal(
                "{player} can still raise {total}, which is enough.",
                rule=rule,
                player=player,
                total=money(state, total),
            )

    # ------------------------------------------------------------------ then

    def decide(self, book: Book, move: Move) -> bool:
        state = book.state
        company = state.operating
        player = state.directors[company]
        match move:
            case Sell(company=other, count=count):
                worth = state.price(other)
                sell(book, player, other, count, self.drop)
                book.enter(Turned(turn=replace(book.state.turn, sales=worth)))
                _sort_rest(book)
                return False
            case Bankrupt():
                self._ruin(book, player, company)
                return False
            case BuyTrain(price=price, trade=""):
                short = price - state.cash_of(company)
                if short > 0:
                    book.enter(DirectorHelped(company, player, short))
                book.enter(TrainBought(company, move.train, move.seller, price))
                return False
            case _:
                return super().decide(book, move)

    def _ruin(self, book: Book, player: Player, company: Company) -> None:
        for other in sorted(book.state.market.cells, key=book.state.market.rank):
            count = self.most_sellable(book.state, player, other)
            if count:
                sell(book, player, other, count, self.drop)
        book.enter(WentBankrupt(player, company, book.state.cash_of(player)))
        self.ruin(book)


def _sort_rest(book: Book) -> None:
    """Companies that have not operated yet in this round are put in the order of their new prices."""
    cursor, market = book.state.cursor, book.state.market
    rest = sorted(cursor.order[cursor.at + 1 :], key=lambda c: market.rank(Company(c)))
    order = (*cursor.order[: cursor.at + 1], *rest)
    if order != cursor.order:
        book.enter(Turned(replace(cursor, order=order)))
