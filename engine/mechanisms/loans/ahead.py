"""What a condition may name of loans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts import AT_LEAST, AT_MOST, OfCompany, Seen, below_nothing, compare, measured, none
from engine.mechanisms.loans.figures import LoanFigures
from engine.message import Message, Value
from engine.names import Company
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
        if none(self.sign, self.count):
            return Message("{company} has no loan", company=self.company)
        return self._said(measured(self.sign, self.count))

    def now(self, seen: Seen) -> Iterator[Message]:
        count = seen.state.loans_of(self.company)
        yield self._said(count) if count else Message("{company} has no loan", company=self.company)

    def _said(self, count: Value) -> Message:
        return Message("{company} has {count} loans", company=self.company, count=count)

    def lost(self, state: State) -> Message | None:
        most = _most(state, self.company)
        if most is not None and self.sign != AT_MOST and self.count > most:
            return Message("{company} may have {count} loans at most.", company=self.company, count=most)
        return below_nothing(self.sign, self.count) or OfCompany.lost(self, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0


def _most(state: State, company: Company) -> int | None:
    """More loans than a company ever has; None where there is no limit. Who merges others takes theirs over."""
    limit, kinds = (
        state.title.figures(LoanFigures).limit,
        {one: each.kind for one, each in state.title.companies.items()},
    )
    own = limit.get(kinds[company].name)
    if own is None or kinds[company].whole:
        return own
    return max(own, sum(limit.get(kind.name, 0) for kind in kinds.values() if kind.whole))
