"""Random games through legal_moves, and the books that must balance after every event."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

import engine
from engine.events import Event
from engine.moves import Bid, BuyPrivate, BuyTrain, LayTile, Move, Pass, Pay, Run, Sell
from engine.names import BANK, POOL
from engine.state import State
from engine.titles.t1882.figures import SaskatchewanFigures


def books(state: State) -> None:
    """Money, shares, tiles, stations and trains: nothing appears, nothing vanishes."""
    title = state.title
    assert sum(state.cash.values()) == title.bank, "money"
    assert all(amount >= 0 for holder, amount in state.cash.items() if holder != BANK), "debts"
    for company, held in state.shares.items():
        assert sum(held.values()) == title.companies[company].kind.shares, f"shares of {company}"
        assert all(count > 0 for count in held.values()), f"shares of {company}"
    for number, count in title.plan.counts.items():
        left = state.board.supply(number)
        assert (left is None) == (count is None) and (left is None or 0 <= left <= count), f"tile {number}"
    for company in state.stations_left:
        spec = title.companies[company]
        placed = len(state.board.stations(company))
        forming = any(demand.company == company for demand in state.demands)
        if spec.kind.directed and not forming and company != title.plan.neutral_owner:
            assert placed + state.stations_left[company] <= spec.stations, f"stations of {company}"
    trains = Counter(state.depot)
    for owned in state.trains.values():
        trains.update(owned)
    for train, count in trains.items():
        most = title.trains[train].count
        extra = (spared := title.has(SaskatchewanFigures)) is not None and train in spared.extra_trains
        assert most is None or count <= most + extra, f"{train}-trains"
    for company in state.directors:
        assert state.held(state.directors[company], company) >= 1, f"director of {company}"
        for player in state.players:
            most = state.held(state.directors[company], company)
            assert state.held(player, company) <= most, f"{player} holds more of {company} than its director"
    assert all(owner != POOL for owner in state.privates.values())


def stored(state: State, events: tuple[Event, ...]) -> None:
    """Events and positions survive being written and read."""
    for event in events:
        assert engine.decode(json.loads(json.dumps(engine.encode(event)))) == event
    again = engine.restore(json.loads(json.dumps(engine.save(state), sort_keys=True)))
    assert engine.save(again) == engine.save(state)


def choose(chance: random.Random, state: State, style: str) -> Move:
    """One legal move: a kind first, then one of that kind, so that lays do not drown everything else."""
    legal = list(engine.legal_moves(state))
    kinds: dict[type[Move], list[Move]] = {}
    for move in legal:
        kinds.setdefault(type(move), []).append(move)
    if Run in kinds:
        return kinds[Run][0]
    weights = {Pass: 0.5, Sell: 0.3, LayTile: 1.0, BuyTrain: 2.0, BuyPrivate: 0.2, Pay: 1.0}
    if style == "builder":
        weights |= {LayTile: 4.0, Pass: 0.2}
    if style == "miser":
        weights |= {Pass: 3.0, BuyTrain: 0.7}
    if style == "trader":
        weights |= {Sell: 1.0, Pass: 0.3}
    found = list(kinds)
    kind = chance.choices(found, [weights.get(k, 1.0) for k in found])[0]
    move = chance.choice(kinds[kind])
    bounds = engine.span(state, move)
    if bounds and len(bounds) > 1 and isinstance(move, Bid):
        few = min(len(bounds), 6)
        return Bid(move.item, bounds[chance.randrange(few)])
    return move


def style_of(chance: random.Random) -> str:
    """How a game's players play; the first thing that is drawn."""
    return chance.choice(["even", "builder", "miser", "trader"])


def game(title: str, seed: int, players: int, options: dict[str, object]) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """A random game to its end: every position with the events that led to it."""
    chance = random.Random(seed)
    style = style_of(chance)
    seats = tuple(engine.Player(f"Seat {n}") for n in range(1, players + 1))
    drawn = {name: chance.choice(outcomes) for name, outcomes in engine.draws(title, seats, options).items()}
    events = engine.start(title, seats, drawn, options)
    state = engine.replay(events)
    yield state, events
    while (player := engine.to_act(state)) is not None:
        move = choose(chance, state, style)
        outcome = engine.apply(state, move, player, state.players)
        # The record alone must lead to the position the move led to.
        state = engine.evolve(state, outcome.events)
        assert engine.digest(state) == engine.digest(outcome.state)
        yield state, outcome.events
