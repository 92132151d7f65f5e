"""A position: everything the rules can ask about, as one immutable value with the verbs of the ledger.

A state is never changed; each verb gives a new one that shares all it did not touch. Only events call the verbs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from engine.board.board import Board
from engine.errors import Inconsistent
from engine.market import Cell, Market
from engine.names import BANK, IPO, NO_COMPANY, NO_PLAYER, POOL, TREASURY, Company, Holder, Player, Private
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the game stands: which round, whose turn in it, at which step.

    ``order`` is fixed when the round begins; ``at`` counts through it.
    """

    round: str
    number: int = 0
    sub: int = 0
    order: tuple[str, ...] = ()
    at: int = 0
    step: str = ""


@dataclass(frozen=True, slots=True)
class Demand:
    """A decision that interrupts whatever is going on: who must take it, and for which company.

    Each kind of demand is a class of its own with what it is about.
    """

    version: ClassVar[int] = 2
    kind: ClassVar[str] = ""
    player: Player
    company: Company = NO_COMPANY

    def asked(self, state: State) -> Holder:
        """Who is on turn because of it: the company, unless its player is meant, or a private."""
        return self.company

    @property
    def forming(self) -> tuple[Company, ...]:
        """Companies whose stations the company is about to take over."""
        return ()


D = TypeVar("D", bound=Demand)


@dataclass(frozen=True, slots=True)
class Bidding:
    """An auction: what is offered, what must be bid at least, the bids, and who is out."""

    item: str
    minimum: int
    high: int = 0
    leader: Player = NO_PLAYER
    out: tuple[Player, ...] = ()
    bids: tuple[tuple[str, Player, int], ...] = ()  # item, player, amount (auctions of several items at once)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What a round of auctions, a stock round or a merger round must remember."""

    bidding: Bidding | None = None
    passes: int = 0  # in a row
    began: Player = NO_PLAYER  # who began the present run of passes
    sold: tuple[tuple[Player, Company], ...] = ()
    last: Player = NO_PLAYER  # the last one who bought, sold or won


