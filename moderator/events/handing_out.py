"""Play-outs handed out to the workers: one seed of one table is one errand, whoever comes to it.

Which are under way stands with the table, so nobody plays one out that somebody else has; what a worker that was killed
had in hand is handed out again when its time is over. Only so many are under way at once: whoever plays a bot's move
comes in between, and the sweep never has a league's thousands to ring for.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from moderator.events import results
from moderator.office.desk import Desk, Office
from moderator.store.cup_tables import CupTable
from moderator.store.statuses import CupStatus, TableStatus

# So many of an event are under way at once, which keeps as many processors busy.
MOST_UNDER_WAY = 8
# A play-out takes seconds; after this whoever had it is dead, or its bell was lost.
IN_HAND = timedelta(minutes=10)
# Among what is kept of a table's play-outs: which seeds somebody has, and until when.
OUT = "out"


def missing(table: CupTable) -> list[str]:
    """The seeds of a table that are still to be played out; none where no play-out was begun."""
    kept = table.estimate or {"seeds": (), "samples": {}}
    return [seed for seed in kept["seeds"] if seed not in kept["samples"]]


def hand_out(desk: Desk, tables: Iterable[CupTable]) -> datetime | None:
    """Rings for the next play-outs of these tables, as long as there is a hand free. Gives when what somebody has in
    hand is looked for again; None if nothing is missing."""
    waiting = [(table, seed) for table in tables for seed in missing(table)]
    if not waiting:
        return None
    free = MOST_UNDER_WAY - sum(_has(table, seed, desk.now) for table, seed in waiting)
    for table, seed in waiting:
        if free > 0 and not _has(table, seed, desk.now):
            _give(desk, table, seed)
            free -= 1
    return desk.now + IN_HAND


def play_one(office: Office, key: Any) -> bool:
    """One play-out, a table's number and a seed; False if it is done, or wanted no more. This is what takes time, and
    it needs no transaction."""
    table_id, seed = int(key[0]), str(key[1])
    with office.reading() as desk:
        table = desk.cups.table(table_id)
        wanted = table is not None and _is_wanted(desk, table, seed)
        play = desk.game(table.game_id) if wanted and table is not None and table.game_id is not None else None
        if table is None or table.estimate is None or play is None:
            return False
        found = results.sample(play, int(table.estimate["seq"]), seed)
    with office.desk() as desk:
        table = desk.cups.table_locked(table_id)
        if table is None or table.estimate is None or not _is_wanted(desk, table, seed):
            return False
        table.estimate = {
            **{name: value for name, value in table.estimate.items() if name != OUT},
            **_others(table, seed),
            "samples": {**table.estimate["samples"], seed: found},
        }
        following = [one for one in missing(table) if not _has(table, one, desk.now)]
        if following:
            _give(desk, table, following[0])
        else:
            # This table's are all done or in somebody's hands; the event knows of others.
            desk.ring("cup", table.cup_id)
    return True


def _is_wanted(desk: Desk, table: CupTable, seed: str) -> bool:
    """Whether a play-out is still to be made: its event may have been called off, or its table be decided otherwise."""
    cup = desk.cups.get(table.cup_id)
    going = cup is not None and cup.status == CupStatus.RUNNING
    return going and table.status == TableStatus.PLAYING and seed in missing(table)


def _has(table: CupTable, seed: str, now: datetime) -> bool:
    """Whether somebody has a play-out in hand."""
    until = (table.estimate or {}).get(OUT, {}).get(seed)
    return until is not None and datetime.fromisoformat(until) > now


def _give(desk: Desk, table: CupTable, seed: str) -> None:
    kept = table.estimate or {}
    table.estimate = {**kept, OUT: {**kept.get(OUT, {}), seed: (desk.now + IN_HAND).isoformat()}}
    desk.ring("playout", (table.id, seed))


def _others(table: CupTable, seed: str) -> dict[str, Any]:
    """What else somebody has in hand; when nobody has anything, nothing of it is kept."""
    others = {one: until for one, until in (table.estimate or {}).get(OUT, {}).items() if one != seed}
    return {OUT: others} if others else {}
