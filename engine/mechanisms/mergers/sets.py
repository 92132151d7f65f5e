"""The order of play where companies merge between operating rounds.

privates ▶ stock ▶ operating ▶ merger ▶ operating ▶ merger ▶ stock ▶ … ▶ a last set of three operating rounds
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.game import Book
from engine.mechanisms.endings.reactions import finish
from engine.mechanisms.loans.lending import settle_at_the_end
from engine.mechanisms.mergers.merging import Mergers
from engine.mechanisms.minors.companies import operating_order
from engine.names import Player
from engine.rounds.going_on import round_of, to_operating, to_stock
from engine.state import State


@dataclass(frozen=True)
class Sets:
    """A stock round, and operating rounds with a merger round behind each as soon as the phase allows it."""

    last_train: str  # the ending that makes the last set a round longer
    usual: int = 2  # operating rounds in a set
    longer: int = 3
    # What happens behind every operating round but the last.
    between: Callable[[Book], None] = lambda book: None

    def privates_sold(self, book: Book, player: Player) -> None:
        """The stock round goes on with the player to the left of the last buyer."""
        to_stock(book, 1, book.state.after(player), player)

    def after_stock(self, book: Book) -> None:
        to_operating(book, book.state.cursor.number, 1)

    def after_operating(self, book: Book) -> None:
        """Whoever must decide something because of what happens in between does so before the next round goes on."""
        state = book.state
        if self.last(state):
            end(book, state.ending)
            return
        self.between(book)
        state = book.state
        if "mergers" in state.title.phases[state.phase].allows:
            round_of(state, "merger", Mergers).begin(book)
        else:
            self.after_mergers(book)

    def after_mergers(self, book: Book) -> None:
        state = book.state
        cursor = state.cursor
        if cursor.sub < self.rounds(state):
            to_operating(book, cursor.number, cursor.sub + 1)
        else:
            to_stock(book, cursor.number + 1, state.priority)

    def rounds(self, state: State) -> int:
        """How many operating rounds this set has, as far as is known."""
        return self.longer if self.in_last_set(state) else self.usual

    def last(self, state: State) -> bool:
        """Whether the game ends with this operating round."""
        return state.ending == "bank" or (self.in_last_set(state) and state.cursor.sub == self.longer)

    def in_last_set(self, state: State) -> bool:
        return state.ending == self.last_train and state.cursor.number >= state.final_set


def end(book: Book, why: str) -> None:
    """Prices fall for the loans still owed; then everybody's wealth is added up."""
    settle_at_the_end(book, operating_order(book.state))
    finish(book, why)


def end_by_agreement(book: Book) -> None:
    end(book, "agreement")
