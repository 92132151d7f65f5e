"""A public company buys its own shares back from the pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import Turned
from engine.game import Book
from engine.mechanisms.redemption.events import SharesRedeemed
from engine.mechanisms.redemption.moves import Redeem
from engine.moves import Move, Pass
from engine.names import POOL, Player
from engine.state import State
from engine.title import Plain


@dataclass(frozen=True)
class RedeemShares(Plain):
    """The operating company buys its own shares back."""

    accepts: ClassVar = (Redeem, Pass)
    explains: ClassVar[bool] = True
    name: str = "redeem"

    @staticmethod
    def _most(state: State) -> int:
        company = state.operating
        return min(state.held(POOL, company), state.cash_of(company) // state.price(company))

    def actor(self, state: State) -> Player | None:
        return state.directors[state.operating] if self._most(state) and not state.turn.redeemed else None

    def candidates(self, state: State) -> Iterator[Move]:
        for count in range(1, self._most(state) + 1):
            yield Redeem(count)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        if state.turn.redeemed:
            raise Illegal(
                "{company} has redeemed shares in this turn.",
                rule=state.title.paragraph("redeem"),
                company=state.operating,
            )
        if isinstance(move, Redeem) and not self._most(state):
            raise Illegal(
                "{company} can redeem no shares now: the pool has none, or they cost more than its cash.",
                rule=state.title.paragraph("redeem"),
                company=state.operating,
            )
        if isinstance(move, Redeem) and not 1 <= move.count <= self._most(state):
            raise Illegal(
                "{company} can redeem 1 to {most} shares, from the pool and with cash.",
                rule=state.title.paragraph("redeem"),
                company=state.operating,
                most=self._most(state),
            )

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Redeem):
            company = book.state.operating
            book.enter(SharesRedeemed(company, move.count, book.state.price(company)))
            book.enter(Turned(turn=replace(book.state.turn, redeemed=True)))
        return True
