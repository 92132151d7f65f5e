"""Lines of an event's standings as values: ranked below others, less what lateness costs, compared by seat, kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.message import Message
from moderator.events.values import Ending, Entrant, Result, SeatResult, TableKey


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an event's standings: how far somebody came, and why they stand where they stand."""

    entrant: Entrant
    rank: int
    points: Fraction
    tie_values: tuple[Fraction, ...]
    working: Message
    stage: int
    pool: str = ""
    # In a knock-out: the round one came to.
    reached: int = 0


def placed_with(line: Line, lines: Sequence[Line]) -> list[Line]:
    """Those among whom somebody has their place: the others of their pool, or everybody where they have none."""
    return [one for one in lines if one.pool == line.pool or not line.pool]


def standings_kept(lines: list[Line]) -> list[dict[str, object]]:
    """Standings as they are written down."""
    return [
        {
            "entry": line.entrant,
            "rank": line.rank,
            "points": str(line.points),
            "ties": [str(value) for value in line.tie_values],
            "stage": line.stage,
            "pool": line.pool,
        }
        for line in lines
    ]


def less(lines: Sequence[Line], off: Mapping[Entrant, int]) -> list[Line]:
    """The same lines with what lateness costs taken off; equals are told apart as before."""
    less = [
        replace(
            line,
            points=line.points - off.get(line.entrant, 0),
            working=Message("{working} Lateness costs {off}.", working=line.working, off=off[line.entrant])
            if off.get(line.entrant)
            else line.working,
        )
        for line in lines
    ]
    less.sort(key=lambda line: (-line.points, [-value for value in line.tie_values]))
    keys = [(line.points, line.tie_values) for line in less]
    return [replace(line, rank=1 + keys.index(key)) for line, key in zip(less, keys, strict=True)]


def by_seat(results: Iterable[Result]) -> list[Result]:
    """Duplicate: who had the same seat at another table is who one is compared with."""
    seats: dict[tuple[int, int, int], list[SeatResult]] = defaultdict(list)
    alone = []
    for one in results:
        if one.how in (Ending.BYE, Ending.VOID):
            alone.append(one)
            continue
        for position, seat in enumerate(one.standing):
            seats[one.table.stage, one.table.round, position].append(seat)
    found = []
    for (stage, number, position), together in sorted(seats.items()):
        wealth = [seat.wealth for seat in together if seat.wealth is not None]
        ranked = tuple(
            replace(seat, rank=None if seat.wealth is None else 1 + sum(other > seat.wealth for other in wealth))
            for seat in together
        )
        found.append(Result(TableKey(stage, number, position + 1), ranked))
    return [*found, *alone]


def below(lines: Sequence[Line], above: Sequence[Line], *, together: bool) -> list[Line]:
    """Whoever is not among those above, ranked after them; who shared a place share it still. Who was left behind in
    different pools is ranked ``together``, by the place in one's pool, then by points; in events announced before that
    was so, pool by pool."""
    if not above:
        return list(lines)
    placed = {line.entrant for line in above}
    left = [line for line in lines if line.entrant not in placed]
    if not together:
        return [
            replace(line, rank=len(placed) + 1 + sum(one.pool == line.pool and one.rank < line.rank for one in left))
            for line in left
        ]
    if len({line.pool for line in left}) > 1:
        keys = sorted((line.rank, -line.points) for line in left)
        left.sort(key=lambda line: (line.rank, -line.points))
        return [
            replace(line, rank=len(placed) + 1 + bisect_left(keys, (line.rank, -line.points)), pool="") for line in left
        ]
    ranks = sorted(line.rank for line in left)
    return [replace(line, rank=len(placed) + 1 + bisect_left(ranks, line.rank), pool="") for line in left]
