"""A player's turn in a stock round: sell, then buy or start one thing (and, where the title says so, sell again)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import Passed, PriceMoved, SharesBought, SharesSold, Turned
from engine.game import Book
from engine.message import Message, money
from engine.moves import Buy, Move, Pass, Sell
from engine.names import BANK, IPO, POOL, TREASURY, Company, Player
from engine.state import State
from engine.title import Plain

SELL_BUY = "sell-buy"
SELL_BUY_SELL = "sell-buy-sell"


def _owns(player: Player, held: int, company: Company) -> Message:
    if held == 1:
        return Message("{player} has 1 share of {company}.", player=player, company=company)
    if not held:
        return Message("{player} has no shares of {company}.", player=player, company=company)
    return Message("{player} has {count} shares of {company}.", player=player, count=held, company=company)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a title says about who may hold, buy and sell what."""

    # A certificate that counts against the limit, and the most shares of a company one may hold.
    counts: Callable[[State, Company], bool] = lambda state, company: True
    most: Callable[[State, Company], int] = lambda state, company: 6
    sellable: Callable[[State, Company], Message | None] = lambda state, company: None  # why not, or nothing
    # What else bars a sale: the key of the rule and a sentence, or None.
    barred: Callable[[State, Player, Company], tuple[str, Message] | None] = lambda state, player, company: None
    pool_limit: int = 5

    def certificates(self, state: State, player: Player) -> int:
        """What a player's certificates count against the limit."""
        paper = sum(state.certificates(player, c) for c in state.shares if self.counts(state, c))
        return paper + len(state.privates_of(player))

    def limit(self, state: State) -> int:
        return state.title.certificate_limit[len(state.players)]

    def full(self, state: State, player: Player) -> bool:
        return self.certificates(state, player) >= self.limit(state)

    def must_sell(self, state: State, player: Player) -> bool:
        """Over the certificate limit or over what may be held of a company."""
        if self.certificates(state, player) > self.limit(state):
            return True
        return any(state.held(player, c) > self.most(state, c) for c in state.shares if self._public(state, c))

    @staticmethod
    def _public(state: State, company: Company) -> bool:
        return state.title.companies[company].kind.traded

    def sale_fault(self, state: State, player: Player, company: Company, count: int) -> tuple[str, Message] | None:
        """Why a sale is not allowed (key of the rule, sentence), or None."""
        held = state.held(player, company)
        if not self._public(state, company):
            return "sell-what", Message("Only shares of public companies are sold; {company} is none.", company=company)
        if count < 1:
            return "sell-what", Message("Sell at least one share.")
        if held < count:
            return "sell-what", _owns(player, held, company)
        if why := self.sellable(state, company):
            return "sell-when", why
        if (bar := self.barred(state, player, company)) is not None:
            return bar
        if state.held(POOL, company) + count > self.pool_limit:
            return "pool-over-50", Message(
                "The pool may hold {percent} % of {company} at most.",
                percent=state.title.companies[company].kind.percent(self.pool_limit),
                company=company,
            )
        if state.directors.get(company) == player and held - count < 2:
            heirs = any(state.held(p, company) >= 2 for p in state.players if p != player)
            if not heirs:
                return "director-cert-to-pool", Message(
                    "Nobody else holds 20 % of {company} to become its director.", company=company
                )
        return None

    def can_sell_any(self, state: State, player: Player) -> bool:
        return any(state.held(player, c) and self.sale_fault(state, player, c, 1) is None for c in state.shares)


def sources(state: State, company: Company) -> tuple[str, ...]:
    """Where certificates of a company can be bought."""
    return tuple(place for place in (IPO, TREASURY, POOL) if state.held(place, company))


def too_dear(state: State, player: Player, cost: int) -> tuple[str, Message] | None:
    """Why a player can't pay for shares (key of the rule, sentence), or None."""
    if state.cash_of(player) >= cost:
        return None
    cash = money(state, state.cash_of(player))
    return "cash", Message("That costs {cost}; {player} has {cash}.", cost=money(state, cost), player=player, cash=cash)


