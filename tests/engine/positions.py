"""Builds a position to try one rule in, and plays or refuses orders in it.

A position starts from a real opening; what a test names is put in its place, and the bank holds the rest of the money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.board.board import Board
from engine.board.hexes import Hex
from engine.errors import Illegal, Refused
from engine.events import Event, RoundBegan
from engine.game import Book, apply, draws, evolve, open_step, replay, settle, start, to_act
from engine.market import Cell
from engine.names import BANK, IPO, Company, Player, Private
from engine.notation import parse_order
from engine.state import Bidding, Cursor, Demand, RoundFacts, State, Turn

P1, P2, P3, P4, P5, P6 = (Player(f"P{n}") for n in range(1, 7))
TABLE = (P1, P2, P3, P4, P5, P6)


@dataclass(frozen=True)
class Firm:
    """A company in play: who holds it, where its marker lies, what it owns."""

    symbol: str
    # The holders' shares in tenths, the director first; a player alone owns a minor, or a director's certificate.
    held: str | Mapping[str, int]
    at: str | int | None = None  # a cell "row,column", or a price (the first cell that shows it)
    cash: int = 0
    trains: str = ""  # "2 2 3"
    stations: str | None = None  # "H8:1 K7"; None: its home, if it has one
    loans: int = 0
    operated: bool = True
    par: int | None = None
    rest: str = "(treasury)"  # where the shares nobody holds lie


def opening(
    title: str = "1861",
    players: int = 4,
    drawn: Mapping[str, str] | None = None,
    seats: Iterable[str] = (),
    **options: Any,
) -> State:
    """The first decision of a new game; what chance decides is the first of its outcomes unless named."""
    table = tuple(Player(name) for name in seats) or TABLE[:players]
    wanted = draws(title, table, options)
    chosen = {name: (drawn or {}).get(name, outcomes[0]) for name, outcomes in wanted.items()}
    return replay(start(title, table, chosen, options))


def position(
    title: str = "1861",
    players: int = 4,
    *firms: Firm,
    options: Mapping[str, Any] | None = None,
    seats: Iterable[str] = (),
    drawn: Mapping[str, str] | None = None,
    phase: str = "",
    depot: str | None = None,
    pool: str = "",  # trains in the pool
    cash: Mapping[str, int] | None = None,
    bank: int | None = None,  # otherwise what the others leave of the whole
    privates: Mapping[str, str] | None = None,
    tiles: Mapping[str, str] | None = None,  # {"H10": "3/0"}; laid in this order
    gone: str = "",  # companies that have left the game
    stations: Mapping[str, str] | None = None,  # of companies that are no firm here: {"RSR": "E1:1"}
    trains: Mapping[str, str] | None = None,  # likewise
    loans: Mapping[str, int] | None = None,  # likewise
    on_turn: str = "",
    round: str = "",
    number: int = 1,
    sub: int = 1,
    step: str = "",
    turn: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
    demands: tuple[Demand, ...] = (),
    **fields: Any,
) -> State:
    """A position in which exactly what is named differs from the opening."""
    state = opening(title, players, drawn, seats, **dict(options or {}))
    if phase:
        state = state.change(phase=phase, depot=depot_in(state, phase))
    if depot is not None:
        state = state.change(depot=tuple(depot.split()))
    state = state.change(demands=demands, facts=RoundFacts(), turn=Turn())
    owned = dict(privates or {})
    state = state.change(privates={p: owned.get(p, BANK) for p in state.privates})
    board = _with_tiles(state.board, tiles or {})
    state = state.change(board=board)
    for firm in firms:
        state = _add(state, firm)
    state = _with_stations(state, stations or {})
    held = {**state.trains, **{c: tuple(t.split()) for c, t in (trains or {}).items()}}
    if pool:
        held["(pool)"] = tuple(pool.split())
    state = state.change(
        trains=held,
        loans={**state.loans, **{Company(c): n for c, n in (loans or {}).items()}},
        gone=tuple(Company(c) for c in gone.split()),
        shares={c: s for c, s in state.shares.items() if c not in gone.split()},
    )
    purses = {**state.cash, **(cash or {})}
    purses[BANK] = bank if bank is not None else state.title.bank - sum(n for h, n in purses.items() if h != BANK)
    state = state.change(cash=purses, **fields)
    return _at(state, round, on_turn, number, sub, step, turn or {}, facts or {})


def depot_in(state: State, phase: str) -> tuple[str, ...]:
    """The new trains left when a phase has just begun: none of earlier ones, and one sold of its own."""
    opener = {spec.opens: spec.name for spec in state.title.trains.values() if spec.opens}
    kinds = list(state.title.trains)
    if phase not in opener:
        return state.depot
    first = kinds.index(opener[phase])
    left = [t for t in state.depot if kinds.index(t) >= first]
    if opener[phase] in left:
        left.remove(opener[phase])
    return tuple(left)


def _with_tiles(board: Board, tiles: Mapping[str, str]) -> Board:
    for hex_, tile in tiles.items():
        for each in tile.split():
            number, _, facing = each.rpartition("/")
            board = board.lay(Hex(hex_), number, int(facing))
    return board


def _add(state: State, firm: Firm) -> State:
    company = Company(firm.symbol)
    spec = state.title.companies[company]
    holders = {firm.held: 10 if spec.kind.whole else 2} if isinstance(firm.held, str) else dict(firm.held)
    rest = 10 - sum(holders.values())
    if rest:
        holders[firm.rest] = holders.get(firm.rest, 0) + rest
    shares = {**state.shares, company: {h: n for h, n in holders.items() if n}}
    cell = cell_of(state, firm.at) if firm.at is not None else None
    director = next((h for h in holders if h in state.players), None)
    state = state.change(
        shares=shares,
        directors={**state.directors, **({company: director} if director else {})},
        cash={**state.cash, company: firm.cash},
        trains={**state.trains, company: tuple(firm.trains.split())},
        loans={**state.loans, company: firm.loans} if firm.loans else state.loans,
        operated=state.operated | {company} if firm.operated else state.operated,
        floated=state.floated | {company},
        started=(*state.started, company),
        stations_left={**state.stations_left, company: spec.stations},
        neutrals_left={**state.neutrals_left, company: spec.neutral} if spec.neutral else state.neutrals_left,
    )
    if cell is not None:
        par = firm.par or state.market.grid.price(cell)
        state = state.change(market=state.market.put(company, cell), par={**state.par, company: par})
    if firm.stations is not None:
        return _with_stations(state, {firm.symbol: firm.stations})
    return _with_stations(state, {firm.symbol: f"{spec.home}:{_home_stop(state, firm.symbol)}"}) if spec.home else state


def _home_stop(state: State, symbol: str) -> int:
    """The city in which a company's slot is kept, wherever tiles laid since have brought it."""
    for (_, stop), kept in state.board.reservations().items():
        if symbol in kept and stop is not None:
            return stop
    return state.title.companies[Company(symbol)].home_stop


