"""What is said of an event, once for all languages: a key of its owner's catalogue, and the values its words need.

Most events are told by their name and their fields. Those that need more have an entry in the module ``tellings`` of
the package that defines them: a title's or a mechanism's own stand beside its own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.board.hexes import Hex
from engine.catalogue import english, owners
from engine.events import Event
from engine.market import Cell
from engine.message import Keyed, Message, Speaker, Value, money
from engine.names import BANK, IPO, POOL, TREASURY
from engine.questions import KINDS
from engine.state import Cursor, State

# Rounds by the short names players have for them: AUC, SR3, OR3.1.
_SHORT = re.compile(rf"({'|'.join(KINDS)})(\d*)(?:\.(\d+))?")
PLACES = {BANK: "bank", IPO: "ipo", POOL: "pool", TREASURY: "treasury"}
Told = tuple[str, Mapping[str, Value]]
Telling = Callable[[Any, "Voice"], Told]


@dataclass(frozen=True)
class Voice:
    """How prices and places are named; with the position before the event they are named in full."""

    state: State | None = None
    owner: str = "engine"

    def part(self, key: str, /, **values: Value) -> Message:
        """A piece of a sentence, from the same catalogue."""
        return Keyed("sentences", key, self.owner, **values)

    def price(self, cell: Cell) -> Value:
        """The price in a cell of the market."""
        if self.state is None:
            return self.part("cell", row=cell[0] + 1, column=cell[1] + 1)
        return money(self.state, self.state.market.grid.price(cell))

    def place(self, hex_: str) -> str:
        return self.state.title.plan.hexes[Hex(hex_)].title if self.state else hex_

    def city(self, hex_: str, city: int) -> Value:
        """The place, with the city's number where there are several."""
        several = self.state is not None and len(self.state.board.face(Hex(hex_)).stops) > 1
        return self.part("city", place=self.place(hex_), city=city + 1) if several else self.place(hex_)

    def cost(self, amount: int) -> Value:
        """What was paid for it, if anything."""
        return self.part("cost", amount=amount) if amount else ""

    def payments(self, payments: tuple[tuple[str, int], ...]) -> Value:
        return tuple(self.part("payment", who=where(who), amount=amount) for who, amount in payments)


def where(holder: str) -> Value:
    """A player, a company or a place as sentences name it."""
    return Keyed("where", PLACES[holder]) if holder in PLACES else holder


def source(holder: str) -> Message:
    """Where something bought comes from."""
    return Keyed("from", PLACES.get(holder, "other"), holder=holder)


def why(reason: str) -> Message:
    """A reason the rules give."""
    if reason.startswith("phase "):
        return Keyed("why", "phase", phase=reason.removeprefix("phase "))
    return Keyed("why", reason, "", reason)


def round_name(name: str, number: int, sub: int) -> Message:
    """``Operating round 3.1``."""
    called = Keyed("rounds", name, "", name.capitalize())
    if name == "auction" or not number:
        return called
    return Keyed("rounds", "numbered", round=called, number=f"{number}.{sub}" if sub else str(number))


def round_of(cursor: Cursor) -> Message:
    return round_name(cursor.round, cursor.number, cursor.sub)


def round_named(short: str) -> Message | None:
    """A round by its short name, as a message: OR3.1 is operating round 3.1. None if it is no round's."""
    found = _SHORT.fullmatch(short)
    return None if found is None else round_name(KINDS[found[1]], int(found[2] or 0), int(found[3] or 0))


def tell(event: Event, state: State | None = None) -> Message | None:
    """What happened, as a message; None for events that only move the cursor."""
    if event.silent:
        return None
    kind = type(event)
    owner, telling = _owned(kind.__module__, kind.__name__)
    key, values = telling(event, Voice(state, owner)) if telling else (kind.__name__, _fields(event))
    return Keyed("sentences", key, owner, **values)


def sentence(event: Event, state: State | None = None) -> str:
    """What happened, in one English sentence; nothing for events that only move the cursor."""
    told = tell(event, state)
    return "" if told is None else Speaker(english(), state.title.currency if state else "").say(told)


def _fields(event: Event) -> dict[str, Value]:
    return {name: getattr(event, name) for name in event.__dataclass_fields__}


@cache
def _owned(module: str, kind: str) -> tuple[str, Telling | None]:
    """Whose words tell such an event, and its telling if it has one: those of the nearest package that has some."""
    found: Telling | None = None
    package = module.rpartition(".")[0]
    owner = package
    while owner not in owners() and "." in owner:
        owner = owner.rpartition(".")[0]
    while package:
        name = f"{package}.tellings"
        if find_spec(name) is not None:
            tellings: Mapping[type[Event], Telling] = import_module(name).TELLINGS
            found = next((telling for each, telling in tellings.items() if each.__name__ == kind), None)
        if found or "." not in package:
            break
        package = package.rpartition(".")[0]
    return owner if owner in owners() else "engine", found