@dataclass(frozen=True)
class TradeShares(Plain):
    """The player on turn buys and sells shares."""

    accepts: ClassVar[tuple[type[Move], ...]] = (Sell, Buy, Pass)
    name: str = "trade"
    holding: Holding = Holding()
    order: str = SELL_BUY
    # How far a sale moves the price: the number of steps down.
    drop: Callable[[State, Player, Company, int], int] = lambda state, player, company, count: count
    # Companies of which several certificates may be bought in one turn.
    many: Callable[[State, Company], bool] = lambda state, company: False
    # Whether such a purchase may go on after a sale.
    resumes: Callable[[State], bool] = lambda state: False

    # ------------------------------------------------------------------ who

    def actor(self, state: State) -> Player | None:
        player = state.actor_on_turn
        return player if self._can_act(state, player) else None

    def asked(self, state: State) -> str:
        """What is left of the turn: one who has bought may at most go on with that company, and sell."""
        if not state.turn.bought:
            return self.name
        return f"{self.name}-more" if self._may_buy_more(state) else f"{self.name}-sell"

    def _can_act(self, state: State, player: Player) -> bool:
        if self._may_sell(state) and self.holding.can_sell_any(state, player):
            return True
        return self._may_buy(state) and not self._pressed(state, player) and self._can_buy_any(state, player)

    def _may_sell(self, state: State) -> bool:
        return self.order == SELL_BUY_SELL or not state.turn.bought

    def _may_buy(self, state: State) -> bool:
        return not state.turn.bought or self._may_buy_more(state)

    def _may_buy_more(self, state: State) -> bool:
        """The purchase goes on with the same company, until something is sold."""
        turn = state.turn
        ended = turn.closed and not self.resumes(state)
        return bool(turn.bought_of) and not ended and self.many(state, turn.bought_of)

    def _pressed(self, state: State, player: Player) -> bool:
        """Must sell, and can."""
        return self.holding.must_sell(state, player) and self.holding.can_sell_any(state, player)

    def _can_buy_any(self, state: State, player: Player) -> bool:
        return any(
            self.purchase_fault(state, player, company, place, 1) is None
            for company in state.directors
            for place in sources(state, company)
        )

    # ------------------------------------------------------------------ what

    def price(self, state: State, company: Company, source: str) -> int:
        return state.par[company] if source == IPO else state.price(company)

    def paid_to(self, company: Company, source: str) -> str:
        return company if source == TREASURY else BANK

    def candidates(self, state: State) -> Iterator[Move]:
        player = state.actor_on_turn
        if self._may_buy(state):
            for company in state.directors:
                for place in sources(state, company):
                    yield Buy(company, place)
        if self._may_sell(state):
            for company in state.shares:
                if state.title.companies[company].kind.traded:
                    for count in range(1, state.held(player, company) + 1):
                        yield Sell(company, count)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        player = state.actor_on_turn
        match move:
            case Pass():
                if self._pressed(state, player):
                    raise Illegal(
                        "{player} is over the limit and must sell first.",
                        rule=state.title.paragraph("must-sell-first"),
                        player=player,
                    )
            case Sell(company=company, count=count):
                if not self._may_sell(state):
                    raise Illegal("Sell before you buy.", rule=state.title.paragraph("sell-before-buy"))
                self._raise(state, self.holding.sale_fault(state, player, company, count))
            case Buy(company=company, source=source, count=count):
                self.check_buying(state, player)
                self._raise(state, self.purchase_fault(state, player, company, source, count))
            case _:
                pass

    def check_buying(self, state: State, player: Player) -> None:
        """Whether this turn has room for a purchase of any kind."""
        if not self._may_buy(state):
            key = "buy-after-second-sale" if state.turn.closed else "one-purchase"
            raise Illegal("Only one purchase per turn.", rule=state.title.paragraph(key))
        if self._pressed(state, player):
            raise Illegal(
                "{player} is over the limit and must sell first.",
                rule=state.title.paragraph("must-sell-first"),
                player=player,
            )

    @staticmethod
    def _raise(state: State, fault: tuple[str, Message] | None) -> None:
        if fault is not None:
            raise Illegal(fault[1], rule=state.title.paragraph(fault[0]))

    def purchase_fault(
        self, state: State, player: Player, company: Company, source: str, count: int
    ) -> tuple[str, Message] | None:
        """Why a purchase is not allowed (key of the rule, sentence), or None."""
        if company not in state.directors or not state.title.companies[company].kind.traded:
            return "not-started", Message("{company} is not in play.", company=company)
        if count < 1 or (count > 1 and not self.many(state, company)):
            return "one-purchase", Message("Only one certificate per turn.")
        if state.turn.bought_of not in ("", company):
            return "one-purchase", Message(
                "Only one purchase per turn; {player} has already bought {other}.",
                player=player,
                other=state.turn.bought_of,
            )
        if state.held(source, company) < count:
            return "no-share-there", Message("There is no share of {company} to buy there.", company=company)
        if (player, company) in state.facts.sold:
            return "sold-this-round", Message(
                "{player} has sold {company} in this round.", player=player, company=company
            )
        if self.holding.counts(state, company) and self.holding.full(state, player):
            return "certificate-limit", Message(
                "{player} is at the limit of {limit} certificates.", player=player, limit=self.holding.limit(state)
            )
        if state.held(player, company) + count > self.holding.most(state, company):
            return "over-60", Message(
                "Nobody may hold more than {percent} % of {company}.",
                percent=state.title.companies[company].kind.percent(self.holding.most(state, company)),
                company=company,
            )
        return too_dear(state, player, count * self.price(state, company, source))

    # ------------------------------------------------------------------ then

    def decide(self, book: Book, move: Move) -> bool:
        state = book.state
        player = state.actor_on_turn
        match move:
            case Sell(company=company, count=count):
                sell(book, player, company, count, self.drop)
                note_sale(book, player, company)
                return False
            case Buy(company=company, source=source, count=count):
                price = self.price(state, company, source)
                book.enter(SharesBought(player, company, source, count, price, self.paid_to(company, source)))
                return self.bought(book, company)
            case _:
                if not (state.turn.sold or state.turn.bought):
                    book.enter(Passed(player))
                return True

    def bought(self, book: Book, company: Company) -> bool:
        """Notes the purchase; True when it ends the turn."""
        book.enter(Turned(turn=replace(book.state.turn, bought=True, bought_of=company)))
        return self.order == SELL_BUY


def sell(
    book: Book, player: Player, company: Company, count: int, drop: Callable[[State, Player, Company, int], int]
) -> None:
    """A sale to the pool: payment at the price before it, director, then the price."""
    state = book.state
    steps = drop(state, player, company, count)
    book.enter(SharesSold(player, company, count, state.price(company)))
    grid = state.market.grid
    cell = state.market.cells[company]
    for _ in range(steps):
        cell = grid.down(cell)
    if cell != state.market.cells[company]:
        book.enter(PriceMoved(company, cell, "sold"))


def note_sale(book: Book, player: Player, company: Company) -> None:
    """Remembers who sold what in this round, and that the turn was no pass."""
    state = book.state
    sold = state.facts.sold if (player, company) in state.facts.sold else (*state.facts.sold, (player, company))
    turn = replace(state.turn, sold=True, closed=state.turn.bought)
    book.enter(Turned(facts=replace(state.facts, sold=sold), turn=turn))