def _with_stations(state: State, stations: Mapping[str, str]) -> State:
    for symbol, places in stations.items():
        company = Company(symbol)
        for place in places.split():
            hex_, _, stop = place.partition(":")
            left = {**state.stations_left, company: state.stations_left.get(company, 0) - 1}
            state = state.change(board=state.board.place(symbol, Hex(hex_), int(stop or 0)), stations_left=left)
    return state


def cell_of(state: State, at: str | int) -> Cell:
    """A cell named "row,column", or the first one from the top left that shows a price."""
    if isinstance(at, str):
        row, _, column = at.partition(",")
        return (int(row), int(column))
    return next(cell for cell, price in sorted(state.market.grid.prices.items()) if price == at)


def _at(
    state: State,
    round_: str,
    on_turn: str,
    number: int,
    sub: int,
    step: str,
    turn: Mapping[str, Any],
    facts: Mapping[str, Any],
) -> State:
    """Puts the cursor where the test wants it."""
    if not round_:
        return state.change(turn=replace(state.turn, **turn), facts=replace(state.facts, **facts))
    machine = state.title.rounds[round_]
    if round_ == "operating":
        order: tuple[str, ...] = tuple(machine.order(state))
        at = order.index(on_turn)
        turn = {"loans": state.loans_of(Company(on_turn)), **turn}
    elif round_ == "merger":
        order = tuple(c for c in by_market(state) if state.title.companies[c].kind.whole)
        at = order.index(on_turn)
    else:
        order, at, sub = state.clockwise(Player(on_turn)), 0, 0
    cursor = Cursor(round_, number, sub, order, at, step)
    return state.change(cursor=cursor, turn=replace(Turn(), **turn), facts=replace(RoundFacts(), **facts))


