"""Prices, shares and money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts.condition import (
    AT_LEAST,
    AT_MOST,
    Condition,
    OfCompany,
    Seen,
    below_nothing,
    closed,
    compare,
    measured,
    none,
    place_said,
    said_of,
)
from engine.message import Message, Value, money
from engine.names import Holder
from engine.state import State


@dataclass(frozen=True, slots=True)
class Price(OfCompany):
    """Where a company's marker lies."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"price": {}}
    sign: str
    amount: int

    def holds(self, seen: Seen) -> bool:
        market = seen.state.market
        return self.company in market.cells and compare(self.sign, market.price(self.company), self.amount)

    def write(self) -> str:
        return f"price {self.company} {self.sign} {self.amount}"

    def tell(self, state: State) -> Value:
        amount = measured(self.sign, money(state, self.amount))
        return Message("the price of {company} is {amount}", company=self.company, amount=amount)

    def now(self, seen: Seen) -> Iterator[Message]:
        state = seen.state
        if self.company not in state.market.cells:
            yield Message("{company} has no price yet", company=self.company)
        else:
            price = money(state, state.price(self.company))
            yield Message("the price of {company} is {amount}", company=self.company, amount=price)

    def lost(self, state: State) -> Message | None:
        prices = sorted({*state.market.grid.prices.values()})
        if any(compare(self.sign, price, self.amount) for price in prices):
            return closed(self.company, state)
        if prices[0] < self.amount < prices[-1]:
            near = max(one for one in prices if one < self.amount), min(one for one in prices if one > self.amount)
            return Message(
                "The market has no price between {low} and {high}.",
                low=money(state, near[0]),
                high=money(state, near[1]),
            )
        return Message(
            "The prices of the market go from {low} to {high}.",
            low=money(state, prices[0]),
            high=money(state, prices[-1]),
        )


@dataclass(frozen=True, slots=True)
class Holding(OfCompany):
    """How many shares of a company somebody holds: a player, the pool, the initial offer or the treasury."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"holding": {}, "holding-mine": {}}
    count: int
    holder: Holder = ""
    sign: str = AT_LEAST

    def holds(self, seen: Seen) -> bool:
        return compare(self.sign, seen.state.held(self.holder, self.company), self.count)

    def write(self) -> str:
        return f"{said_of(self.holder)} has {self.sign} {self.count} {self.company}"

    def tell(self, state: State) -> Value:
        if none(self.sign, self.count):
            return self._none()
        return self._said(measured(self.sign, self.count))

    def now(self, seen: Seen) -> Iterator[Message]:
        held = seen.state.held(self.holder, self.company)
        yield self._said(held) if held else self._none()

    def lost(self, state: State) -> Message | None:
        kind, there = state.title.companies[self.company].kind, state.shares.get(self.company, {})
        most = sum(there.values()) or kind.shares
        if self.sign != AT_MOST and self.count > most:
            return Message("{company} has {count} shares in all.", company=self.company, count=most)
        if self.holder.startswith("(") and not kind.traded:
            return Message("{company} is owned whole; it has no shares to buy.", company=self.company)
        return below_nothing(self.sign, self.count) or closed(self.company, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0

    def _said(self, count: Value) -> Message:
        return Message(
            "{holder} holds {count} shares of {company}",
            holder=place_said(self.holder),
            count=count,
            company=self.company,
        )

    def _none(self) -> Message:
        return Message("{holder} holds no shares of {company}", holder=place_said(self.holder), company=self.company)


@dataclass(frozen=True, slots=True)
class Cash(Condition):
    """The money of a player, or in the treasury of a company."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"cash": {}, "cash-bare": {}, "cash-mine": {}}
    amount: int
    purse: Holder = ""
    sign: str = AT_LEAST

    def holds(self, seen: Seen) -> bool:
        return compare(self.sign, seen.state.cash_of(self.purse), self.amount)

    def write(self) -> str:
        return f"cash {self.purse} {self.sign} {self.amount}"

    def tell(self, state: State) -> Value:
        amount = measured(self.sign, money(state, self.amount))
        return Message("{holder} has {amount} in cash", holder=self.purse, amount=amount)

    def now(self, seen: Seen) -> Iterator[Message]:
        amount = money(seen.state, seen.state.cash_of(self.purse))
        yield Message("{holder} has {amount} in cash", holder=self.purse, amount=amount)

    def lost(self, state: State) -> Message | None:
        if self.sign != AT_MOST and self.amount > (most := money_in_all(state)):
            return Message("There is {amount} in the whole game.", amount=money(state, most))
        return below_nothing(self.sign, self.amount) or closed(self.purse, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.amount <= 0


def money_in_all(state: State) -> int:
    """All the money of a game, the bank's and everybody's: nobody ever has more."""
    return sum(state.cash.values())
