"""What happened. An event carries all it needs and books itself with the state's verbs; it knows no rule.

Events are stored for ever. A field may be added with a default that says what was always so; whatever else changes
raises the version of its kind and brings an upcaster (engine/records.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.board.hexes import Hex
from engine.errors import Inconsistent
from engine.market import Cell
from engine.names import BANK, IPO, NO_COMPANY, POOL, TREASURY, Company, Holder, Player, Private
from engine.state import Cursor, Demand, RoundFacts, State, Turn

Payments = tuple[tuple[Holder, int], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact of one game."""

    version: ClassVar[int] = 2  # of its fields; the first left out what was usual (engine/records.py)
    silent: ClassVar[bool] = False  # moves the cursor only; no sentence in the report
    notable: ClassVar[bool] = False  # worth saying of a choice before it is made

    def seen_in(self) -> tuple[str, ...]:
        """The hexes that look otherwise now; one in which a city is only kept for somebody looks as before."""
        return ()

    def apply(self, state: State) -> State:
        raise Inconsistent(f"{type(self).__name__} says nothing about the books")


# ---------------------------------------------------------------------- control


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The first event: it holds all that is needed to set the table (see engine.game.set_table)."""

    title: str
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    drawn: Mapping[str, str]

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The cursor moved, or the round and the turn have something to remember."""

    silent: ClassVar[bool] = True
    cursor: Cursor | None = None
    facts: RoundFacts | None = None
    turn: Turn | None = None

    def apply(self, state: State) -> State:
        changed: dict[str, Any] = {}
        if self.cursor is not None:
            changed["cursor"] = self.cursor
        if self.facts is not None:
            changed["facts"] = self.facts
        if self.turn is not None:
            changed["turn"] = self.turn
        return state.change(**changed)


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    cursor: Cursor
    facts: RoundFacts

    def apply(self, state: State) -> State:
        return state.change(cursor=self.cursor, facts=self.facts, turn=Turn())


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A company's operating turn began."""

    company: Company
    cursor: Cursor
    loans: int = 0

    def apply(self, state: State) -> State:
        return state.change(cursor=self.cursor, turn=Turn(loans=self.loans))


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A company has operated."""

    company: Company

    def apply(self, state: State) -> State:
        return state.change(operated=state.operated | {self.company})


@dataclass(frozen=True, slots=True)
class Passed(Event):
    player: Player
    what: str = ""

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class DemandMade(Event):
    """A decision interrupts; ``last`` puts it behind those already waiting."""

    silent: ClassVar[bool] = True
    demand: Demand
    last: bool = False

    def apply(self, state: State) -> State:
        waiting = (*state.demands, self.demand) if self.last else (self.demand, *state.demands)
        return state.change(demands=waiting)


@dataclass(frozen=True, slots=True)
class DemandMet(Event):
    """The first demand (or the first for a company) is served, or replaced by what is left of it."""

    silent: ClassVar[bool] = True
    left: Demand | None = None
    company: Company = NO_COMPANY

    def apply(self, state: State) -> State:
        at = next(n for n, demand in enumerate(state.demands) if self.company in ("", demand.company))
        left = () if self.left is None else (self.left,)
        return state.change(demands=(*state.demands[:at], *left, *state.demands[at + 1 :]))


@dataclass(frozen=True, slots=True)
class DemandsDropped(Event):
    """Demands for a company that has gone."""

    silent: ClassVar[bool] = True
    company: Company

    def apply(self, state: State) -> State:
        return state.change(demands=tuple(d for d in state.demands if d.company != self.company))


@dataclass(frozen=True, slots=True)
class PriorityPassed(Event):
    player: Player

    def apply(self, state: State) -> State:
        return state.change(priority=self.player)


# ---------------------------------------------------------------------- auctions and shares


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    player: Player
    item: str
    amount: int

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class MinimumFell(Event):
    item: str
    minimum: int

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class PrivateSold(Event):
    """The bank sold a private to a player."""

    private: Private
    player: Player
    price: int

    def apply(self, state: State) -> State:
        return state.pay(self.player, BANK, self.price).own_private(self.private, self.player)


@dataclass(frozen=True, slots=True)
class CompanyStarted(Event):
    """A company got its charter, its director and its price.

    ``paid_to`` is the company where the money becomes its treasury, the bank otherwise.
    """

    notable: ClassVar[bool] = True
    company: Company
    player: Player
    cell: Cell
    paid: int
    paid_to: Holder
    shares: int
    rest: Holder = TREASURY  # where the other shares lie

    def apply(self, state: State) -> State:
        held = dict(state.shares.get(self.company, {}))
        total = sum(held.values())
        if total:
            held[IPO] = held.get(IPO, 0) - self.shares
            held[self.player] = held.get(self.player, 0) + self.shares
        else:
            held = {self.player: self.shares}
        if self.rest != IPO and held.get(IPO):
            held[self.rest] = held.get(self.rest, 0) + held.pop(IPO)
        spec = state.title.companies[self.company]
        return state.pay(self.player, self.paid_to, self.paid).change(
            shares={**state.shares, self.company: {h: n for h, n in held.items() if n}},
            directors={**state.directors, self.company: self.player},
            par={**state.par, self.company: state.market.grid.price(self.cell)},
            market=state.market.put(self.company, self.cell),
            stations_left={**state.stations_left, self.company: spec.stations},
            neutrals_left={**state.neutrals_left, self.company: spec.neutral} if spec.neutral else state.neutrals_left,
            started=(*state.started, self.company),
        )


@dataclass(frozen=True, slots=True)
class SharesSold(Event):
    """A player sold shares to the pool, at the price before the sale."""

    player: Player
    company: Company
    count: int
    price: int  # each

    def apply(self, state: State) -> State:
        moved = state.move_shares(self.company, self.player, POOL, self.count)
        return moved.pay(BANK, self.player, self.count * self.price)


@dataclass(frozen=True, slots=True)
class SharesBought(Event):
    player: Player
    company: Company
    source: Holder
    count: int
    price: int  # each
    paid_to: Holder

    def apply(self, state: State) -> State:
        moved = state.move_shares(self.company, self.source, self.player, self.count)
        return moved.pay(self.player, self.paid_to, self.count * self.price)


@dataclass(frozen=True, slots=True)
class DirectorChanged(Event):
    """The director's certificate changed hands for as many single shares."""

    notable: ClassVar[bool] = True
    company: Company
    old: Player
    new: Player

    def apply(self, state: State) -> State:
        return state.direct(self.company, self.new)


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    notable: ClassVar[bool] = True
    company: Company
    cell: Cell
    why: str

    def apply(self, state: State) -> State:
        return state.move_price(self.company, self.cell)


