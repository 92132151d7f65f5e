"""The moves, events and steps that only the toy has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import BidMade, Event, Passed, Turned
from engine.game import Book
from engine.message import money
from engine.moves import Bid, Done, Move, Pass
from engine.names import BANK, Company, Player
from engine.state import Bidding, State
from engine.title import OneStep, Plain


@dataclass(frozen=True, slots=True)
class Count(Move):
    """Take so much from the bank."""

    form: ClassVar[str] = "count {amount}"
    amount: int


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Give money to another player, who must agree."""

    form: ClassVar[str] = "give {amount} to {player}"
    amount: int
    player: Player


@dataclass(frozen=True, slots=True)
class Explode(Move):
    """Do what nobody foresaw."""

    form: ClassVar[str] = "explode"


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Every player directs a counting house."""

    silent: ClassVar[bool] = True
    directors: tuple[tuple[Company, Player], ...]

    def apply(self, state: State) -> State:
        return state.change(directors=dict(self.directors), floated=frozenset(c for c, _ in self.directors))


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The last one in has won a point for the price."""

    player: Player
    price: int

    def apply(self, state: State) -> State:
        return state.pay(self.player, BANK, self.price).pay(BANK, self.player, 1)


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Somebody has taken money from the bank."""

    player: Player
    amount: int

    def apply(self, state: State) -> State:
        return state.pay(BANK, self.player, self.amount)


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """Money went from one player to another."""

    player: Player
    amount: int
    other: Player

    def apply(self, state: State) -> State:
        return state.pay(self.player, self.other, self.amount)


@dataclass(frozen=True)
class Raise(Plain):
    """Raise the one bid there is, or leave the auction."""

    accepts: ClassVar = (Bid, Pass, Explode)
    name: str = "auction"

    def actor(self, state: State) -> Player | None:
        return state.actor_on_turn

    @staticmethod
    def bidding(state: State) -> Bidding:
        assert state.facts.bidding is not None
        return state.facts.bidding

    def candidates(self, state: State) -> Iterator[Move]:
        yield Pass()
        yield Bid("N", self.bidding(state).high + 5)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, Explode):
            raise RuntimeError("nobody foresaw this")
        if isinstance(move, Bid):
            least = self.bidding(state).high + 5
            if move.amount < least:
                raise Illegal("Bid {least} at least.", rule="toy.3", least=money(state, least))
            if move.amount > state.cash_of(state.actor_on_turn):
                raise Illegal("{player} is too poor.", rule="toy.3", player=state.actor_on_turn)

    def decide(self, book: Book, move: Move) -> bool:
        player, bidding = book.state.actor_on_turn, self.bidding(book.state)
        if isinstance(move, Bid):
            book.enter(BidMade(player, move.item, move.amount))
            bidding = replace(bidding, high=move.amount, leader=player)
        else:
            book.enter(Passed(player, bidding.item))
            bidding = replace(bidding, out=(*bidding.out, player))
        state = book.state
        left = [each for each in state.clockwise(state.after(player)) if each not in bidding.out]
        if len(left) == 1:
            book.enter(Won(left[0], bidding.high))
            return True
        cursor = replace(state.cursor, at=state.cursor.order.index(left[0]))
        book.enter(Turned(cursor, replace(state.facts, bidding=bidding)))
        return False


@dataclass(frozen=True)
class OneAuction(OneStep):
    """The round around it: raise ▶ … ▶ one is left ▶ after."""

    auction: Raise
    after: Callable[[Book], None]

    def step(self, state: State) -> Raise:
        return self.auction

    def next(self, book: Book) -> None:
        self.after(book)


@dataclass(frozen=True)
class TakeAndGive(Plain):
    """Count as often as you like, give what others agree to take, and be done."""

    accepts: ClassVar = (Count, Give, Pass, Explode)
    name: str = "count"

    def actor(self, state: State) -> Player | None:
        return state.director(state.operating)

    def candidates(self, state: State) -> Iterator[Move]:
        yield Done()
        yield Count(1)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, Explode):
            raise RuntimeError("nobody foresaw this")

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        return (move.player,) if isinstance(move, Give) else ()

    def decide(self, book: Book, move: Move) -> bool:
        player = book.state.director(book.state.operating)
        if isinstance(move, Count):
            book.enter(Counted(player, move.amount))
        elif isinstance(move, Give):
            book.enter(Gave(player, move.amount, move.player))
        return isinstance(move, Pass)
