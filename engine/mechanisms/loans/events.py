"""What happens with loans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.names import BANK, Company
from engine.state import State


@dataclass(frozen=True, slots=True)
class LoansTaken(Event):
    notable: ClassVar[bool] = True
    company: Company
    count: int
    received: int

    def apply(self, state: State) -> State:
        return state.pay_out(((self.company, self.received),)).borrow(self.company, self.count)


@dataclass(frozen=True, slots=True)
class LoansRepaid(Event):
    company: Company
    count: int
    paid: int

    def apply(self, state: State) -> State:
        return state.pay(self.company, BANK, self.paid).borrow(self.company, -self.count)


@dataclass(frozen=True, slots=True)
class InterestPaid(Event):
    company: Company
    amount: int

    def apply(self, state: State) -> State:
        return state.pay(self.company, BANK, self.amount)


@dataclass(frozen=True, slots=True)
class LoansWrittenOff(Event):
    """At the end of the game a price has fallen for the loans; they are settled."""

    notable: ClassVar[bool] = True
    company: Company
    count: int

    def apply(self, state: State) -> State:
        return state.borrow(self.company, -self.count)
