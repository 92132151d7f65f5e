"""The draw of a round: who sits at which table, in which seat, and how good that is.

Small fields are proved the best there is (`partition`); larger ones are found by exchange (`exchange`) and held against
what no draw can be better than (`bounds`). Chance comes from the task's seed alone and effort is counted, so the same
task gives the same draw on any machine.
"""

from __future__ import annotations

from fractions import Fraction

from engine import Refused
from moderator.events.aims import Aims, aims
from moderator.events.bounds import bounds
from moderator.events.division import sitting_out
from moderator.events.exchange import Exchange
from moderator.events.lots import Lots
from moderator.events.partition import MOST, best_below
from moderator.events.values import Drawing, DrawTask, Table

# Players looked at for an exchange: some ten seconds for a thousand players, less for fewer.
EFFORT = 60_000
# A field that is weighed whole needs only a good start.
START = 4_000

Tables = tuple[tuple[int, ...], ...]


def draw(task: DrawTask, effort: int = EFFORT) -> Drawing:
    """The best draw there is, or the best found with this effort. Raises Refused where there is none."""
    if len(set(task.entrants)) != len(task.entrants):
        raise Refused("Somebody is in the draw twice.")
    byes, sizes = sitting_out(task)
    field = aims(task, byes, sizes)
    small = len(field.players) <= MOST
    least = bounds(field)
    start = Exchange(field, Lots(task.seed, "exchange"), START if small else effort, field.total(least))
    tables = _sorted(field, start.improve())
    broken, costs = _broken(field, tables), field.costs(tables)
    proved = costs == least and not broken
    if small and not proved:
        known = field.broken if broken else field.total(costs)
        better = best_below(field, known)
        if better is None and broken:
            raise Refused("No draw gives the director all that is to be together and all that is to be apart.")
        if better is not None:
            tables = _sorted(field, better)
            costs = field.costs(tables)
        proved = True
    elif broken:
        raise Refused(
            "No draw was found that gives the director all that is to be together and all that is to be apart."
        )
    named = tuple(
        Table(number, tuple(field.players[k] for k in field.seating(table)[1]))
        for number, table in enumerate(tables, 1)
    )
    aim = None if proved else _aim(costs, least)
    if aim is None:
        return Drawing(named, byes, proved, Fraction(0), costs)
    return Drawing(named, byes, proved, Fraction(costs[aim] - least[aim], costs[aim]), costs, aim)


def _aim(costs: tuple[int, ...], least: tuple[int, ...]) -> int | None:
    """The first aim that is not at its bound: the gap is how far, as a part of what it costs."""
    return next((aim for aim, (cost, low) in enumerate(zip(costs, least, strict=True)) if cost > low), None)


def _sorted(field: Aims, tables: Tables | list[list[int]]) -> Tables:
    """The table with the highest scores is the first; among equals, as the lot put them."""
    inside = [tuple(sorted(table)) for table in tables]
    return tuple(sorted(inside, key=lambda table: (-max(field.steps[k] for k in table), table)))


def _broken(field: Aims, tables: Tables) -> bool:
    """Whether two who must not sit together do, or two who must do not."""
    at = {player: number for number, table in enumerate(tables) for player in table}
    pairs = [(int(a), int(b)) for a, b in zip(*field.bound.nonzero(), strict=True) if a < b]
    return any((at[a] == at[b]) == (field.bound[a, b] > 0) for a, b in pairs)
