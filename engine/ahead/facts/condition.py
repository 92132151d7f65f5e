"""What every condition is, and the words that all of them use: numbers with a sign, and who holds something."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.deeds import Deed
from engine.message import Message, Value
from engine.names import BANK, POOL, TREASURY, Company, Holder, Player, Private
from engine.state import State

AT_LEAST, AT_MOST, EXACTLY = ">=", "<=", "="
# Somebody else, whoever it is.
ANYBODY = Player("")


@dataclass(frozen=True, slots=True)
class Seen:
    """What an order is judged by: the position, what was done since it was given, and whose it is."""

    state: State
    deeds: frozenset[Deed]
    player: Player


@dataclass(frozen=True, slots=True)
class Condition(ABC):
    """Something that holds in a position or does not."""

    version: ClassVar[int] = 1
    # The patterns it is read by, each with what is settled by having read it so.
    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    @abstractmethod
    def holds(self, seen: Seen) -> bool:
        """Whether it is so."""

    @abstractmethod
    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same condition."""

    @abstractmethod
    def tell(self, state: State) -> Value:
        """The condition as a clause, in plain words."""

    @abstractmethod
    def now(self, seen: Seen) -> Iterator[Message]:
        """How things stand that it is about."""

    def never(self, seen: Seen) -> Message | None:
        """Why it can't come true any more; None while it is true or may be."""
        return None if self.holds(seen) else self.lost(seen.state)

    def lost(self, state: State) -> Message | None:
        """Why what does not hold now never will: that which it is about is gone, or there never was such a thing."""
        return None

    def stays(self, state: State) -> bool:
        """Whether what holds now always will: its opposite is lost."""
        return False


@dataclass(frozen=True, slots=True)
class OfCompany(Condition):
    """A fact about one company, which is gone with it."""

    company: Company

    def lost(self, state: State) -> Message | None:
        return closed(self.company, state)


def compare(sign: str, found: int, wanted: int) -> bool:
    return found >= wanted if sign == AT_LEAST else found <= wanted if sign == AT_MOST else found == wanted


def measured(sign: str, amount: Value) -> Message:
    """A number with its sign, in words."""
    if sign == AT_LEAST:
        return Message("{amount} or more", amount=amount)
    if sign == AT_MOST and isinstance(amount, int):
        return Message("{count} or fewer", count=amount)
    if sign == AT_MOST:
        return Message("{amount} or less", amount=amount)
    return Message("exactly {amount}", amount=amount)


def none(sign: str, wanted: int) -> bool:
    """Whether a number that is never negative is to be nought: nobody says that somebody has exactly 0 of a thing."""
    return wanted == 0 and sign != AT_LEAST


def below_nothing(sign: str, wanted: int) -> Message | None:
    """Why a number that is never negative can't be that small."""
    return Message("That is never less than nothing.") if sign == AT_MOST and wanted < 0 else None


def closed(item: str, state: State) -> Message | None:
    """Why nothing becomes of a private or a company any more."""
    if item in state.title.privates and Private(item) not in state.privates:
        return Message("{private} is closed.", private=item)
    return Message("{company} is gone.", company=item) if item in state.gone else None


def said_of(holder: Holder) -> str:
    """A holder as conditions are written."""
    return holder.strip("()")


def place_said(holder: Holder) -> Value:
    """A holder in words."""
    if holder == POOL:
        return Message("the pool")
    if holder == TREASURY:
        return Message("the treasury")
    if holder == BANK:
        return Message("the bank")
    return Message("the initial offer") if holder.startswith("(") else holder
