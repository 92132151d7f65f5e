"""What every order on file is, and what may follow from one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.claims import Claim
from engine.ahead.deeds import Deed
from engine.ahead.facts import Seen
from engine.message import Message
from engine.moves import Move
from engine.names import Company, Player
from engine.state import State
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Go:
    """These moves are made now. ``left`` is what stays on file; nothing: the order is used up. ``second``: they are
    what was to be done if the first could not be."""

    moves: tuple[Move, ...]
    because: Message
    left: Standing | None
    second: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing follows from the order now."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The order does not go on by itself: its owner is asked."""

    because: Message


@dataclass(frozen=True, slots=True)
class Finished:
    """The order has nothing more to say in this game."""

    because: Message


Verdict = Go | Wait | Stop | Finished
WAIT = Wait()


@dataclass(frozen=True, slots=True)
class Standing(ABC):
    """An order on file."""

    version: ClassVar[int] = 1
    # The patterns it begins with and those of what may follow, each with what is settled by having read it so.
    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    clauses: ClassVar[tuple[str, ...]] = ()
    # The lower, the sooner it is heard.
    rank: ClassVar[int] = 5
    # Whether its owner knows when it ends: with the round it was given for.
    for_a_while: ClassVar[bool] = False

    @abstractmethod
    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same order."""

    @abstractmethod
    def tell(self, state: State) -> Message:
        """What it will do, in plain words."""

    def settled(self, state: State, player: Player) -> Standing:
        """The order as it is kept, bound to the position in which it is given. Raises Refused."""
        return self

    def over(self, seen: Seen) -> Message | None:
        """Why it has nothing more to say, whoever is to decide; None while it may."""
        return None

    def remembers(self, before: frozenset[Deed], now: frozenset[Deed]) -> frozenset[Deed]:
        """What bears on it of all that was done since it was given, after one move more."""
        return before | now

    def already(self, seen: Seen) -> Message | None:
        """What its owner should know where it is given: that what it waits for is so already."""
        return None

    def judge(self, seen: Seen) -> Verdict:
        """What follows where its owner must decide."""
        return WAIT

    def answer(self, seen: Seen, move: Move, company: Company, by: Player) -> Message | None:
        """Why it agrees to what another player offers to order for a company; None if it does not."""
        return None

    def refuses(self, by: Player, *, by_name: bool = False) -> bool:
        """Whether it refuses whatever this player offers, as it does anybody's or theirs by name."""
        return False

    def hearing(self) -> int:
        """Its rank among the orders of its owner."""
        return self.rank

    def claims(self, title: Title) -> Iterator[Claim]:
        """The decisions it speaks for."""
        return iter(())
