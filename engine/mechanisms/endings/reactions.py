"""What brings the end nearer, and what everybody is worth then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import Event, GameEnded, PhaseBegan, PriceMoved
from engine.game import Book
from engine.mechanisms.endings.events import BankBroke, EndAnnounced
from engine.names import BANK, Company, Player
from engine.state import State

THIS_ROUND = 0


def with_this_round(state: State) -> int:
    return THIS_ROUND


def with_this_set(state: State) -> int:
    return state.cursor.number


@dataclass(frozen=True)
class BankBreaks:
    """The bank is broken by a payment it can't make; that ends the game unless something else does already."""

    last: Callable[[State], int]  # the set of operating rounds with which it ends

    def __call__(self, book: Book, event: Event) -> None:
        state = book.state
        if state.broken or state.cash[BANK] >= 0:
            return
        book.enter(BankBroke())
        if not state.ending:
            book.enter(EndAnnounced("bank", self.last(state)))


def with_the_next_set(state: State) -> int:
    return state.cursor.number + 1


def with_a_set_just_begun(state: State) -> int:
    """This set of rounds while its first is played, else the next one."""
    return state.cursor.number if state.cursor.sub == 1 else state.cursor.number + 1


@dataclass(frozen=True)
class LastTrain:
    """The first train of the last kind fixes the end."""

    phase: str
    why: str
    overrides: Callable[[State], bool]  # whether it does so even after the bank broke in the same round
    last: Callable[[State], int] = with_a_set_just_begun  # the set of operating rounds with which it ends

    def __call__(self, book: Book, event: PhaseBegan) -> None:
        state = book.state
        if event.phase == self.phase and (not state.ending or self.overrides(state)):
            book.enter(EndAnnounced(self.why, self.last(state)))


def top_of_market(book: Book, event: PriceMoved) -> None:
    """A marker in the last cell ends the game with the present round."""
    if book.state.market.grid.in_zone(event.cell, "end") and book.state.ending != "market":
        book.enter(EndAnnounced("market", THIS_ROUND))


def market_price(state: State, company: Company) -> int:
    return state.price(company)


@dataclass(frozen=True)
class Wealth:
    """What a player is worth: cash, shares at their price, privates at face value."""

    price: Callable[[State, Company], int] = market_price

    def __call__(self, state: State, player: Player) -> int:
        shares = sum(
            count * self.price(state, company)
            for company in state.market.cells
            if (count := state.counted(player, company))
        )
        return state.cash_of(player) + shares + sum(state.title.privates[p].face for p in state.privates_of(player))


def finish(book: Book, why: str) -> None:
    """Everybody's wealth is added up, and the game is over."""
    state = book.state
    value = state.title.value
    assert value is not None
    book.enter(GameEnded(why, tuple((player, value(state, player)) for player in state.players)))
