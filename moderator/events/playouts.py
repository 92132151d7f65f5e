"""An unfinished game played on by the service's bots, many times: what each seat may expect, and how sure that is.

One seed is one play-out, and one task for a worker; `combine` makes the estimates of any number of them, in any order.
A seed gives bots likings of their own (`bots.taste`) and nothing else, so whoever knows the position and the seeds can
play them out again and get the same figures. Everything is counted in moves and whole coins, nothing in seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import ceil, floor

import engine
from engine import Move, Player, Refused, State
from engine.moves import Run
from moderator.bots.choose import choose
from moderator.bots.duties import duty
from moderator.bots.taste import Taste
from moderator.events.values import Estimate

# A fifth of a long game is some 300 moves; a play-out that takes more is valued as it then stands.
MOST_MOVES = 600
# How many are played for a table where nobody says otherwise.
PLAY_OUTS = 12
# Bots play games longer than people do. Of what they expect to be made from here on, recorded games made this part; and
# nine of ten results lay so far below and above, in widths of the table (`_width`). Measured on every other recorded
# game and judged on the rest, by `bench/playouts.py`; what a width is was chosen with both in sight.
MADE = Fraction(2, 5)
BELOW, ABOVE = Fraction(41, 100), Fraction(46, 100)


@dataclass(frozen=True, slots=True)
class Sample:
    """One play-out: what everybody came to, and how far it went."""

    seed: str
    # Wealth where the play-out began, and where it ended.
    began: Mapping[str, int]
    wealth: Mapping[str, int]
    moves: int
    finished: bool
    # Runs of which it is not proved that no better one exists.
    unproved: int = 0


def seeds(published: str, table: str, count: int = PLAY_OUTS) -> tuple[str, ...]:
    """The seeds of a table's play-outs, from the one the event has published."""
    return tuple(sha256(f"{published}|{table}|{number}".encode()).hexdigest()[:16] for number in range(count))


def play_out(state: State, seed: str, most_moves: int = MOST_MOVES, last_set: int = 0) -> Sample:
    """The game played on from this position by bots with the likings of this seed, to its end, or that of the set of
    operating rounds with which an event has it end."""
    moves = unproved = 0
    taste, began = Taste(seed), engine.scores(state)
    while moves < most_moves and (mover := _asked(state, last_set)) is not None:
        before = state
        state, move = moved(state, mover, taste)
        unproved += isinstance(move, Run) and bool(move.routes) and not engine.best_run(before).proved
        moves += 1
    return Sample(seed, began, engine.scores(state), moves, _asked(state, last_set) is None, unproved)


def _asked(state: State, last_set: int) -> Player | None:
    """Who moves next; nobody when the last set that is played is over."""
    return engine.to_act(state) if not last_set or state.cursor.number <= last_set else None


def moved(state: State, mover: Player, taste: Taste) -> tuple[State, Move]:
    """The bot's move; where the rules refuse it, the cheapest duty, and then whatever is legal."""
    legal = engine.alone(state, mover)
    for move in (choose(state, mover, taste), duty(state, mover, legal), *legal):
        if move is not None:
            try:
                return engine.apply(state, move, mover, advise=False).state, move
            except Refused:
                continue
    raise engine.Inconsistent(f"{mover} must move and no legal move is accepted")


def combine(samples: Iterable[Sample], below: Fraction = BELOW, above: Fraction = ABOVE) -> tuple[Estimate, ...]:
    """What each seat came to in the play-outs, and what it may expect of people with the interval in which nine of ten
    results lie, in the order of the seats.

    Play-outs may come in any order, and again after a worker was killed: a seed counts once.
    """
    found = sorted({sample.seed: sample for sample in samples}.values(), key=lambda sample: sample.seed)
    if not found:
        return ()
    began = found[0].began
    means = {seat: Fraction(sum(sample.wealth[seat] for sample in found), len(found)) for seat in began}
    width = _width(began, means)
    estimates = []
    for seat in began:
        mean = began[seat] + MADE * (means[seat] - began[seat])
        low, high = max(0, floor(mean - below * width)), ceil(mean + above * width)
        came = [sample.wealth[seat] for sample in found]
        estimates.append(Estimate(seat, mean, low, high, means[seat], min(came), max(came)))
    return tuple(estimates)


def _width(began: Mapping[str, int], means: Mapping[str, Fraction]) -> Fraction:
    """How much is open at a table: what is yet to be made, and half of what there is, on the average of its seats."""
    made = sum((abs(means[seat] - worth) for seat, worth in began.items()), Fraction(0))
    return (made + Fraction(sum(began.values()), 2)) / len(began)


def adjudicate(state: State, published: str, table: str, count: int = PLAY_OUTS) -> tuple[Estimate, ...]:
    """All play-outs of a table one after the other, for whoever has the time."""
    return combine(play_out(state, seed) for seed in seeds(published, table, count))


def apart(one: Estimate, other: Estimate) -> bool:
    """Whether the play-outs alone may say who of the two is ahead."""
    return one.low > other.high or other.low > one.high
