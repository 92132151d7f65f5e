"""What happens when a company can't pay for its train."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.names import BANK, Company, Player
from engine.state import State


@dataclass(frozen=True, slots=True)
class DirectorHelped(Event):
    """A director paid what the treasury lacked."""

    notable: ClassVar[bool] = True
    company: Company
    player: Player
    amount: int

    def apply(self, state: State) -> State:
        return state.pay(self.player, self.company, self.amount)


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """A player could not pay for the train a company must have; the cash is forfeited."""

    player: Player
    company: Company
    forfeited: int

    def apply(self, state: State) -> State:
        paid = state.pay(self.player, BANK, self.forfeited)
        return paid.change(bankrupt=(*state.bankrupt, self.player))
