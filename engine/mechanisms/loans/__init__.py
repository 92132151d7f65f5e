"""Companies borrow, pay interest and repay."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.loans.ahead import Owes
from engine.mechanisms.loans.events import InterestPaid, LoansRepaid, LoansTaken, LoansWrittenOff
from engine.mechanisms.loans.figures import LoanFigures
from engine.mechanisms.loans.lending import Loans, ServeLoans, before_interest, price_at_the_end
from engine.mechanisms.loans.saying import SAYINGS
from engine.records import unowned

__all__ = ["MECHANISM", "Loans", "LoansTaken", "ServeLoans", "before_interest", "price_at_the_end"]

MECHANISM = Mechanism(
    name="loans",
    package=__name__,
    events=(
        LoansTaken,
        LoansRepaid,
        InterestPaid,
        LoansWrittenOff,
    ),
    upcasters=unowned("loans", "LoansTaken", "LoansRepaid", "InterestPaid", "LoansWrittenOff"),
    figures=LoanFigures,
    facts=(Owes,),
    sayings=SAYINGS,
)
