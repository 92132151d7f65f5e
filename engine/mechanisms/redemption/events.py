"""What happens when a company buys its own shares."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.names import BANK, POOL, TREASURY, Company
from engine.state import State


@dataclass(frozen=True, slots=True)
class SharesRedeemed(Event):
    """A company bought its own shares back from the pool."""

    company: Company
    count: int
    price: int

    def apply(self, state: State) -> State:
        moved = state.move_shares(self.company, POOL, TREASURY, self.count)
        return moved.pay(self.company, BANK, self.count * self.price)
