"""What stops an order that passes or buys by itself, because its owner could not have foreseen it.

Each has a name that ``even if`` takes away; ``unless`` adds conditions of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.ahead.deeds import BID, LOSE, PHASE, SELL, START, Deed
from engine.ahead.facts import AnyOf, Condition, Did, Seen, deed_said
from engine.errors import Refused
from engine.game import apply, legal_moves, to_act
from engine.message import Listed, Message, Value
from engine.moves import Buy
from engine.names import NO_COMPANY, Company, Player
from engine.state import State, Turn
from engine.title import Title

SALE, STARTED, TAKEN, NEW_PHASE = "sale", "start", "director", "phase"
STOPS: Mapping[str, Message] = {
    SALE: Message("another player sells shares of a company you hold"),
    STARTED: Message("a company is started"),
    TAKEN: Message("a directorship you hold can be taken"),
    NEW_PHASE: Message("the phase changes"),
}
# Where companies are bid for, whoever passes when one is put up will not have it.
STARTED_OR_UP = Message("a company is started or put up for auction")
# How they are written behind ``even if``.
WRITTEN = {SALE: "someone sells", STARTED: "someone starts", TAKEN: "a directorship", NEW_PHASE: "the phase changes"}


def bid_for(title: Title) -> bool:
    """Whether companies are sold by auction in the stock rounds of a title."""
    return any(spec.kind.whole for spec in title.companies.values())


def in_danger(state: State, player: Player) -> tuple[Company, ...]:
    """Companies whose directorship another player could take in one turn."""
    found = []
    for company, director in state.directors.items():
        kind = state.title.companies[company].kind
        if director != player or not kind.traded:
            continue
        mine = state.held(player, company)
        loose = sum(count for place, count in state.shares[company].items() if place.startswith("("))
        held = {other: state.held(other, company) for other in state.players if other != player}
        near = [other for other, count in held.items() if count + loose > mine]
        if loose and any(held[other] + 1 > mine or _takes(state, other, company) for other in near):
            found.append(company)
    return tuple(found)


def _takes(state: State, other: Player, company: Company) -> bool:
    """Whether a player could take a directorship with all they may buy in a turn; for the money they may sell."""
    if state.cursor.round != "stock" or other not in state.cursor.order:
        return False
    cursor = replace(state.cursor, at=state.cursor.order.index(other), step="")
    here = state.change(cursor=cursor, turn=Turn(), demands=(), facts=replace(state.facts, bidding=None))
    shares = sum(here.held(other, each) * here.price(each) for each in here.directors if each in here.market.cells)
    here = here.change(cash={**here.cash, other: here.cash_of(other) + shares})
    director = state.directors[company]
    while not here.over and not here.demands and to_act(here) == other:
        bought = next((one for one in legal_moves(here) if isinstance(one, Buy) and one.company == company), None)
        if bought is None:
            return False
        try:
            here = apply(here, bought, other, advise=False).state
        except Refused:
            return False
        if here.directors.get(company) != director:
            return True
    return False


def exposed(aware: tuple[Company, ...], even: tuple[str, ...], seen: Seen) -> Message | None:
    """That directorships could be taken already where an order is given: then that does not stop it."""
    known = [one for one in aware if seen.state.directors.get(one) == seen.player]
    if TAKEN in even or not known:
        return None
    return Message(
        "Your directorship of {companies} can be taken already: that alone stops nothing; you are asked once it is "
        "taken.",
        companies=Listed(known, "and"),
    )


def stopped(
    seen: Seen,
    even: tuple[str, ...],
    unless: Condition | None,
    aware: tuple[Company, ...],
    awaited: Company = NO_COMPANY,
) -> Message | None:
    """Why an order must not go on by itself; None if nothing speaks against it, as the start of what it waits for."""
    why = next(_reasons(seen, even, aware, awaited), None)
    if why is None and unless is not None and unless.holds(seen):
        why = next(unless.now(seen), None)
    return why


def _reasons(seen: Seen, even: tuple[str, ...], aware: tuple[Company, ...], awaited: Company) -> Iterator[Message]:
    state, player = seen.state, seen.player
    for one in sorted(seen.deeds):
        if one.deed == PHASE and NEW_PHASE not in even:
            yield Message("phase {phase} has begun", phase=one.what)
        if one.deed == START and one.who != player and one.what != awaited and STARTED not in even:
            yield deed_said(START, one.who, one.what, state)
        if one.deed == SELL and one.who != player and SALE not in even and state.held(player, Company(one.what)):
            yield deed_said(SELL, one.who, one.what, state)
    up = state.facts.bidding.item if state.facts.bidding is not None else ""
    if up in state.title.companies and not (STARTED in even or up in aware or Deed(BID, player, up) in seen.deeds):
        yield from (deed_said(BID, one.who, up, state) for one in sorted(seen.deeds) if one[::2] == (BID, up))
    if TAKEN not in even:
        for one in sorted(seen.deeds):
            if one[:2] == (LOSE, player) and state.directors.get(Company(one.what)) not in (player, None):
                yield Message("your directorship of {company} was taken", company=Company(one.what))
        for company in in_danger(state, player):
            if company not in aware:
                yield Message("your directorship of {company} can be taken", company=company)


def told(even: tuple[str, ...], unless: Condition | None, state: State) -> list[Value]:
    """All that stops an order, in words; what its owner has named is not said twice."""
    named = unless.parts if isinstance(unless, AnyOf) else (unless,)
    both = bid_for(state.title)
    twice = {
        name for name, deed in ((SALE, SELL), (STARTED, START)) if Did(deed) in named and (name == SALE or not both)
    }
    said = {**STOPS, STARTED: STARTED_OR_UP} if both else STOPS
    found: list[Value] = [one for name, one in said.items() if name not in even and name not in twice]
    return found if unless is None else [*found, unless.tell(state)]


def written(even: tuple[str, ...], unless: Condition | None) -> str:
    """The same as it is written behind an order."""
    own = f" unless {unless.write()}" if unless is not None else ""
    if even == tuple(STOPS):
        return f"{own} whatever happens"
    return own + "".join(f" even if {WRITTEN[name]}" for name in even)
