"""Whose a company or a private is, and whether it is anybody's yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts.condition import ANYBODY, Condition, OfCompany, Seen, closed, place_said, said_of
from engine.message import Message, Value
from engine.names import BANK, Company, Holder, Player, Private
from engine.state import State


@dataclass(frozen=True, slots=True)
class Directs(OfCompany):
    """Who decides for a company."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"director": {}, "director-mine": {}}
    player: Player = ANYBODY

    def holds(self, seen: Seen) -> bool:
        return seen.state.directors.get(self.company) == self.player

    def write(self) -> str:
        return f"director {self.company} = {self.player}"

    def tell(self, state: State) -> Value:
        return Message("{player} is director of {company}", player=self.player, company=self.company)

    def now(self, seen: Seen) -> Iterator[Message]:
        who = seen.state.directors.get(self.company)
        if who is None:
            yield Message("{company} has no director", company=self.company)
        else:
            yield Message("{player} is director of {company}", player=who, company=self.company)

    def lost(self, state: State) -> Message | None:
        if not state.title.companies[self.company].kind.directed:
            return Message("Nobody directs {company}.", company=self.company)
        return closed(self.company, state)


@dataclass(frozen=True, slots=True)
class Owns(Condition):
    """Who owns a private."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"owner": {}}
    private: Private
    holder: Holder

    def holds(self, seen: Seen) -> bool:
        return seen.state.privates.get(self.private) == self.holder

    def write(self) -> str:
        return f"owner {self.private} = {said_of(self.holder)}"

    def tell(self, state: State) -> Value:
        return Message("{private} belongs to {holder}", holder=place_said(self.holder), private=self.private)

    def now(self, seen: Seen) -> Iterator[Message]:
        holder = seen.state.privates.get(self.private)
        if holder is None:
            yield Message("{private} is closed", private=self.private)
        else:
            yield Message("{private} belongs to {holder}", holder=place_said(holder), private=self.private)

    def lost(self, state: State) -> Message | None:
        owner = state.privates.get(self.private)
        if owner is None:
            return closed(self.private, state)
        if self.holder == BANK or (self.holder in state.players and owner != BANK):
            # Whoever has bought it sells it to companies only.
            return Message("{item} is already sold: {holder} has it.", item=self.private, holder=owner)
        if self.holder.startswith("("):
            return Message("{private} belongs to the bank, a player or a company.", private=self.private)
        return closed(self.holder, state)


@dataclass(frozen=True, slots=True)
class ItemSold(Condition):
    """Whether what is put up for auction has an owner."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"sold": {}}
    item: str

    def holds(self, seen: Seen) -> bool:
        return self._owner(seen.state) is not None

    def write(self) -> str:
        return f"{self.item} is sold"

    def tell(self, state: State) -> Value:
        return Message("{item} is sold", item=self.item)

    def now(self, seen: Seen) -> Iterator[Message]:
        owner = self._owner(seen.state)
        if owner is None:
            yield Message("{item} is not sold", item=self.item)
        else:
            yield Message("{item} is sold to {holder}", item=self.item, holder=owner)

    def lost(self, state: State) -> Message | None:
        return closed(self.item, state)

    def _owner(self, state: State) -> str | None:
        holder = state.privates.get(Private(self.item))
        return holder if holder not in (None, BANK) else state.directors.get(Company(self.item))


@dataclass(frozen=True, slots=True)
class Floats(OfCompany):
    """Whether a company has floated."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"floats": {}}

    def holds(self, seen: Seen) -> bool:
        return self.company in seen.state.floated

    def write(self) -> str:
        return f"{self.company} floats"

    def tell(self, state: State) -> Value:
        return Message("{company} has floated", company=self.company)

    def now(self, seen: Seen) -> Iterator[Message]:
        if self.holds(seen):
            yield Message("{company} has floated", company=self.company)
        else:
            yield Message("{company} has not floated", company=self.company)

    def stays(self, state: State) -> bool:
        return True
