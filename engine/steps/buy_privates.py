"""A company buys privates from players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import PrivateBought
from engine.game import Book
from engine.message import money
from engine.moves import BuyPrivate, Move, Pass
from engine.names import Player
from engine.state import State
from engine.title import Plain


def always(state: State) -> bool:
    return True


@dataclass(frozen=True)
class BuyPrivates(Plain):
    """The operating company buys privates."""

    accepts: ClassVar = (BuyPrivate, Pass)
    name: str = "privates"
    when: Callable[[State], bool] = always
    phases: Callable[[State], bool] = lambda state: "privates_to_companies" in state.title.phases[state.phase].allows

    # Whether a turn waits here for something else that may be done at any time.
    waits: Callable[[State], bool] = lambda state: False

    def actor(self, state: State) -> Player | None:
        asked = self.when(state) and (self._possible(state) or self.waits(state))
        return state.directors.get(state.operating) if asked else None

    def _possible(self, state: State) -> bool:
        if not self.phases(state) or not state.title.companies[state.operating].kind.directed:
            return False
        cash = state.cash_of(state.operating)
        return any(
            owner in state.players and state.title.privates[p].highest > 0 and state.title.privates[p].lowest <= cash
            for p, owner in state.privates.items()
        )

    def candidates(self, state: State) -> Iterator[Move]:
        if self._possible(state):
            cash = state.cash_of(state.operating)
            for private, owner in state.privates.items():
                spec = state.title.privates[private]
                if owner in state.players and spec.lowest <= min(cash, spec.highest):
                    yield BuyPrivate(private, min(cash, spec.highest))
        if state.cursor.step == self.name:
            yield Pass()

    def span(self, state: State, move: Move) -> range | None:
        if not isinstance(move, BuyPrivate):
            return None
        spec = state.title.privates[move.private]
        return range(spec.lowest, min(spec.highest, state.cash_of(state.operating)) + 1)

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, BuyPrivate):
            # Privates may be bought at any time, but only in its own place can the step be left out.
            if state.cursor.step != self.name:
                raise Illegal("Another decision has to be made first.", rule=state.title.paragraph("order"))
            return
        title, company = state.title, state.operating
        if not title.companies[company].kind.directed:
            raise Illegal("{company} buys no privates.", rule=title.paragraph("private-buyer"), company=company)
        if not self.phases(state):
            raise Illegal(
                "Companies can't buy privates in phase {phase}.",
                rule=title.paragraph("private-phase"),
                phase=state.phase,
            )
        owner = state.privates.get(move.private)
        if owner not in state.players:
            raise Illegal("No player owns {private}.", rule=title.paragraph("private-owner"), private=move.private)
        spec = title.privates[move.private]
        if not spec.highest:
            raise Illegal(
                "{private} is not for sale.", rule=title.paragraph("private-not-for-sale"), private=move.private
            )
        if not spec.lowest <= move.price <= spec.highest:
            raise Illegal(
                "{private} costs {lowest} to {highest}.",
                rule=title.paragraph("private-price-range"),
                private=move.private,
                lowest=money(state, spec.lowest),
                highest=money(state, spec.highest),
            )
        if move.price > state.cash_of(company):
            raise Illegal(
                "{company} has {cash}, and may not borrow for this.",
                rule=title.paragraph("private-cash"),
                company=company,
                cash=money(state, state.cash_of(company)),
            )

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        if isinstance(move, BuyPrivate) and (owner := state.privates.get(move.private)) in state.players:
            return (Player(str(owner)),)
        return ()

    def decide(self, book: Book, move: Move) -> bool:
        if not isinstance(move, BuyPrivate):
            return True
        owner = Player(book.state.privates[move.private])
        book.enter(PrivateBought(book.state.operating, move.private, owner, move.price))
        return False
