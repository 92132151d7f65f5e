"""What no draw can be better than, aim by aim, in whole numbers: for fields too large to weigh every draw."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import highspy
import numpy as np

from moderator.events.aims import Aims


def bounds(aims: Aims) -> tuple[int, int, int, int]:
    """The least each aim can cost, each taken by itself: repeats, scores, seats, clubs."""
    return repeats(aims), scores(aims), seats(aims), clubs(aims)


def repeats(aims: Aims) -> int:
    """Everybody meets at least as many as the smallest table seats, and whom they know least at best."""
    known = aims.repeats.copy()
    # Who may not meet is nobody to sit with, unless there is nobody else.
    known[aims.bound > 0] = known.max(initial=0) + 1
    np.fill_diagonal(known, np.iinfo(np.int64).max)
    nearest = np.sort(known, axis=1)[:, : min(aims.sizes) - 1]
    # Two who must sit together meet at any price.
    forced = int(np.where(aims.bound < 0, aims.repeats, 0).sum()) // 2
    return max(forced, -(-int(nearest.sum()) // 2))


def scores(aims: Aims) -> int:
    """Between two neighbours in the order of scores every table is cut in two, and the cut weighs what lies between.

    Of so many players above the cut, whole tables and one part of a table cost least; which sizes make up how many is
    told by `_cuts`.
    """
    steps = sorted(aims.steps)
    cuts = _cuts(aims.sizes)
    return sum((high - low) * cuts[above] for above, (low, high) in enumerate(pairwise(steps), 1))


def _cuts(sizes: tuple[int, ...]) -> list[int]:
    """For each number of players: how many pairs a cut of the field there separates at the least."""
    total = sum(sizes)
    best = [0] + [total * total] * total
    for size in sizes:
        before = best
        best = [
            min(before[count - part] + part * (size - part) for part in range(min(size, count) + 1))
            for count in range(total + 1)
        ]
    return best


def seats(aims: Aims) -> int:
    """Everybody in the seat they had least, as far as there are seats, whoever they sit with: a transport problem.

    Its prices come from HiGHS; whatever prices are given, what is added up from them in whole numbers is a bound.
    """
    if not aims.seats.any():
        return 0
    room = [sum(size > seat for size in aims.sizes) for seat in range(max(aims.sizes))]
    prices = np.array([round(price) for price in _prices(aims, room)], dtype=np.int64)
    each = (aims.seats - prices).min(axis=1)
    return max(0, int(each.sum()) + sum(int(price) * count for price, count in zip(prices, room, strict=True)))


def _prices(aims: Aims, room: list[int]) -> list[float]:
    """What a place in each seat is worth."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("threads", 1)
    # Players with the same past are one kind: a league of a thousand has some dozens of kinds.
    kinds, counts = np.unique(aims.seats, axis=0, return_counts=True)
    columns = [[solver.addVariable(lb=0, obj=float(kind[seat])) for seat in range(len(room))] for kind in kinds]
    for row, count in zip(columns, counts, strict=True):
        solver.addConstr(sum(row[1:], row[0] + 0) == float(count))
    limits = [
        solver.addConstr(sum((row[seat] for row in columns[1:]), columns[0][seat] + 0) == float(count))
        for seat, count in enumerate(room)
    ]
    solver.minimize()
    duals = solver.getSolution().row_dual
    return [float(duals[limit.index]) for limit in limits]


def clubs(aims: Aims) -> int:
    """A club with more members than there are tables has some of them meet."""
    tables = len(aims.sizes)
    total = 0
    for club in sorted(set(aims.club_of) - {""}):
        each, more = divmod(aims.club_of.count(club), tables)
        total += more * comb(each + 1, 2) + (tables - more) * comb(each, 2)
    return total
