"""A simple player for empty seats: it plays only what the engine calls legal, runs best, pays, and buys the trains it
needs. It is no strong player, and says so by its speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import Move, Player, State, alone
from engine.moves import Done, Pass, PlaceStation
from moderator.bots import auctions, mergers, shares, stations, track, trains
from moderator.bots.taste import PLAIN, Taste


def choose(state: State, seat: str, taste: Taste = PLAIN) -> Move:
    """The move a bot makes in this position; the same position and taste always give the same move."""
    moves = alone(state, seat)
    wishes = _wishes(state, Player(seat), moves, taste)
    return next((move for move in wishes if move is not None), None) or _quiet(moves)


def _wishes(state: State, seat: Player, moves: Sequence[Move], taste: Taste) -> Iterator[Move | None]:
    """One kind of decision after the other; only those the position asks for find anything to say."""
    for each in state.title.mechanisms:
        if each.habit is not None:
            yield each.habit(state, seat, moves)
    yield trains.discard(state, moves)
    yield mergers.trainless(state, seat, moves)
    yield mergers.take(state, seat, moves)
    yield mergers.merge(state, seat, moves)
    yield auctions.bid(state, seat, moves)
    if state.cursor.round not in ("operating", "merger"):
        yield stations.home(state, moves)
        yield shares.trade(state, seat, moves, taste)
        return
    company = state.operating
    yield trains.run(moves)
    yield trains.dividend(state, company, moves)
    yield trains.buy(state, seat, company, moves, taste)
    yield track.lay(state, company, moves, taste)
    if any(isinstance(move, Pass) for move in moves):
        yield stations.station(state, company, moves, taste)
        yield mergers.private(state, seat, company, moves)
    elif any(isinstance(move, PlaceStation) for move in moves):
        yield stations.home(state, moves)


def _quiet(moves: Sequence[Move]) -> Move:
    """Nothing more to wish for: on to the next step; where something is compulsory, the first that is legal."""
    return next((move for move in moves if isinstance(move, Pass | Done)), moves[0])
