"""Buying trains from the bank, the pool and other companies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from engine.errors import Illegal
from engine.events import TrainBought
from engine.game import Book, limit, trains_on_sale
from engine.message import Listed, Message, money
from engine.moves import BuyTrain, Move, Pass
from engine.names import BANK, POOL, Company, Player
from engine.state import State
from engine.steps.finance import Finance, Treasury
from engine.title import Plain


def on_sale(seller: str, trains: Iterable[str]) -> Message:
    """What the bank or the pool sells, if not what was asked for."""
    have = [Message("{train}-trains", train=train) for train in trains] or [Message("nothing")]
    if seller == BANK:
        return Message("The bank sells {trains} now.", trains=Listed(have))
    return Message("The pool has {trains} for sale now.", trains=Listed(have))


def sellers(state: State, company: Company) -> Iterator[tuple[str, Company]]:
    """Trains of other companies, each once with its owner."""
    for other in state.started:
        if other != company and other in state.directors and state.title.companies[other].kind.directed:
            for train in dict.fromkeys(state.trains_of(other)):
                yield train, other


@dataclass(frozen=True)
class BuyTrains(Plain):
    """The operating company buys trains."""

    accepts: ClassVar[tuple[type[Move], ...]] = (BuyTrain, Pass)
    explains: ClassVar[bool] = True
    name: str = "trains"
    # How a company without a train may pay for one from bank or pool.
    finance: Finance = field(default_factory=Treasury)
    # Whether a company without a train must get one if it can.
    obliged: Callable[[State, Company], bool] = lambda state, company: True
    # Whether trains are taken in part payment now, and whether for those in the pool too.
    trading: Callable[[State], bool] = lambda state: True
    trading_for_pool: bool = False
    # Takes a train handed in, and says which one is to leave the game with the purchase.
    take_in: Callable[[Book, Company, str], str] = lambda book, company, train: train

    def room(self, state: State, company: Company) -> bool:
        most = limit(state, company)
        return most is None or len(state.trains_of(company)) < most

    def means(self, state: State, company: Company) -> int:
        """What it can pay the bank: only a company without a train may borrow."""
        if state.trains_of(company):
            return state.cash_of(company)
        return self.finance.most(state, company)

    def offers(self, state: State) -> Iterator[tuple[str, str, int]]:
        """Train, seller and price of all the bank and the pool have."""
        for train in trains_on_sale(state):
            yield train, BANK, state.title.trains[train].price
        for train in dict.fromkeys(state.trains_of(POOL)):
            yield train, POOL, state.title.trains[train].price

    def can_pay(self, state: State, company: Company) -> bool:
        """Whether bank or pool have a train it can pay for; where every train has its number, they may have none."""
        means = self.means(state, company)
        return any(price <= means for _, _, price in self.offers(state))

    def must_buy(self, state: State, company: Company) -> bool:
        if state.trains_of(company) or not self.obliged(state, company):
            return False
        return self.can_pay(state, company)

    def trades(self, state: State, company: Company) -> Iterator[BuyTrain]:
        """What the bank would take in part payment, and can be paid for."""
        for train, seller in self._for_trade(state):
            spec = state.title.trains[train]
            for old in dict.fromkeys(state.trains_of(company)):
                price = spec.traded(old)
                if price is not None and price <= state.cash_of(company):
                    yield BuyTrain(train, seller, price, old)

    def _for_trade(self, state: State) -> Iterator[tuple[str, str]]:
        """Trains for which another may be handed in, with their seller."""
        if self.trading(state):
            for train, seller, _ in self.offers(state):
                if seller == BANK or self.trading_for_pool:
                    yield train, seller

    def actor(self, state: State) -> Player | None:
        company = state.operating
        if any(True for _ in self.trades(state, company)):
            return state.directors[company]
        if not self.room(state, company):
            return None
        others = state.cash_of(company) > 0 and any(True for _ in sellers(state, company))
        return state.directors[company] if others or self.can_pay(state, company) else None

    def candidates(self, state: State) -> Iterator[Move]:
        company = state.operating
        for train, seller, price in self.offers(state):
            yield BuyTrain(train, seller, price)
        if state.cash_of(company) > 0:
            for train, owner in sellers(state, company):
                yield BuyTrain(train, owner, 1)
        yield from self.trades(state, company)
        yield Pass()

    def span(self, state: State, move: Move) -> range | None:
        if isinstance(move, BuyTrain) and move.seller not in (BANK, POOL):
            return range(1, state.cash_of(state.operating) + 1)
        return None

    def check(self, state: State, move: Move) -> None:
        title, company = state.title, state.operating
        if isinstance(move, Pass):
            if self.must_buy(state, company):
                raise Illegal(
                    "{company} has no train and can pay for one: it must buy.",
                    rule=title.paragraph("must-buy-train"),
                    company=company,
                )
            return
        if not isinstance(move, BuyTrain):
            return
        if move.trade:
            self._check_trade(state, company, move)
            return
        if not self.room(state, company):
            raise Illegal(
                "{company} has all the trains it may own in phase {phase}.",
                rule=title.paragraph("train-limit"),
                company=company,
                phase=state.phase,
            )
        if move.seller in (BANK, POOL):
            self._check_offer(state, company, move)
        else:
            self._check_other(state, company, move)

    def _check_trade(self, state: State, company: Company, move: BuyTrain) -> None:
        rule = state.title.paragraph("trade-in")
        spec = state.title.trains.get(move.train)
        price = spec.traded(move.trade) if spec is not None else None
        if price is None or (move.train, move.seller) not in self._for_trade(state):
            raise Illegal("The bank does not take that train in trade now.", rule=rule)
        if move.trade not in state.trains_of(company):
            raise Illegal("{company} has no {trade}-train to trade in.", rule=rule, company=company, trade=move.trade)
        if move.price != price:
            raise Illegal(
                "{train:A}-train costs {price} and {trade:a}-train.",
                rule=rule,
                train=move.train,
                price=money(state, price),
                trade=move.trade,
            )
        if move.price > state.cash_of(company):
            raise Illegal(
                "That costs {price}; {company} has {cash}.",
                rule=rule,
                price=money(state, move.price),
                company=company,
                cash=money(state, state.cash_of(company)),
            )

    def _offered(self, state: State, move: BuyTrain) -> int:
        """What a train costs where it is on sale, which is what must be paid."""
        title = state.title
        offered = {train: price for train, seller, price in self.offers(state) if seller == move.seller}
        price = offered.get(move.train)
        if price is None:
            raise Illegal(on_sale(move.seller, offered), rule=title.paragraph("train-on-sale"))
        if move.price != price:
            raise Illegal(
                "A {train}-train costs {price}.",
                rule=title.paragraph("price-not-face"),
                train=move.train,
                price=money(state, price),
            )
        return price

    def _check_offer(self, state: State, company: Company, move: BuyTrain) -> None:
        title = state.title
        price = self._offered(state, move)
        means = self.means(state, company)
        if price > means:
            raise Illegal(
                "A {train}-train costs {price}; {company} can pay {means}.",
                rule=title.paragraph("train-means"),
                train=move.train,
                price=money(state, price),
                company=company,
                means=money(state, means),
            )

    def _check_other(self, state: State, company: Company, move: BuyTrain) -> None:
        title = state.title
        if (move.train, move.seller) not in set(sellers(state, company)):
            raise Illegal(
                "{seller} has no {train}-train to sell.",
                rule=title.paragraph("train-from-company"),
                seller=move.seller,
                train=move.train,
            )
        cash = state.cash_of(company)
        if not 1 <= move.price <= cash:
            raise Illegal(
                "The price must lie between {least} and {company}'s cash of {cash}.",
                rule=title.paragraph("train-from-company"),
                least=money(state, 1),
                company=company,
                cash=money(state, cash),
            )

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        if isinstance(move, BuyTrain) and move.seller in state.directors:
            return (state.directors[Company(move.seller)],)
        return ()

    def decide(self, book: Book, move: Move) -> bool:
        if not isinstance(move, BuyTrain):
            return True
        company = book.state.operating
        if move.seller in (BANK, POOL):
            self.finance.provide(book, company, move.price)
        traded = self.take_in(book, company, move.trade) if move.trade else ""
        book.enter(TrainBought(company, move.train, move.seller, move.price, traded))
        return False
