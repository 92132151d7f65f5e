"""What becomes of a company's earnings, and how that moves its price."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import PriceMoved, RevenuePaid
from engine.game import Book
from engine.market import Cell
from engine.message import Listed
from engine.moves import Move, Pay
from engine.names import Company, Player
from engine.state import State
from engine.title import Plain

FULL, HALF, WITHHOLD = "full", "half", "withhold"


def half_to_the_next_ten(revenue: int) -> int:
    """The half that is paid out, rounded up."""
    return -(-revenue // 20) * 10


@dataclass(frozen=True)
class PayDividend(Plain):
    """The operating company pays or withholds its earnings."""

    accepts: ClassVar = (Pay,)
    explains: ClassVar[bool] = True
    automatic: ClassVar[bool] = True
    place: str  # whose shares pay the company itself: the treasury's or the pool's
    move: Callable[[State, Company, int, int], Cell]  # revenue and what was paid of it
    kinds: tuple[str, ...] = (FULL, HALF, WITHHOLD)
    splits: Callable[[State, Company], bool] = lambda state, company: False  # owner and company halve, no choice
    half: Callable[[int], int] = half_to_the_next_ten  # what is paid of so much
    name: str = "dividend"

    def actor(self, state: State) -> Player | None:
        return None if state.turn.paid else state.directors[state.operating]

    def enter(self, book: Book) -> None:
        """Nothing earned, or nothing to choose: it happens by itself."""
        state = book.state
        company = state.operating
        if self.splits(state, company) and state.turn.revenue:
            owner = state.directors[company]
            half = state.turn.revenue // 2
            book.enter(RevenuePaid(company, HALF, state.turn.revenue, state.turn.revenue - half, ((owner, half),)))
            self._move(book, company, half)
        elif not state.turn.revenue:
            book.enter(RevenuePaid(company, WITHHOLD, 0, 0, ()))
            self._move(book, company, 0)

    def candidates(self, state: State) -> Iterator[Move]:
        for kind in self.kinds:
            yield Pay(kind)

    def check(self, state: State, move: Move) -> None:
        if state.turn.paid:
            self._say_why_over(state, state.operating)
        if isinstance(move, Pay) and move.kind not in self.kinds:
            raise Illegal(
                "For the earnings, write {kinds}.",
                rule=state.title.paragraph("dividend"),
                kinds=Listed(self.kinds, "or"),
            )

    def _say_why_over(self, state: State, company: Company) -> None:
        if not state.turn.revenue:
            raise Illegal(
                "{company} has earned nothing, so there is nothing to pay or keep. Leave this line out.",
                rule=state.title.paragraph("dividend"),
                company=company,
            )
        if self.splits(state, company):
            raise Illegal(
                "{company} and its owner halve the earnings by themselves. Leave this line out.",
                rule=state.title.paragraph("halved"),
                company=company,
            )
        raise Illegal(
            "The earnings of {company} in this turn are settled.",
            rule=state.title.paragraph("dividend"),
            company=company,
        )

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Pay):
            state = book.state
            company, revenue = state.operating, state.turn.revenue
            paid = {FULL: revenue, HALF: self.half(revenue), WITHHOLD: 0}[move.kind]
            payments, own = self._payments(state, company, paid)
            book.enter(RevenuePaid(company, move.kind, revenue, revenue - paid + own, payments))
            self._move(book, company, paid)
        return True

    def _payments(self, state: State, company: Company, paid: int) -> tuple[tuple[tuple[str, int], ...], int]:
        """As much for each share: to players, and to the company for the shares that pay it."""
        each = paid // state.title.companies[company].kind.shares
        players = tuple(
            (player, each * state.held(player, company))
            for player in state.players
            if each and state.held(player, company)
        )
        return players, each * state.held(self.place, company)

    def _move(self, book: Book, company: Company, paid: int) -> None:
        state = book.state
        cell = self.move(state, company, state.turn.revenue, paid)
        if cell != state.market.cells[company]:
            book.enter(PriceMoved(company, cell, "paid" if paid else "nothing paid"))
