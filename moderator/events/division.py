"""How many tables of which sizes, and who sits out where it can't be helped."""

from __future__ import annotations

from fractions import Fraction

from engine import Refused
from engine.message import Listed
from moderator.events.lots import Lots
from moderator.events.values import DrawTask, Entrant

# Tables a draw may have: a game is for two players at least.
LEAST, MOST = 2, 8


def divide(count: int, sizes: tuple[int, ...], wanted: int) -> tuple[int, ...] | None:
    """Sizes of tables for so many players, the largest first: the fewest that are not of the size wanted, then those
    nearest to it, then the smaller ones, which wait less for each other. None where there is no way."""
    best: list[tuple[tuple[int, int, int], tuple[int, ...]] | None] = [((0, 0, 0), ())] + [None] * count
    for seats in range(1, count + 1):
        for size in sorted(set(sizes)):
            before = best[seats - size] if size <= seats else None
            if before is None:
                continue
            off, far, fewer = before[0]
            cost = (off + (size != wanted), far + abs(size - wanted), fewer - 1)
            found = best[seats]
            if found is None or cost < found[0]:
                best[seats] = cost, (*before[1], size)
    last = best[count]
    return tuple(sorted(last[1], reverse=True)) if last is not None else None


def sitting_out(task: DrawTask) -> tuple[tuple[Entrant, ...], tuple[int, ...]]:
    """Who has a bye and the sizes of the tables for the others. Raises Refused where no draw is possible."""
    if not task.sizes or min(task.sizes) < LEAST or max(task.sizes) > MOST:
        raise Refused("Tables have {least} to {most} seats.", least=LEAST, most=MOST)
    count = len(task.entrants)
    for byes in range(count):
        sizes = divide(count - byes, task.sizes, task.wanted)
        if sizes:
            return _byes(task, byes), sizes
    sizes_said = Listed(sorted(set(task.sizes)), "or")
    raise Refused("{count} players are too few for a table of {sizes}.", count=count, sizes=sizes_said)


def _byes(task: DrawTask, count: int) -> tuple[Entrant, ...]:
    """Nobody twice; the lowest scores first where tables follow the scores; then by lot. Who must sit with others is
    spared as long as there is somebody else."""
    if not count:
        return ()
    pinned = frozenset().union(*task.pins)
    able = [one for one in Lots(task.seed, "bye").shuffled(sorted(task.entrants)) if one not in task.had_bye]
    if len(able) < count:
        raise Refused(
            "{count} of the players have to sit out, and only {able} had no bye yet: allow another size of table.",
            count=count,
            able=len(able),
        )
    able.sort(key=lambda one: (one in pinned, task.scores.get(one, Fraction(0)) if task.swiss else 0))
    return tuple(sorted(able[:count]))
