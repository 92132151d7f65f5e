"""Loans of 1861: taken when a payment needs them, charged and repaid by the rules, never by order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import Event, InterestPaid, LoansRepaid, LoansTaken
from engine.game import Book
from engine.names import Company
from engine.state import State
from engine.steps.automatic import Automatic


@dataclass(frozen=True, slots=True)
class LoansWrittenOff(Event):
    """At the end of the game a price has fallen for the loans; they are settled."""

    company: Company
    count: int

    def apply(self, state: State) -> State:
        return state.borrow(self.company, -self.count)


def loan_room(state: State, company: Company) -> int:
    """How many more loans a company may take; the state railway has no limit."""
    kind = state.title.companies[company].kind
    if kind == "national":
        return 10**6
    most = int(state.title.figures["loan_limit"][kind])
    return max(0, most - state.loans_of(company))


def per_loan(state: State) -> int:
    """What reaches the treasury: the first interest is kept back."""
    return int(state.title.figures["loan"]) - int(state.title.figures["loan_interest"])


class Loans:
    """Cash, and as many loans as it takes."""

    def most(self, state: State, company: Company) -> int:
        return state.cash_of(company) + per_loan(state) * loan_room(state, company)

    def provide(self, book: Book, company: Company, amount: int) -> None:
        """Takes the smallest number of loans that makes the payment possible."""
        state = book.state
        short = amount - state.cash_of(company)
        if short > 0:
            count = -(-short // per_loan(state))
            book.enter(LoansTaken(company, count, count * per_loan(state)))


def repay(book: Book, company: Company) -> None:
    """Repays loans while there is money for a whole one."""
    state = book.state
    loan = int(state.title.figures["loan"])
    count = min(state.loans_of(company), state.cash_of(company) // loan)
    if count > 0:
        book.enter(LoansRepaid(company, count, count * loan))


@dataclass(frozen=True)
class ServeLoans(Automatic):
    """Interest is paid and loans are repaid."""

    default: Callable[[Book, Company], None]  # what happens to a company that can't pay
    name: str = "loans"

    def enter(self, book: Book) -> None:
        state = book.state
        company = state.operating
        due = int(state.title.figures["loan_interest"]) * state.turn.loans
        if due > Loans().most(state, company):
            self.default(book, company)
            return
        if due:
            Loans().provide(book, company, due)
            book.enter(InterestPaid(company, due))
        repay(book, company)
