"""What others have done since the order was given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.deeds import BID, BUY, PASS, SELL, START, Deed
from engine.ahead.facts.condition import ANYBODY, Condition, Seen, closed
from engine.ahead.facts.joined import All, AnyOf, Not
from engine.message import Message, Value
from engine.names import BANK, Company, Player, Private
from engine.state import State


@dataclass(frozen=True, slots=True)
class Did(Condition):
    """What somebody else has done since the order was given; without a thing, whatever it was about."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "did-sell": {"deed": SELL},
        "did-buy": {"deed": BUY},
        "did-start": {"deed": START},
        "did-bid": {"deed": BID},
        "did-pass": {"deed": PASS},
    }
    deed: str
    who: Player = ANYBODY
    what: str = ""

    def holds(self, seen: Seen) -> bool:
        return bool(self._found(seen))

    def _found(self, seen: Seen) -> list[Deed]:
        return sorted(one for one in seen.deeds if self.about(one) and (self.who or one.who != seen.player))

    def about(self, one: Deed) -> bool:
        """Whether something that was done is of the kind it names, whoever gave the order."""
        return one.deed == self.deed and self.who in (ANYBODY, one.who) and self.what in ("", one.what)

    def write(self) -> str:
        verb = {SELL: "sells", BUY: "buys", START: "starts", BID: "bids", PASS: "passes"}[self.deed]
        return " ".join(filter(None, (self.who or "someone", verb, self.what)))

    def tell(self, state: State) -> Value:
        return deed_said(self.deed, self.who or Message("somebody else"), self.what, state)

    def now(self, seen: Seen) -> Iterator[Message]:
        found = self._found(seen)
        if found:
            yield deed_said(self.deed, found[0].who, found[0].what, seen.state)
        else:
            yield Message("nothing of the kind has happened since you gave the order")

    def lost(self, state: State) -> Message | None:
        if self.deed == START and self.what in state.started:
            return Message("{company} exists already: nobody starts it any more.", company=self.what)
        company, private = state.title.companies.get(Company(self.what)), Private(self.what)
        if company is not None and self.deed in (BUY, SELL) and not company.kind.traded:
            return Message("{company} is owned whole; it has no shares to buy.", company=self.what)
        if company is not None and self.deed == BID and not company.kind.whole:
            return Message("{company} is not put up for auction.", company=self.what)
        if private in state.title.privates and self.deed in (SELL, START):
            return Message("{private} has no shares.", private=private)
        owner = state.privates.get(private, BANK)
        if owner == BANK and company is not None and self.deed == BID:
            owner = state.directors.get(Company(self.what), BANK)
        if owner != BANK and self.deed in (BUY, BID):
            return Message("{item} is already sold: {holder} has it.", item=self.what, holder=owner)
        return closed(self.what, state)

    def stays(self, state: State) -> bool:
        return True


def done(condition: Condition) -> Iterator[Did]:
    """All that a condition says of what others do."""
    match condition:
        case Did():
            yield condition
        case All() | AnyOf():
            for part in condition.parts:
                yield from done(part)
        case Not():
            yield from done(condition.part)


def deed_said(deed: str, who: Value, what: str, state: State) -> Message:
    """Somebody does something, as a clause."""
    if deed == SELL:
        return (
            Message("{who} sells shares of {what}", who=who, what=what)
            if what
            else Message("{who} sells shares", who=who)
        )
    if deed == BUY and what in state.title.privates:
        return Message("{who} buys {what}", who=who, what=what)
    if deed == BUY:
        return (
            Message("{who} buys shares of {what}", who=who, what=what)
            if what
            else Message("{who} buys shares", who=who)
        )
    if deed == START:
        return (
            Message("{who} starts {what}", who=who, what=what) if what else Message("{who} starts a company", who=who)
        )
    if deed == BID:
        return Message("{who} bids for {what}", who=who, what=what) if what else Message("{who} bids", who=who)
    return Message("{who} passes", who=who)
