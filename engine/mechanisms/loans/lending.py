"""Loans: taken when a payment needs them, charged and repaid by the rules, never by order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.events import PriceMoved
from engine.game import Book
from engine.market import Cell
from engine.mechanisms.loans.events import InterestPaid, LoansRepaid, LoansTaken, LoansWrittenOff
from engine.mechanisms.loans.figures import LoanFigures
from engine.names import Company
from engine.state import State
from engine.steps.automatic import Automatic
from engine.steps.prompting import as_the_site_asks
from engine.title import KindSpec

# More than anybody can ever take.
UNLIMITED = 10**6


def loan_room(state: State, company: Company) -> int:
    """How many more loans a company may take; a kind of company without a limit any number."""
    most = state.title.figures(LoanFigures).limit.get(state.title.companies[company].kind.name)
    return UNLIMITED if most is None else max(0, most - state.loans_of(company))


def per_loan(state: State) -> int:
    """What reaches the treasury: the first interest is kept back."""
    figures = state.title.figures(LoanFigures)
    return figures.amount - figures.interest


def could_borrow(state: State, kind: KindSpec) -> int:
    """What all the loans a company of this kind may have would bring; nothing where nobody lends."""
    figures = state.title.has(LoanFigures)
    return figures.amount * figures.limit.get(kind.name, 0) if figures else 0


def owed(state: State, company: Company) -> int:
    figures = state.title.has(LoanFigures)
    return figures.amount * state.loans_of(company) if figures else 0


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
    loan = state.title.figures(LoanFigures).amount
    count = min(state.loans_of(company), state.cash_of(company) // loan)
    if count > 0:
        book.enter(LoansRepaid(company, count, count * loan))


def price_at_the_end(state: State, company: Company) -> int:
    """A company's price falls once for each loan it still has."""
    return state.market.grid.price(_fallen(state, company))


def _fallen(state: State, company: Company) -> Cell:
    cell = state.market.cells[company]
    for _ in range(state.loans_of(company)):
        cell = state.market.grid.left(cell)
    return cell


def settle_at_the_end(book: Book, companies: Iterable[Company]) -> None:
    """Prices fall for the loans still owed, and that settles them."""
    for company in companies:
        count = book.state.loans_of(company)
        if count:
            cell = _fallen(book.state, company)
            book.enter(LoansWrittenOff(company, count))
            if cell != book.state.market.cells[company]:
                book.enter(PriceMoved(company, cell, "loans at the end"))


@dataclass(frozen=True)
class ServeLoans(Automatic):
    """Interest is paid and loans are repaid."""

    default: Callable[[Book, Company], None]  # what happens to a company that can't pay
    name: str = "loans"

    def enter(self, book: Book) -> None:
        state = book.state
        company = state.operating
        due = state.title.figures(LoanFigures).interest * state.turn.loans
        if due > Loans().most(state, company):
            self.default(book, company)
            return
        if due:
            Loans().provide(book, company, due)
            book.enter(InterestPaid(company, due))
        repay(book, company)


def before_interest(state: State) -> bool:
    """A purchase between dividend and interest matters only to a company in debt."""
    return state.loans_of(state.operating) > 0 or as_the_site_asks(state)
