"""What a condition may name: a closed list of facts of a position, and of what was done since the order was given.

A fact writes itself in one form, says itself as a clause (``tell``) and says how things stand (``now``). How it is read
is data: the patterns of each language, under the names in ``forms``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from typing import Any, ClassVar, Literal

from engine.ahead.deeds import BID, BUY, PASS, SELL, START, Deed
from engine.board.hexes import Hex
from engine.board.plan import same_kind
from engine.board.tiles import COLOURS
from engine.message import Listed, Message, Value, money, word
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
        return _closed(self.company, state)


# ---------------------------------------------------------------------- facts put together


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


# ---------------------------------------------------------------------- numbers


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


def below_nothing(sign: str, wanted: int) -> Message | None:
    """Why a number that is never negative can't be that small."""
    return Message("That is never less than nothing.") if sign == AT_MOST and wanted < 0 else None


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
            return _closed(self.company, state)
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
        return self._said(measured(self.sign, self.count))

    def now(self, seen: Seen) -> Iterator[Message]:
        yield self._said(seen.state.held(self.holder, self.company))

    def lost(self, state: State) -> Message | None:
        kind, there = state.title.companies[self.company].kind, state.shares.get(self.company, {})
        most = sum(there.values()) or kind.shares
        if self.sign != AT_MOST and self.count > most:
            return Message("{company} has {count} shares in all.", company=self.company, count=most)
        if self.holder.startswith("(") and not kind.traded:
            return Message("{company} is owned whole; it has no shares to buy.", company=self.company)
        return below_nothing(self.sign, self.count) or _closed(self.company, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0

    def _said(self, count: Value) -> Message:
        return Message(
            "{holder} holds {count} shares of {company}",
            holder=place_said(self.holder),
            count=count,
            company=self.company,
        )


@dataclass(frozen=True, slots=True)
class Cash(Condition):
    """The money of a player, or in the treasury of a company."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"cash": {}, "cash-mine": {}}
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
        return below_nothing(self.sign, self.amount) or _closed(self.purse, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.amount <= 0


def money_in_all(state: State) -> int:
    """All the money of a game, the bank's and everybody's: nobody ever has more."""
    return sum(state.cash.values())


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
        return Message(
            "the bank has {count} {train}-trains left", train=self.train, count=measured(self.sign, self.count)
        )

    def now(self, seen: Seen) -> Iterator[Message]:
        if self._endless(seen.state):
            yield Message("the bank has any number of {train}-trains", train=self.train)
            return
        yield Message(
            "the bank has {count} {train}-trains left", train=self.train, count=seen.state.depot.count(self.train)
        )

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
        return Message("{company} has {count} trains", company=self.company, count=measured(self.sign, self.count))

    def now(self, seen: Seen) -> Iterator[Message]:
        count = len(seen.state.trains_of(self.company))
        yield Message("{company} has {count} trains", company=self.company, count=count)

    def lost(self, state: State) -> Message | None:
        phases, kind = list(state.title.phases), state.title.companies[self.company].kind.name
        limits = [state.title.phases[one].limits.get(kind) for one in phases[phases.index(state.phase) :]]
        most = max((one for one in limits if one is not None), default=0)
        if None not in limits and self.sign != AT_MOST and self.count > most:
            return Message("{company} may have {count} trains at most.", company=self.company, count=most)
        return below_nothing(self.sign, self.count) or _closed(self.company, state)

    def stays(self, state: State) -> bool:
        return self.sign == AT_LEAST and self.count <= 0


# ---------------------------------------------------------------------- how things stand


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
        return _closed(self.company, state)


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
            return _closed(self.private, state)
        if self.holder == BANK or (self.holder in state.players and owner != BANK):
            # Whoever has bought it sells it to companies only.
            return Message("{item} is already sold: {holder} has it.", item=self.private, holder=owner)
        if self.holder.startswith("("):
            return Message("{private} belongs to the bank, a player or a company.", private=self.private)
        return _closed(self.holder, state)


@dataclass(frozen=True, slots=True)
class TileOn(Condition):
    """Whether a tile lies on a hex: a certain one, or any."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"tile": {}, "tile-any": {}}
    hex: str
    tile: str = ""

    def holds(self, seen: Seen) -> bool:
        laid = seen.state.board.tiles.get(Hex(self.hex))
        return laid is not None and self.tile in ("", laid[0])

    def write(self) -> str:
        return f"tile {self.tile} on {self.hex}" if self.tile else f"tile on {self.hex}"

    def tell(self, state: State) -> Value:
        return _tile_said(self.hex, self.tile)

    def now(self, seen: Seen) -> Iterator[Message]:
        laid = seen.state.board.tiles.get(Hex(self.hex))
        if laid is None:
            yield Message("no tile lies on {hex}", hex=self.hex)
        else:
            yield _tile_said(self.hex, laid[0])

    def lost(self, state: State) -> Message | None:
        plan, laid = state.title.plan, state.board.tiles.get(Hex(self.hex))
        place = plan.hexes[Hex(self.hex)]
        if not place.buildable:
            return Message("Nothing is laid on {hex}.", hex=self.hex)
        if not self.tile:
            return None
        tile, face = plan.tiles[self.tile], plan.tiles[laid[0]] if laid is not None else place.face
        if not same_kind(place.face, tile) or place.label_for(tile.colour) != tile.label:
            return Message("Tile {tile} does not fit on {hex}.", tile=self.tile, hex=self.hex)
        # Of the first colour a tile may be taken up again; behind the others there is no way back.
        back = face.colour in COLOURS[1:] and COLOURS.index(tile.colour) <= COLOURS.index(face.colour)
        return (
            Message("What lies on {hex} is {colour} already.", hex=self.hex, colour=word(face.colour)) if back else None
        )


def _tile_said(hex_: str, tile: str) -> Message:
    if tile:
        return Message("tile {tile} lies on {hex}", tile=tile, hex=hex_)
    return Message("a tile lies on {hex}", hex=hex_)


@dataclass(frozen=True, slots=True)
class StationIn(OfCompany):
    """Whether a company has a station on a hex."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"station": {}}
    hex: str

    def holds(self, seen: Seen) -> bool:
        return seen.state.board.station_in(self.company, Hex(self.hex)) is not None

    def write(self) -> str:
        return f"{self.company} station in {self.hex}"

    def tell(self, state: State) -> Value:
        return Message("{company} has a station in {hex}", company=self.company, hex=self.hex)

    def now(self, seen: Seen) -> Iterator[Message]:
        if self.holds(seen):
            yield Message("{company} has a station in {hex}", company=self.company, hex=self.hex)
        else:
            yield Message("{company} has no station in {hex}", company=self.company, hex=self.hex)

    def lost(self, state: State) -> Message | None:
        stops = state.title.plan.hexes[Hex(self.hex)].stops
        if not any(stop.slots for stop in stops):
            return Message("No station can be placed in {hex}.", hex=self.hex)
        return _closed(self.company, state)


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
        return _closed(self.item, state)

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


# ---------------------------------------------------------------------- what was done since


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
            return Message("{company} has been started already.", company=self.what)
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
        return _closed(self.what, state)

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


def _closed(item: str, state: State) -> Message | None:
    """Why nothing becomes of a private or a company any more."""
    if item in state.title.privates and Private(item) not in state.privates:
        return Message("{private} is closed.", private=item)
    return Message("{company} is gone.", company=item) if item in state.gone else None


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


# ---------------------------------------------------------------------- names


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


SHELF: tuple[type[Condition], ...] = (
    Price, Holding, Cash, TrainsLeft, TrainsOf, Directs, InPhase, TrainSold, Owns, TileOn, StationIn, ItemSold, Floats,
    Did,
)  # fmt: skip
