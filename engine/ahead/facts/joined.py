"""Facts put together: all of them, one of them, the opposite of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from typing import Literal

from engine.ahead.facts.board import TileOn
from engine.ahead.facts.condition import AT_LEAST, AT_MOST, Condition, Seen
from engine.ahead.facts.money import Cash, Holding, Price
from engine.ahead.facts.owners import Directs, Owns
from engine.ahead.facts.trains import InPhase, TrainsLeft, TrainsOf
from engine.message import Listed, Message, Value
from engine.state import State


@dataclass(frozen=True, slots=True)
class All(Condition):
    parts: tuple[Condition, ...]

    def never(self, seen: Seen) -> Message | None:
        gone = next((why for part in self.parts if (why := part.never(seen)) is not None), None)
        return gone or next(_apart(self.parts, seen.state), None)

    def holds(self, seen: Seen) -> bool:
        return all(part.holds(seen) for part in self.parts)

    def stays(self, state: State) -> bool:
        return all(part.stays(state) for part in self.parts)

    def write(self) -> str:
        return " and ".join(f"({p.write()})" if isinstance(p, AnyOf) else p.write() for p in self.parts)

    def tell(self, state: State) -> Value:
        return _together(self.parts, state, "and")

    def now(self, seen: Seen) -> Iterator[Message]:
        for part in self.parts:
            yield from part.now(seen)


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    parts: tuple[Condition, ...]

    def never(self, seen: Seen) -> Message | None:
        found = [part.never(seen) for part in self.parts]
        return found[0] if all(found) else None

    def holds(self, seen: Seen) -> bool:
        return any(part.holds(seen) for part in self.parts)

    def stays(self, state: State) -> bool:
        return all(part.stays(state) for part in self.parts)

    def write(self) -> str:
        return " or ".join(part.write() for part in self.parts)

    def tell(self, state: State) -> Value:
        return _together(self.parts, state, "or")

    def now(self, seen: Seen) -> Iterator[Message]:
        held = [part for part in self.parts if part.holds(seen)]
        for part in held or self.parts:
            yield from part.now(seen)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    part: Condition

    def holds(self, seen: Seen) -> bool:
        return not self.part.holds(seen)

    def never(self, seen: Seen) -> Message | None:
        if not (self.part.holds(seen) and self.part.stays(seen.state)):
            return None
        return Message("That stays as it is: {facts}.", facts=Listed(list(self.part.now(seen)), ";"))

    def write(self) -> str:
        return f"not ({self.part.write()})"

    def tell(self, state: State) -> Value:
        return Message("it is not so that {clause}", clause=self.part.tell(state))

    def now(self, seen: Seen) -> Iterator[Message]:
        yield from self.part.now(seen)


def _apart(parts: tuple[Condition, ...], state: State) -> Iterator[Message]:
    """Parts that leave nothing between them: over 120 and under 110, two directors, a thing and its opposite."""
    for one, other in combinations(parts, 2):
        mine, theirs = _bounds(one, state), _bounds(other, state)
        empty = mine and theirs and mine[0] == theirs[0] and max(mine[1], theirs[1]) > min(mine[2], theirs[2])
        if empty or _single(one, other) or Not(one) == other or Not(other) == one:
            both = Listed([one.tell(state), other.tell(state)], ";")
            yield Message("never both at once: {clauses}.", clauses=both)


def _single(one: Condition, other: Condition) -> bool:
    """Whether both name who or what is somewhere, where there is one alone, and differ."""
    match one, other:
        case Directs(), Directs():
            return one.company == other.company and one.player != other.player
        case Owns(), Owns():
            return one.private == other.private and one.holder != other.holder
        case TileOn(), TileOn():
            return one.hex == other.hex and "" not in (one.tile, other.tile) and one.tile != other.tile
    return False


def _bounds(fact: Condition, state: State) -> tuple[Condition, float, float] | None:
    """What a fact with a number is about, the least that may be, and the most."""
    bare: Condition
    if isinstance(fact, InPhase):
        wanted, bare = list(state.title.phases).index(fact.phase), replace(fact, phase="", sign="")
    elif isinstance(fact, Price | Cash):
        wanted, bare = fact.amount, replace(fact, amount=0, sign="")
    elif isinstance(fact, Holding | TrainsLeft | TrainsOf):
        wanted, bare = fact.count, replace(fact, count=0, sign="")
    else:
        return None
    return bare, -inf if fact.sign == AT_MOST else wanted, inf if fact.sign == AT_LEAST else wanted


def _together(parts: tuple[Condition, ...], state: State, joint: Literal["and", "or"]) -> Value:
    """Clauses joined by a word; where there are others within, they are listed, and held together by brackets."""
    if not any(isinstance(part, All | AnyOf) for part in parts):
        return Listed([part.tell(state) for part in parts], joint)
    told = [
        Message("({clauses})", clauses=part.tell(state)) if isinstance(part, All | AnyOf) else part.tell(state)
        for part in parts
    ]
    if joint == "and":
        return Message("all of this: {clauses}", clauses=Listed(told, ";"))
    return Message("one of these: {clauses}", clauses=Listed(told, ";"))
