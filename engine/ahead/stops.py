"""What stops an order that passes or buys by itself, because its owner could not have foreseen it.

Each has a name that ``even if`` takes away; ``unless`` adds conditions of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.ahead.deeds import BID, PHASE, SELL, START, Deed
from engine.ahead.facts import AnyOf, Condition, Did, Seen, deed_said
from engine.message import Message, Value
from engine.names import NO_COMPANY, Company, Player
from engine.state import State
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
    """Companies whose directorship another player could take with one certificate more."""
    found = []
    for company, director in state.directors.items():
        kind = state.title.companies[company].kind
        if director != player or not kind.traded:
            continue
        mine = state.held(player, company)
        loose = sum(count for place, count in state.shares[company].items() if place.startswith("("))
        if loose and any(state.held(other, company) + 1 > mine for other in state.players if other != player):
            found.append(company)
    return tuple(found)


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