# ---------------------------------------------------------------------- operating


@dataclass(frozen=True, slots=True)
class IncomePaid(Event):
    """The bank paid a private's income to its owner."""

    private: Private
    owner: Holder
    amount: int

    def apply(self, state: State) -> State:
        return state.pay_out(((self.owner, self.amount),))


@dataclass(frozen=True, slots=True)
class PrivateBought(Event):
    """A company bought a private from a player."""

    company: Company
    private: Private
    owner: Player
    price: int

    def apply(self, state: State) -> State:
        return state.pay(self.company, self.owner, self.price).own_private(self.private, self.company)


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    company: Company
    hex: str
    tile: str
    facing: int
    cost: int  # terrain and the like
    fee: int  # for a further tile in the same turn
    upgrade: bool
    crossings: int = 0  # rivers crossed for the first time
    extra: bool = False  # by a power: it is none of the tiles of this turn

    def seen_in(self) -> tuple[str, ...]:
        return (self.hex,)

    def apply(self, state: State) -> State:
        turn = state.turn
        if not self.extra:
            turn = replace(turn, lays=(*turn.lays, self.hex), upgraded=turn.upgraded or self.upgrade)
        paid = state.pay(self.company, BANK, self.cost + self.fee)
        return paid.change(board=state.board.lay(Hex(self.hex), self.tile, self.facing), turn=turn)


@dataclass(frozen=True, slots=True)
class StationPlaced(Event):
    company: Company
    hex: str
    city: int
    cost: int
    home: bool = False  # not the one placement of a turn
    neutral: bool = False

    def seen_in(self) -> tuple[str, ...]:
        return (self.hex,)

    def apply(self, state: State) -> State:
        who = "neutral" if self.neutral else self.company
        board = state.board.place(who, Hex(self.hex), self.city)
        left, neutrals = state.stations_left, state.neutrals_left
        if not self.neutral:
            left = {**left, self.company: left.get(self.company, 0) - 1}
        elif not self.home:
            neutrals = {**neutrals, self.company: neutrals.get(self.company, 0) - 1}
        turn = state.turn if self.home else replace(state.turn, station=True)
        paid = state.pay(self.company, BANK, self.cost)
        return paid.change(board=board, stations_left=left, neutrals_left=neutrals, turn=turn)