@dataclass(frozen=True, slots=True)
class Turn:
    """What has been done in the present turn; wiped when the next one begins."""

    sold: bool = False
    bought: bool = False
    bought_of: Company = NO_COMPANY  # the company whose shares were bought
    closed: bool = False  # no more buying, after the second sale
    loans: int = 0  # held when the turn began
    lays: tuple[str, ...] = ()
    upgraded: bool = False
    bonus: int = 0  # owed for track laid, not yet paid
    station: bool = False
    redeemed: bool = False
    ran: bool = False
    revenue: int = 0
    paid: bool = False  # the earnings are settled
    trained: bool = False  # has bought a train
    sales: int = 0  # the value of the last emergency share, for what a rescue may cost
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class State:
    """One position of one game."""

    title: Title
    options: Mapping[str, Any]
    drawn: Mapping[str, str]
    players: tuple[Player, ...]
    phase: str
    cash: Mapping[Holder, int]
    shares: Mapping[Company, Mapping[Holder, int]]  # only of companies that can have shareholders
    directors: Mapping[Company, Player]
    par: Mapping[Company, int]
    market: Market
    trains: Mapping[Holder, tuple[str, ...]]  # of companies and of the pool
    depot: tuple[str, ...]  # new trains of limited number, next one first
    privates: Mapping[Private, Holder]  # open ones
    board: Board
    stations_left: Mapping[Company, int]
    priority: Player
    cursor: Cursor
    facts: RoundFacts = RoundFacts()
    turn: Turn = Turn()
    demands: tuple[Demand, ...] = ()  # the first is served first
    started: tuple[Company, ...] = ()  # in order of start
    floated: frozenset[Company] = frozenset()
    operated: frozenset[Company] = frozenset()
    gone: tuple[Company, ...] = ()  # out of the game for good
    loans: Mapping[Company, int] = field(default_factory=dict)
    neutrals_left: Mapping[Company, int] = field(default_factory=dict)  # neutral stations a company may still place
    last_run: Mapping[Company, int] = field(default_factory=dict)
    bankrupt: tuple[Player, ...] = ()
    ending: str = ""  # why the game will end, once that is sure
    final_set: int = 0  # the set of operating rounds with which the game ends
    broken: bool = False  # the bank
    over: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)  # the facts of each mechanism that has some

    def change(self, **fields: Any) -> Self:
        """A copy with some fields replaced (a shallow copy of the field table: far cheaper than calling __init__)."""
        new = object.__new__(type(self))
        table = new.__dict__
        table.update(self.__dict__)
        table.update(fields)
        return new

    # ------------------------------------------------------------------ reading

    def money(self, amount: int) -> str:
        """An amount as this title prints it."""
        return self.title.money(amount)

    def option(self, name: str) -> Any:
        """How a switch of the rules is set; a game begun before there was the switch goes on as it began."""
        return self.options[name] if name in self.options else self.title.options[name].before

    def price(self, company: Company) -> int:
        return self.market.price(company)

    def cash_of(self, holder: Holder) -> int:
        return self.cash.get(holder, 0)

    def held(self, holder: Holder, company: Company) -> int:
        return self.shares.get(company, {}).get(holder, 0)

    def counted(self, holder: Holder, company: Company) -> int:
        """How many shares a holding is worth; a company owned whole is worth those its kind says."""
        held = self.held(holder, company)
        return (self.title.companies[company].kind.whole or held) if held else 0

    def sold_out(self, company: Company) -> bool:
        """Whether players hold all of a company."""
        return sum(self.held(player, company) for player in self.players) == self.title.companies[company].kind.shares

    def trains_of(self, company: Holder) -> tuple[str, ...]:
        return self.trains.get(company, ())

    def privates_of(self, holder: Holder) -> tuple[Private, ...]:
        return tuple(p for p, owner in self.privates.items() if owner == holder)

    def certificates(self, player: Player, company: Company) -> int:
        """Pieces of paper: the director's certificate is one for two shares (and a minor's charter one for all)."""
        held = self.held(player, company)
        if held and self.directors.get(company) == player:
            return held - self.title.companies[company].director_shares + 1
        return held

    def demand(self, kind: type[D]) -> D:
        """The demand that is open, which is of this kind."""
        found = self.demands[0]
        if not isinstance(found, kind):
            raise Inconsistent(f"{found} is no {kind.__name__}")
        return found

    def after(self, player: Player) -> Player:
        """The player to the left."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def clockwise(self, first: Player) -> tuple[Player, ...]:
        at = self.players.index(first)
        return self.players[at:] + self.players[:at]

    def director(self, company: Company) -> Player:
        return self.directors[company]

    @property
    def operating(self) -> Company:
        """The company on turn in an operating or merger round."""
        return Company(self.cursor.order[self.cursor.at])

    @property
    def company_on_turn(self) -> Company:
        """The company whose turn it is; none where it is a player's or nobody's."""
        order, at = self.cursor.order, self.cursor.at
        return Company(order[at]) if 0 <= at < len(order) and order[at] in self.title.companies else NO_COMPANY

    @property
    def actor_on_turn(self) -> Player:
        """The player on turn in an auction or stock round."""
        return Player(self.cursor.order[self.cursor.at])

    def loans_of(self, company: Company) -> int:
        return self.loans.get(company, 0)

    # ------------------------------------------------------------------ the ledger

    def pay(self, payer: Holder, payee: Holder, amount: int) -> Self:
        """Moves money. Only the bank may owe."""
        if amount == 0:
            return self
        if amount < 0:
            raise Inconsistent(f"{payer} can't pay {amount} to {payee}")
        cash = dict(self.cash)
        left = cash.get(payer, 0) - amount
        if left < 0 and payer != BANK:
            raise Inconsistent(f"{payer} has no {amount} for {payee}")
        cash[payer] = left
        cash[payee] = cash.get(payee, 0) + amount
        return self.change(cash=cash)

    def pay_out(self, payments: Iterable[tuple[Holder, int]]) -> Self:
        """The bank pays several at once."""
        cash = dict(self.cash)
        for payee, amount in payments:
            cash[BANK] -= amount
            cash[payee] = cash.get(payee, 0) + amount
        return self.change(cash=cash)

    def move_shares(self, company: Company, giver: Holder, taker: Holder, count: int) -> Self:
        held = dict(self.shares[company])
        left = held.get(giver, 0) - count
        if left < 0:
            raise Inconsistent(f"{giver} has no {count} shares of {company}")
        held[giver] = left
        held[taker] = held.get(taker, 0) + count
        return self.change(shares={**self.shares, company: {h: n for h, n in held.items() if n}})

    def move_train(self, train: str, giver: Holder, taker: Holder | None) -> Self:
        """Moves a train; without a taker it leaves the game."""
        trains = dict(self.trains)
        if giver == BANK:
            state = self._from_depot(train)
        else:
            rest = list(trains.get(giver, ()))
            if train not in rest:
                raise Inconsistent(f"{giver} has no {train}-train")
            rest.remove(train)
            trains[giver] = tuple(rest)
            state = self
        if taker is not None:
            trains[taker] = (*trains.get(taker, ()), train)
        return state.change(trains=trains)

    def _from_depot(self, train: str) -> Self:
        if self.title.trains[train].count is None:
            return self
        depot = list(self.depot)
        if train not in depot:
            raise Inconsistent(f"the bank has no {train}-train")
        depot.remove(train)
        return self.change(depot=tuple(depot))

    def move_price(self, company: Company, cell: Cell) -> Self:
        return self.change(market=self.market.put(company, cell))

    def own_private(self, private: Private, owner: Holder | None) -> Self:
        """Gives a private to an owner, or closes it."""
        if owner is None:
            return self.change(privates={p: o for p, o in self.privates.items() if p != private})
        return self.change(privates={**self.privates, private: owner})

    def direct(self, company: Company, player: Player | None) -> Self:
        if player is None:
            return self.change(directors={c: p for c, p in self.directors.items() if c != company})
        return self.change(directors={**self.directors, company: player})

    def borrow(self, company: Company, count: int) -> Self:
        loans = {**self.loans, company: self.loans_of(company) + count}
        if loans[company] < 0:
            raise Inconsistent(f"{company} has no {-count} loans to repay")
        return self.change(loans=loans)


__all__ = ["BANK", "IPO", "POOL", "TREASURY", "Bidding", "Cursor", "Demand", "RoundFacts", "State", "Turn"]