def by_market(state: State) -> list[Company]:
    return sorted(state.market.cells, key=state.market.rank)


# ---------------------------------------------------------------------- playing


def events_of(
    state: State, order: str, by: str | None = None, agreed: Iterable[str] | None = None
) -> tuple[Event, ...]:
    """What one order brings about; everybody agrees unless the test says who does."""
    mover = Player(by) if by is not None else to_act(state)
    assert mover is not None, "nobody is to act"
    consenting = state.players if agreed is None else tuple(Player(name) for name in agreed)
    return apply(state, parse_order(state, order), mover, consenting).events


def play(state: State, *orders: str, by: str | None = None, agreed: Iterable[str] | None = None) -> State:
    """The position after some orders, each given by whoever must decide (or by the player named)."""
    for order in orders:
        state = evolve(state, events_of(state, order, by, agreed))
        books(state)
    return state


def play_until(round_: str, state: State, *orders: str) -> State:
    """The position when a round begins, before anything happens in it by itself; the last order brings it about."""
    *before, last = orders
    state = play(state, *before)
    for event in events_of(state, last):
        state = evolve(state, (event,))
        if isinstance(event, RoundBegan) and event.cursor.round == round_:
            return state
    raise AssertionError(f"no {round_} round began")


def refused(state: State, order: str, by: str | None = None, agreed: Iterable[str] | None = None) -> Refused:
    """Why an order is not taken. Whatever is proposed instead must work."""
    with pytest.raises(Refused) as caught:
        events_of(state, order, by, agreed)
    for better in caught.value.instead:
        events_of(state, better)
    assert caught.value.why.endswith((".", "?")), caught.value.why
    return caught.value


def forbidden(state: State, order: str) -> Illegal:
    """Why the open step forbids a move, even where it offers nothing and is therefore left out."""
    with pytest.raises(Illegal) as caught:
        open_step(state).check(state, parse_order(state, order))
    return caught.value


def go_on(state: State) -> State:
    """The position when the open step is over and everything has happened that needs nobody's decision."""
    book = Book(state)
    state.title.rounds[state.cursor.round].next(book)
    settle(book)
    books(book.state)
    return book.state


def books(state: State) -> None:
    """Money is neither made nor lost, nobody owes but the bank, and every company has ten shares."""
    assert sum(state.cash.values()) == state.title.bank, dict(state.cash)
    assert all(amount >= 0 for holder, amount in state.cash.items() if holder != BANK), dict(state.cash)
    for company, held in state.shares.items():
        assert sum(held.values()) == 10, (company, dict(held))


def owner(state: State, private: str) -> str:
    return state.privates[Private(private)]


def cell(state: State, company: str) -> str:
    """Where a marker lies, as "row,column"."""
    row, column = state.market.cells[Company(company)]
    return f"{row},{column}"


def stations(state: State, company: str) -> list[str]:
    """Where a company's stations stand, as hex:city."""
    return [f"{hex_}:{stop}" for hex_, stop in state.board.stations(company)]


def bidding(item: str, minimum: int, high: int = 0, leader: str = "", out: str = "") -> Bidding:
    return Bidding(item, minimum, high, Player(leader), tuple(Player(p) for p in out.split()))


__all__ = [
    "IPO",
    "P1",
    "P2",
    "P3",
    "P4",
    "P5",
    "P6",
    "Firm",
    "bidding",
    "books",
    "cell",
    "cell_of",
    "events_of",
    "forbidden",
    "go_on",
    "opening",
    "owner",
    "play",
    "play_until",
    "position",
    "refused",
    "stations",
]
