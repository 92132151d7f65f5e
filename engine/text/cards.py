"""Cards: what is printed on everything a player can own, run or lay, made from a title's figures.

What a power does, or a phase brings, is told by the title itself in its words (``[cards]``, by title and symbol).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from engine.board.hexes import Hex
from engine.board.tiles import COLOURS, Stop
from engine.message import Keyed, Listed, Message, Money, Value, word
from engine.names import BANK, Company, Private
from engine.notation.clean import key
from engine.notation.names import COMPANY, PLACE, PRIVATE, register
from engine.notation.scan import words_of
from engine.notation.words import lexicon
from engine.state import State
from engine.title import CompanySpec, OptionSpec, PhaseSpec, PrivateSpec, Title, TrainSpec
from engine.titles import find

# What may be said beside a name: "the 8-train", "hex D2".
SAID_BESIDE = frozenset("train trains phase tile option the a hex city town".split())
KINDS = ("privates", "companies", "trains", "phases", "tiles", "options")


@dataclass(frozen=True)
class Card:
    """What a card says: its heading, facts in a few words each, and what the title tells of it."""

    kind: str
    name: str
    heading: Value
    facts: tuple[Value, ...]
    power: Message

    @property
    def text(self) -> Listed:
        """The card in lines."""
        return Listed(
            (self.heading, Listed(("   ", Listed(self.facts, ";")), " "), Listed(("   ", self.power), " ")), "\n"
        )


def card_kinds() -> tuple[str, ...]:
    """What there are cards for, as players ask for them."""
    return KINDS


def cards(name: str, kind: str, state: State | None = None) -> tuple[Card, ...]:
    """All cards of a kind of a title; with a position, as they stand in it."""
    title = find(name)
    made = {
        "privates": lambda: (_private(title, each, state) for each in title.privates.values()),
        "companies": lambda: (_company(title, each, state) for each in title.companies.values()),
        "trains": lambda: (_train(title, each, state) for each in title.trains.values()),
        "phases": lambda: (_phase(title, each, state) for each in title.phases.values()),
        "tiles": lambda: (_tile(title, number, state) for number in title.plan.tiles),
        "options": lambda: (_option(title, each, state) for each in title.options.values()),
    }
    return tuple(made[kind]())


def find_cards(title: str, name: str, state: State | None = None) -> tuple[Card, ...]:
    """The cards a name can mean: a private, a company, `3-train`, `phase 3`, `tile 57`, an option; of a number all."""
    wanted, known = key(name), lexicon(find(title))
    named = {symbol for _, symbol in register(find(title)).find(wanted, (COMPANY, PRIVATE))}
    # "8er-Zug" is the 8-train.
    parts = [key(part) for part in words_of(wanted, known)]
    parts = [one for part in parts for one in part.split("-")]
    words = [part for part in parts if part not in SAID_BESIDE and not known.means("filler", part)]
    bare = " ".join(words) if words else wanted
    only = next((kind for part in parts for kind in KINDS if part in (kind, kind[:-1])), "")
    found = []
    for card in chain.from_iterable(cards(title, kind, state) for kind in KINDS):
        if card.name in named or (only in ("", card.kind) and key(card.name) in (wanted, bare)):
            found.append(card)
    if not found or _is_place(find(title), bare):
        places = {symbol for _, symbol in register(find(title)).find(bare, (PLACE,))}
        found += (_hex(find(title), Hex(symbol), state) for symbol in sorted(places))
    return tuple(found)


def _is_place(title: Title, name: str) -> bool:
    """Whether a place has this very name, and nothing else: Nikolaev is a railway too."""
    names = register(title)
    return {kind for kind, _ in names.full.get(name, ())} == {PLACE} and not names.aliases.get(name)


def _told(title: Title, name: str) -> Message:
    """What the title itself tells of a card; nothing, where the figures say it all."""
    return Keyed("cards", f"{title.name} {name}", "", "")


def likeness(title: str) -> Message:
    """What a game of the title is like, for whoever has never heard of it; nothing, where it says nothing of itself."""
    return _told(find(title), "about")


def _money(title: Title, amount: int) -> Money:
    return Money(amount, title.currency)


def _place(title: Title, hex_: str) -> str:
    return title.plan.hexes[Hex(hex_)].title


# ---------------------------------------------------------------------- what can be owned


def _private(title: Title, spec: PrivateSpec, state: State | None) -> Card:
    facts = [
        Message("face value {face}, income {income}", face=_money(title, spec.face), income=_money(title, spec.income))
    ]
    if spec.minimum != spec.face:
        facts.append(Message("auctioned from {minimum} on", minimum=_money(title, spec.minimum)))
    if spec.blocks:
        facts.append(Message("closes {hexes} while a player owns it", hexes=Listed(spec.blocks)))
    if spec.bonus:
        places = Listed(dict.fromkeys(_place(title, hex_) for hex_ in spec.bonus_hexes), "or")
        bonus = _money(title, spec.bonus)
        facts.append(
            Message("adds {bonus} to each route of its company that counts {places}", bonus=bonus, places=places)
        )
    if spec.highest:
        low, high = _money(title, spec.lowest), _money(title, spec.highest)
        facts.append(Message("a company may buy it for {low} to {high}", low=low, high=high))
    else:
        facts.append(Message("no company may buy it"))
    if spec.closes:
        facts.append(Message("closes in phase {phase}", phase=spec.closes))
    if state is not None:
        facts.append(_owner(state, spec.symbol))
    return Card("privates", spec.symbol, f"{spec.symbol} {spec.name}", tuple(facts), _told(title, spec.symbol))


def _owner(state: State, private: Private) -> Message:
    owner = state.privates.get(private)
    if owner is None:
        return Message("out of the game")
    return Message("not sold yet") if owner == BANK else Message("owned by {owner}", owner=owner)


def _company(title: Title, spec: CompanySpec, state: State | None) -> Card:
    return Card(
        "companies", spec.symbol, f"{spec.symbol} {spec.name}", tuple(_charter(title, spec, state)),
        _told(title, spec.symbol),
    )  # fmt: skip


def _charter(title: Title, spec: CompanySpec, state: State | None) -> Iterator[Value]:
    called = dict.fromkeys(name for name in (*spec.aliases, spec.site) if name != spec.symbol)
    if called:
        yield Message("also called {names}", names=Listed(called, "or"))
    if spec.kind.whole:
        yield Message("one charter, worth {count} shares", count=spec.kind.whole)
    elif spec.kind.shares:
        percent = spec.kind.percent(spec.director_shares)
        yield Message("{count} shares, the director's certificate {percent} %", count=spec.kind.shares, percent=percent)
    if spec.home:
        yield Message("home {place}", place=_place(title, spec.home))
    if spec.stations:
        yield Message("stations: {count}", count=spec.stations)
    if any(spec.station_prices):
        prices = Listed((_money(title, price) for price in spec.station_prices), ",")
        yield Message("they cost {prices}", prices=prices)
    if spec.neutral:
        yield Message("neutral stations: {count}", count=spec.neutral)
    if spec.from_phase:
        yield Message("starts from phase {phase} on", phase=spec.from_phase)
    if state is not None:
        yield from _standing(state, spec.symbol)


def _standing(state: State, company: Company) -> Iterator[Value]:
    if company in state.gone:
        yield Message("out of the game")
    elif company in state.directors:
        yield Message("directed by {player}", player=state.directors[company])
        if company in state.market:
            yield Message("price {price}", price=_money(state.title, state.price(company)))
    elif state.title.companies[company].kind.directed:
        yield Message("not started")


# ---------------------------------------------------------------------- trains and phases


def _train(title: Title, spec: TrainSpec, state: State | None) -> Card:
    facts: list[Value] = [Message("price {price}", price=_money(title, spec.price))]
    facts.append(_how_many(spec.count, state.depot.count(spec.name) if state is not None else None))
    if spec.reach is None:
        facts.append(Message("counts any number of stops"))
    else:
        facts.append(Message("counts {count} stops at most", count=spec.reach))
    if spec.multiplier > 1:
        facts.append(Message("earns {times} times what they show", times=spec.multiplier))
    if spec.opens:
        facts.append(Message("the first begins phase {phase}", phase=spec.opens))
    if spec.rusts_on:
        facts.append(Message("obsolete with the first {train}-train", train=spec.rusts_on))
    if spec.from_phase:
        facts.append(Message("on sale from phase {phase} on", phase=spec.from_phase))
    if spec.trades:
        facts.append(
            Message(
                "{price} for one of {trains} in exchange",
                price=_money(title, spec.trade_price),
                trains=Listed(spec.trades, ","),
            )
        )
    heading = Message("{train}-train", train=spec.name)
    return Card("trains", spec.name, heading, tuple(facts), _told(title, f"train {spec.name}"))


def _how_many(count: int | None, left: int | None) -> Message:
    if count is None:
        return Message("any number")
    if left is None:
        return Message("{count} in all", count=count)
    return Message("{left} of {count} left", left=left, count=count)


def _phase(title: Title, spec: PhaseSpec, state: State | None) -> Card:
    limits = (
        f"{kind} {most}" if len(spec.limits) > 1 else str(most)
        for kind, most in spec.limits.items()
        if most is not None
    )
    facts: list[Value] = [
        Message("tiles {colours}", colours=Listed((word(colour) for colour in spec.tiles), ",")),
        Message("trains of one company {limits}", limits=Listed(limits, ",")),
        Message("off-board at the value marked {colour}", colour=word(spec.offboard)),
    ]
    if len({phase.rounds for phase in title.phases.values()}) > 1:
        facts.append(Message("operating rounds in a set: {count}", count=spec.rounds))
    if state is not None and state.phase == spec.name:
        facts.append(Message("the present phase"))
    heading = Message("Phase {phase}", phase=spec.name)
    return Card("phases", spec.name, heading, tuple(facts), _told(title, f"phase {spec.name}"))


# ---------------------------------------------------------------------- tiles and options


def _tile(title: Title, number: str, state: State | None) -> Card:
    tile = title.plan.tiles[number]
    facts: list[Value] = [word(tile.colour)]
    if tile.label:
        facts.append(Message("for hexes marked {label}", label=tile.label))
    facts += (_stop(title, stop) for stop in tile.stops)
    facts.append(Message("facing 0 its track reaches the sides {sides}", sides=Listed(map(str, tile.exits), ",")))
    left = state.board.supply(number) if state is not None else None
    facts.append(_how_many(title.plan.counts[number], left))
    return Card("tiles", number, Message("Tile {tile}", tile=number), tuple(facts), _told(title, f"tile {number}"))


def _stop(title: Title, stop: Stop, state: State | None = None) -> Message:
    if not isinstance(stop.revenue, int):
        if state is not None:
            now = stop.value(title.phases[state.phase].offboard)
            return Message("off-board, now worth {value}", value=_money(title, now))
        values = Listed((_money(title, value) for value in dict.fromkeys(stop.revenue.values())), ",")
        return Message("off-board, worth {values} as the phases go on", values=values)
    value = _money(title, stop.value(COLOURS[0]))
    if stop.kind == "offboard":
        return Message("off-board, worth {value}", value=value)
    if stop.kind == "city":
        return Message("a city worth {value}, slots: {count}", count=stop.slots, value=value)
    return Message("a town worth {value}", value=value)


# ---------------------------------------------------------------------- places


def _hex(title: Title, hex_: Hex, state: State | None) -> Card:
    """What lies on a hex and stands there, and what it is worth; without a position, as it is printed."""
    place = title.plan.hexes[hex_]
    face = state.board.face(hex_) if state is not None else place.face
    facts: list[Value] = [Message("tile {tile}", tile=face.number)] if face.number else []
    facts += (_stop(title, stop, state) for stop in face.stops)
    if not face.stops:
        facts.append(Message("neither a city nor a town"))
    if face.label:
        facts.append(Message("marked {label}", label=face.label))
    if place.cost and not face.number:
        facts.append(Message("the first tile costs {price}", price=_money(title, place.cost)))
    phase = place.blocked_until_phase
    if phase and (state is None or not title.since(state.phase, phase)):
        facts.append(Message("closed until phase {phase}", phase=phase))
    if state is not None:
        there = [one for one in state.board.companies() if state.board.station_in(one, hex_) is not None]
        if there:
            facts.append(Message("stations of {companies}", companies=Listed(there, "and")))
    return Card("places", str(hex_), place.title, tuple(facts), _told(title, str(hex_)))


def _option(title: Title, spec: OptionSpec, state: State | None) -> Card:
    facts: list[Value] = [
        Message("usually {value}", value=_said(spec.default)),
        Message("can be {values}", values=Listed(map(_said, spec.values), "or")),
    ]
    if state is not None:
        facts.append(Message("here {value}", value=_said(state.option(spec.name))))
    return Card(
        "options", spec.name, spec.name, tuple(facts), Keyed("cards", f"{title.name} {spec.name}", "", spec.about)
    )


def _said(value: object) -> str:
    """The value of an option as it is written in a mail."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
