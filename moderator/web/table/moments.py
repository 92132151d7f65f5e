"""Positions of a game over its moves, so that a reader can leaf through its history.

A game keeps snapshots of its end alone. Whoever leafs asks for many positions near each other, so some of those met on
the way are kept in memory: a step then costs a few moves, wherever in the game it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

import engine
from engine import State
from moderator.store.game import Play

EVERY = 16
MOST_GAMES = 12


@dataclass
class _Game:
    """Positions by the number of the move they follow, each with the link that move had when it was kept."""

    known: dict[int, tuple[str, State]] = field(default_factory=dict)


class Moments:
    """Of the games looked at lately."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most, self._lock = most, Lock()
        self._games: OrderedDict[str, _Game] = OrderedDict()

    def at(self, play: Play, seq: int) -> State:
        """The position after a move."""
        if seq >= play.seq:
            return play.state
        kept = self._kept(play.id)
        begin, state = self._nearest(play, kept, seq)
        rows = play.moves(since=begin, upto=seq)
        for row in rows:
            events = row.happened
            state = engine.replay(events) if state is None else engine.evolve(state, events)
            if row.seq % EVERY == 0:
                with self._lock:
                    kept.known[row.seq] = (row.link, state)
        assert state is not None, f"game {play.id} has no first move"
        return state

    def _kept(self, game_id: str) -> _Game:
        with self._lock:
            found = self._games.setdefault(game_id, _Game())
            self._games.move_to_end(game_id)
            while len(self._games) > self._most:
                self._games.popitem(last=False)
            return found

    def _nearest(self, play: Play, kept: _Game, seq: int) -> tuple[int, State | None]:
        """The latest position kept before a move. What was taken back since has no place in the game any more."""
        with self._lock:
            known: Mapping[int, tuple[str, State]] = dict(kept.known)
        numbers = sorted(known)
        while numbers:
            number = numbers.pop(bisect_right(numbers, seq) - 1) if numbers[0] <= seq else None
            if number is None:
                break
            numbers = [n for n in numbers if n < number]
            link, state = known[number]
            if play.stands(number, link):
                return number, state
            with self._lock:
                kept.known.pop(number, None)
        return -1, None