@dataclass(frozen=True, slots=True)
class StationRemoved(Event):
    """A station left the map; it goes back to its company's charter where ``back`` says so."""

    company: Company
    hex: str
    back: bool = False

    def seen_in(self) -> tuple[str, ...]:
        return (self.hex,)

    def apply(self, state: State) -> State:
        left = state.stations_left
        if self.back:
            left = {**left, self.company: left.get(self.company, 0) + 1}
        return state.change(board=state.board.remove(self.company, Hex(self.hex)), stations_left=left)


@dataclass(frozen=True, slots=True)
class StationReplaced(Event):
    """One company's station took the place of another's."""

    old: Company
    new: Company
    hex: str

    def seen_in(self) -> tuple[str, ...]:
        return (self.hex,)

    def apply(self, state: State) -> State:
        left = {**state.stations_left, self.new: state.stations_left.get(self.new, 0) - 1}
        return state.change(board=state.board.swap(self.old, self.new, Hex(self.hex)), stations_left=left)


@dataclass(frozen=True, slots=True)
class ReservationsLapsed(Event):
    companies: tuple[Company, ...]

    def apply(self, state: State) -> State:
        board = state.board
        for company in self.companies:
            board = board.release(company)
        return state.change(board=board)


@dataclass(frozen=True, slots=True)
class RouteRun:
    """One train's route: the hexes it ran through, the stops it counted (hex:city) and what they were worth."""

    train: str
    path: tuple[str, ...]
    stops: tuple[str, ...]
    value: int


@dataclass(frozen=True, slots=True)
class TrainsRan(Event):
    company: Company
    routes: tuple[RouteRun, ...]
    revenue: int

    def apply(self, state: State) -> State:
        return state.change(
            turn=replace(state.turn, ran=True, revenue=self.revenue),
            last_run={**state.last_run, self.company: self.revenue},
        )


@dataclass(frozen=True, slots=True)
class RevenuePaid(Event):
    """What became of a company's earnings: full, half or withheld."""

    company: Company
    kind: str
    revenue: int
    kept: int
    payments: Payments

    def apply(self, state: State) -> State:
        settled = state.change(turn=replace(state.turn, paid=True))
        return settled.pay_out((*self.payments, (self.company, self.kept)))


@dataclass(frozen=True, slots=True)
class TrainBought(Event):
    """A company bought a train from the bank, the pool or another company."""

    company: Company
    train: str
    seller: Holder
    price: int
    trade: str = ""

    def apply(self, state: State) -> State:
        payee = BANK if self.seller in (BANK, POOL) else self.seller
        paid = state.pay(self.company, payee, self.price)
        if self.trade:
            paid = paid.move_train(self.trade, self.company, None)
        return paid.move_train(self.train, self.seller, self.company).change(turn=replace(state.turn, trained=True))


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    notable: ClassVar[bool] = True
    phase: str

    def apply(self, state: State) -> State:
        return state.change(phase=self.phase)


@dataclass(frozen=True, slots=True)
class TrainsRusted(Event):
    notable: ClassVar[bool] = True
    train: str
    losers: tuple[Holder, ...]

    def apply(self, state: State) -> State:
        kept = {h: tuple(t for t in trains if t != self.train) for h, trains in state.trains.items()}
        return state.change(trains=kept, depot=tuple(t for t in state.depot if t != self.train))


@dataclass(frozen=True, slots=True)
class TrainDiscarded(Event):
    """A company over its limit gave up a train."""

    company: Company
    train: str
    to_pool: bool

    def apply(self, state: State) -> State:
        return state.move_train(self.train, self.company, POOL if self.to_pool else None)


@dataclass(frozen=True, slots=True)
class PrivateClosed(Event):
    notable: ClassVar[bool] = True
    private: Private

    def apply(self, state: State) -> State:
        return state.own_private(self.private, None)


# ---------------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    notable: ClassVar[bool] = True
    why: str
    scores: tuple[tuple[Player, int], ...]

    def apply(self, state: State) -> State:
        return state.change(over=True, ending=self.why, demands=())
