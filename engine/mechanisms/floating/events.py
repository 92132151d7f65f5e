"""What happens when a company floats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.names import Company
from engine.state import State


@dataclass(frozen=True, slots=True)
class CompanyFloated(Event):
    notable: ClassVar[bool] = True
    company: Company
    capital: int

    def apply(self, state: State) -> State:
        paid = state.pay_out(((self.company, self.capital),))
        return paid.change(floated=state.floated | {self.company})
