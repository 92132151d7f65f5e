"""What a condition may name of loans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts import AT_LEAST, OfCompany, Seen, below_nothing, compare, measured
from engine.message import Message, Value
from engine.state import State


@dataclass(frozen=True, slots=True)
class Owes(OfCompany):
    """How many loans a company has."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"loans": {}}
    count: int
    sign: str = AT_LEAST

    def holds(self, seen: Seen) -> bool:
        return compare(self.sign, seen.state.loans_of(self.company), self.count)

    def write(self) -> str:
        return f"loans {self.company} {self.sign} {self.count}"

    def tell(self, state: State) -> Value:
        return Message("{company} has {count} loans", company=self.company, count=measured(self.sign, self.count))

    def now(self, seen: Seen) -> Iterator[Message]:
        yield Message("{company} has {count} loans", company=self.company, count=seen.state.loans_of(self.company))

    def lost(self, state: State) -> Message | None:
        return below_nothing(self.sign, self.count) or OfCompany.lost(self, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0
