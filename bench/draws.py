"""Draws of the fourth round of a Swiss event, from 8 to 1,000 players, beside the best simple heuristic.

The heuristic is what directors do by hand: players in the order of their scores, each table filled from the top with
whoever has met the fewest of those who sit there, seats by lot. Both draw every round of an event of their own, with
the same luck at the tables. Named aims are added up in the same whole numbers. `python -m bench.draws 24` draws for 24.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

from moderator.events.aims import aims
from moderator.events.division import divide
from moderator.events.draw import draw
from moderator.events.lots import Lots
from moderator.events.values import DrawTask

SIZES = (8, 12, 16, 20, 21, 22, 23, 24, 32, 48, 64, 100, 250, 500, 1000)
ROUNDS = 4
AIMS = ("repeats", "scores", "seats", "clubs")

Tables = tuple[tuple[str, ...], ...]
Drawn = tuple[Tables, str]


def by_hand(task: DrawTask) -> Drawn:
    """By score groups from the top, greedily avoiding those who have met."""
    left = sorted(Lots(task.seed, "by hand").shuffled(task.entrants), key=lambda one: -task.scores[one])
    tables = []
    for size in divide(len(left), task.sizes, task.wanted) or ():
        table = [left.pop(0)]
        while len(table) < size:
            near = left[: 4 * size]
            known = [sum(task.met.get(frozenset((one, other)), 0) for other in table) for one in near]
            table.append(left.pop(known.index(min(known))))
        tables.append(tuple(Lots(task.seed, table[0]).shuffled(table)))
    return tuple(tables), ""


def by_draw(task: DrawTask) -> Drawn:
    found = draw(task)
    tables = tuple(table.seats for table in found.tables)
    if found.aim is None:
        return tables, "optimal"
    # All weightier aims are at their bounds; the lesser ones have no gap of their own.
    return tables, f"{AIMS[found.aim]} {found.cost[found.aim]}, bound {found.least}"


def seat_costs(task: DrawTask, tables: Tables) -> int:
    """How often everybody had sat where they now sit."""
    return sum(task.seated[one].count(seat) for table in tables for seat, one in enumerate(table))


def event(count: int, way: Callable[[DrawTask], Drawn]) -> dict[str, object]:
    """An event's rounds drawn one way: the worst time and the last round's quality."""
    entrants = tuple(f"e{number}" for number in range(count))
    clubs = {one: f"c{number % max(2, count // 6)}" for number, one in enumerate(entrants)}
    met: dict[frozenset[str], int] = {}
    seated: dict[str, tuple[int, ...]] = dict.fromkeys(entrants, ())
    scores = dict.fromkeys(entrants, Fraction(0))
    slowest = 0.0
    row: dict[str, object] = {}
    for number in range(ROUNDS):
        task = DrawTask(
            entrants, (3, 4, 5), 4, dict(scores), dict(met), dict(seated), clubs, swiss=True, seed=f"{number}"
        )
        began = time.process_time()
        tables, gap = way(task)
        slowest = max(slowest, time.process_time() - began)
        field = aims(task, (), divide(count, task.sizes, task.wanted) or ())
        numbers = {one: k for k, one in enumerate(field.players)}
        repeats, apart, _, mates = field.costs(tuple(tuple(numbers[one] for one in table) for table in tables))
        row = {"slowest draw, s": slowest, "gap": gap, "repeats": repeats, "scores": apart}
        row |= {"seats": seat_costs(task, tables), "clubs": mates}
        luck = Lots(str(number), "luck")
        for table in tables:
            for pair in combinations(table, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
            for place, one in enumerate(luck.shuffled(table)):
                scores[one] += Fraction(len(table) - 1 - place, len(table) - 1)
            for seat, one in enumerate(table):
                seated[one] += (seat,)
    return row


def rows(sizes: tuple[int, ...] = SIZES) -> Iterator[dict[str, object]]:
    for count in sizes:
        for name, way in (("draw", by_draw), ("by hand", by_hand)):
            yield {"players": count, "way": name, **event(count, way)}


if __name__ == "__main__":
    for row in rows(tuple(map(int, sys.argv[1:])) or SIZES):
        print(row, flush=True)
