"""Trains and the phases that they bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts.condition import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Condition,
    OfCompany,
    Seen,
    below_nothing,
    closed,
    compare,
    measured,
    none,
)
from engine.errors import Refused
from engine.message import Message, Value
from engine.obsolete import refuse_train
from engine.state import State


@dataclass(frozen=True, slots=True)
class TrainsLeft(Condition):
    """How many trains of a kind the bank has left."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"trains-left": {}}
    train: str
    count: int
    sign: str = EXACTLY

    def holds(self, seen: Seen) -> bool:
        if self._endless(seen.state):
            return self.sign == AT_LEAST
        return compare(self.sign, seen.state.depot.count(self.train), self.count)

    def _endless(self, state: State) -> bool:
        """Whether there are as many as anybody wants; they are not in the depot."""
        return state.title.trains[self.train].count is None

    def write(self) -> str:
        return f"{self.train}-trains left {self.sign} {self.count}"

    def tell(self, state: State) -> Value:
        if none(self.sign, self.count):
            return Message("the bank has no {train}-trains left", train=self.train)
        return self._said(measured(self.sign, self.count))

    def _said(self, count: Value) -> Message:
        return Message("the bank has {count} {train}-trains left", train=self.train, count=count)

    def now(self, seen: Seen) -> Iterator[Message]:
        if self._endless(seen.state):
            yield Message("the bank has any number of {train}-trains", train=self.train)
            return
        count = seen.state.depot.count(self.train)
        yield self._said(count) if count else Message("the bank has no {train}-trains left", train=self.train)

    def lost(self, state: State) -> Message | None:
        if self._endless(state):
            return Message("The bank has any number of {train}-trains.", train=self.train)
        count = state.depot.count(self.train)
        if self.sign == AT_MOST or count >= self.count:
            return below_nothing(self.sign, self.count)
        return Message("The bank has {count} {train}-trains left, and gets no more.", count=count, train=self.train)

    def stays(self, state: State) -> bool:
        return self.sign == AT_MOST or (self.sign == EXACTLY and not self.count) or self._endless(state)


@dataclass(frozen=True, slots=True)
class TrainsOf(OfCompany):
    """How many trains a company has."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"trains-of": {}, "trainless": {"count": 0, "sign": EXACTLY}}
    count: int
    sign: str = AT_LEAST

    def holds(self, seen: Seen) -> bool:
        return compare(self.sign, len(seen.state.trains_of(self.company)), self.count)

    def write(self) -> str:
        return f"{self.company} has {self.sign} {self.count} trains"

    def tell(self, state: State) -> Value:
        if none(self.sign, self.count):
            return Message("{company} has no train", company=self.company)
        return self._said(measured(self.sign, self.count))

    def _said(self, count: Value) -> Message:
        return Message("{company} has {count} trains", company=self.company, count=count)

    def now(self, seen: Seen) -> Iterator[Message]:
        count = len(seen.state.trains_of(self.company))
        yield self._said(count) if count else Message("{company} has no train", company=self.company)

    def lost(self, state: State) -> Message | None:
        phases, kind = list(state.title.phases), state.title.companies[self.company].kind.name
        limits = [state.title.phases[one].limits.get(kind) for one in phases[phases.index(state.phase) :]]
        most = max((one for one in limits if one is not None), default=0)
        if None not in limits and self.sign != AT_MOST and self.count > most:
            return Message("{company} may have {count} trains at most.", company=self.company, count=most)
        return below_nothing(self.sign, self.count) or closed(self.company, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0


@dataclass(frozen=True, slots=True)
class HasTrain(OfCompany):
    """Whether a company has a train of a kind, however many."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"has-train": {}, "lacks-train": {"has": False}}
    train: str
    has: bool = True

    def holds(self, seen: Seen) -> bool:
        return (self.train in seen.state.trains_of(self.company)) == self.has

    def write(self) -> str:
        return f"{self.company} has {'' if self.has else 'no '}{self.train}-train"

    def tell(self, state: State) -> Value:
        return self._said(self.has)

    def _said(self, has: bool) -> Message:
        if has:
            return Message("{company} has {train:a}-train", company=self.company, train=self.train)
        return Message("{company} has no {train}-train", company=self.company, train=self.train)

    def now(self, seen: Seen) -> Iterator[Message]:
        yield self._said(self.train in seen.state.trains_of(self.company))

    def lost(self, state: State) -> Message | None:
        if self.has:
            try:
                refuse_train(state, self.train)
            except Refused as refused:
                return refused.message
        return closed(self.company, state)


@dataclass(frozen=True, slots=True)
class TrainSold(Condition):
    """Whether the bank has sold the first train of a kind."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"train-sold": {}}
    train: str

    def holds(self, seen: Seen) -> bool:
        state, spec = seen.state, seen.state.title.trains[self.train]
        if spec.count is not None:
            return state.depot.count(self.train) < spec.count
        return any(self.train in owned for owned in state.trains.values())

    def write(self) -> str:
        return f"{self.train}-train sold"

    def tell(self, state: State) -> Value:
        return Message("{train:a}-train is sold", train=self.train)

    def now(self, seen: Seen) -> Iterator[Message]:
        if self.holds(seen):
            yield Message("{train:a}-train is sold", train=self.train)
        else:
            yield Message("no {train}-train is sold yet", train=self.train)

    def stays(self, state: State) -> bool:
        return state.title.trains[self.train].count is not None


@dataclass(frozen=True, slots=True)
class InPhase(Condition):
    """Which phase it is."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"phase": {}}
    phase: str
    sign: str = AT_LEAST

    def holds(self, seen: Seen) -> bool:
        order = list(seen.state.title.phases)
        return compare(self.sign, order.index(seen.state.phase), order.index(self.phase))

    def write(self) -> str:
        return f"phase {self.sign} {self.phase}"

    def tell(self, state: State) -> Value:
        if self.sign == EXACTLY:
            return Message("it is phase {phase}", phase=self.phase)
        if self.sign == AT_LEAST:
            return Message("phase {phase} has begun", phase=self.phase)
        return Message("it is phase {phase} or an earlier one", phase=self.phase)

    def now(self, seen: Seen) -> Iterator[Message]:
        yield Message("it is phase {phase}", phase=seen.state.phase)

    def lost(self, state: State) -> Message | None:
        order = list(state.title.phases)
        past = order.index(state.phase) > order.index(self.phase)
        return Message("It is phase {phase} already.", phase=state.phase) if past else None

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST
