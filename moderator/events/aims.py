"""What a draw makes small, in whole numbers: one number for each two who may sit together, one for each seat.

In this order, each for ever more important than the next:

- *repeats*: two who have met once count 1, twice 3, three times 6 …, so that nobody meets the same people all the time;
- *scores* (Swiss): how far the scores of every two at a table lie apart, in thousandths of the whole field's spread;
- *seats*: how often everybody sat in the seat they are given;
- *clubs*: how many members of one club sit together.

All four are sums over tables. They are put into one number, each in a place of its own that the sum of the lesser ones
can't overflow, so comparing two numbers compares the draws aim by aim.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from engine import Refused
from moderator.events.lots import Lots
from moderator.events.values import DrawTask, Entrant

Numbers = npt.NDArray[np.int64]
# The scores of the whole field lie within so many steps.
STEPS = 1_000
# What a sum over all tables must stay below.
ROOM = 1 << 60


@dataclass(frozen=True, eq=False)
class Aims:
    """Players are numbers, in an order by lot; everything else about them is in these tables."""

    players: tuple[Entrant, ...]
    sizes: tuple[int, ...]
    repeats: Numbers
    scores: Numbers
    # How often each player sat in each seat.
    seats: Numbers
    clubs: Numbers
    # 1: the two must not meet; -1: they must sit together.
    bound: Numbers
    # Each player's score in steps, and their clubs, by number.
    steps: tuple[int, ...]
    club_of: tuple[str, ...]

    @cached_property
    def places(self) -> tuple[int, int, int, int]:
        """What one point of each aim counts in the single number: repeats, scores, seats, clubs."""
        pairs = sum(size * (size - 1) // 2 for size in self.sizes)
        clubs = 1
        seats = clubs * (1 + pairs * int(self.clubs.max(initial=0)))
        scores = seats * (1 + len(self.players) * int(self.seats.max(initial=0)))
        repeats = scores * (1 + pairs * int(self.scores.max(initial=0)))
        return repeats, scores, seats, clubs

    @cached_property
    def broken(self) -> int:
        """What one point counts of what a director forbade: more than everything else."""
        pairs = sum(size * (size - 1) // 2 for size in self.sizes)
        return self.places[0] * (1 + pairs * int(self.repeats.max(initial=0)))

    def together(self) -> Numbers:
        """The single number of every two who sit together, without their seats."""
        repeats, scores, _, clubs = self.places
        return self.repeats * repeats + self.scores * scores + self.clubs * clubs

    def seating(self, players: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The best order of some players at their table: how often they sat there before, and the order."""
        return _seating(self.seats[list(players), : len(players)].tobytes(), players)

    def costs(self, tables: tuple[tuple[int, ...], ...]) -> tuple[int, int, int, int]:
        """What a draw costs, aim by aim, added up anew."""
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        return (
            sum(int(self.repeats[pair]) for pair in pairs),
            sum(int(self.scores[pair]) for pair in pairs),
            sum(self.seating(table)[0] for table in tables),
            sum(int(self.clubs[pair]) for pair in pairs),
        )

    def total(self, costs: tuple[int, int, int, int]) -> int:
        return sum(cost * place for cost, place in zip(costs, self.places, strict=True))


@lru_cache(maxsize=8)
def orders(size: int) -> npt.NDArray[np.intp]:
    """Every order of so many seats: row by row the seat of the first, second … player."""
    return np.array(list(permutations(range(size))), dtype=np.intp)


@lru_cache(maxsize=1 << 16)
def _seating(sat: bytes, players: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    size = len(players)
    before = np.frombuffer(sat, dtype=np.int64).reshape(size, size)
    ways = orders(size)
    costs = before[np.arange(size), ways].sum(axis=1)
    best = int(costs.argmin())
    seated = sorted(range(size), key=lambda k: int(ways[best, k]))
    return int(costs[best]), tuple(players[k] for k in seated)


def aims(task: DrawTask, byes: tuple[Entrant, ...], sizes: tuple[int, ...]) -> Aims:
    """The tables of a task. Raises Refused where what the director wants can't be."""
    players = tuple(one for one in Lots(task.seed, "draw").shuffled(sorted(task.entrants)) if one not in byes)
    number = {one: k for k, one in enumerate(players)}
    count = len(players)

    repeats = np.zeros((count, count), dtype=np.int64)
    for pair, times in sorted(task.met.items(), key=lambda one: sorted(one[0])):
        if len(pair) == 2 and all(one in number for one in pair):
            a, b = (number[one] for one in pair)
            repeats[a, b] = repeats[b, a] = times * (times + 1) // 2
    club_of = tuple(task.clubs.get(one, "") for one in players)
    # Who has no club is a club of one.
    named = {name: k for k, name in enumerate(sorted(set(club_of)))}
    member = np.array([named[name] if name else -1 - k for k, name in enumerate(club_of)], dtype=np.int64)
    clubs = _alike(member)
    seats = np.zeros((count, max(sizes)), dtype=np.int64)
    for one, k in number.items():
        for seat in task.seated.get(one, ()):
            if 0 <= seat < max(sizes):
                seats[k, seat] += 1
    bound = _bound(task, number, max(sizes))
    for most in (STEPS, STEPS // 10, STEPS // 100, 1):
        steps = _steps(task, players, most)
        scores = np.abs(np.subtract.outer(np.array(steps, dtype=np.int64), np.array(steps, dtype=np.int64)))
        found = Aims(players, sizes, repeats, scores, seats, clubs, bound, steps, club_of)
        if found.broken * (1 + int(np.abs(bound).sum())) < ROOM:
            return found
    raise Refused("These players have met too often for a draw to be worked out.")


def _alike(kinds: Numbers) -> Numbers:
    """1 for every two of one kind."""
    found = np.equal.outer(kinds, kinds).astype(np.int64)
    np.fill_diagonal(found, 0)
    return found


def _steps(task: DrawTask, players: tuple[Entrant, ...], most: int) -> tuple[int, ...]:
    if not task.swiss:
        return (0,) * len(players)
    found = [task.scores.get(one, Fraction(0)) for one in players]
    low, high = min(found, default=Fraction(0)), max(found, default=Fraction(0))
    return tuple(int((score - low) * most / (high - low)) if high > low else 0 for score in found)


def _bound(task: DrawTask, number: dict[Entrant, int], most: int) -> Numbers:
    """Who must and who must not sit together, drawn on to whoever follows from it."""
    group = list(range(len(number)))
    for pin in task.pins:
        inside = sorted(number[one] for one in pin if one in number)
        for k in inside[1:]:
            old, new = group[k], group[inside[0]]
            group = [new if each == old else each for each in group]
    found = -_alike(np.array(group, dtype=np.int64))
    names = list(number)
    for head in set(group):
        if group.count(head) > most:
            raise Refused(
                "{count} players are to sit together, and no table has more than {most} seats.",
                count=group.count(head),
                most=most,
            )
    for ban in task.bans:
        for one, other in combinations(sorted(ban & number.keys()), 2):
            a, b = number[one], number[other]
            if group[a] == group[b]:
                raise Refused("{one} and {other} are to sit together and are kept apart.", one=names[a], other=names[b])
            found[a, b] = found[b, a] = 1
    return found
