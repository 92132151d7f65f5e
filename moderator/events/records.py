"""Draws and results as they are kept: all that they were made from, so that anybody can make them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from moderator.events.values import (
    Drawing,
    DrawTask,
    Ending,
    Entrant,
    Estimate,
    Kind,
    Result,
    SeatResult,
    Table,
    TableKey,
)

VERSION = 1
SEALED = " secret "


def task_kept(task: DrawTask) -> dict[str, Any]:
    """What a draw is made from; everything in a fixed order, so that the same task is the same text."""
    return {
        "v": VERSION,
        "entrants": list(task.entrants),
        "sizes": list(task.sizes),
        "wanted": task.wanted,
        "scores": {who: str(points) for who, points in sorted(task.scores.items())},
        "met": sorted([*sorted(pair), times] for pair, times in task.met.items()),
        "seated": {who: list(seats) for who, seats in sorted(task.seated.items())},
        "clubs": dict(sorted(task.clubs.items())),
        "pins": sorted(sorted(group) for group in task.pins),
        "bans": sorted(sorted(group) for group in task.bans),
        "had_bye": sorted(task.had_bye),
        "swiss": task.swiss,
        "seed": task.seed,
    }


def task_read(kept: Mapping[str, Any]) -> DrawTask:
    _known(kept)
    return DrawTask(
        entrants=tuple(kept["entrants"]),
        sizes=tuple(kept["sizes"]),
        wanted=kept["wanted"],
        scores={who: Fraction(points) for who, points in kept["scores"].items()},
        met={frozenset((one, other)): times for one, other, times in kept["met"]},
        seated={who: tuple(seats) for who, seats in kept["seated"].items()},
        clubs=dict(kept["clubs"]),
        pins=tuple(map(frozenset, kept["pins"])),
        bans=tuple(map(frozenset, kept["bans"])),
        had_bye=frozenset(kept["had_bye"]),
        swiss=kept["swiss"],
        seed=kept["seed"],
    )


def sealed_seed(seed: str, secret: str) -> str:
    """The seed of an anonymous draw: the published one with a secret behind it, told when its round is over."""
    return f"{seed}{SEALED}{secret}"


def seal_of(seed: str) -> str:
    """What is published of a seed's secret beforehand, so that nobody can say another one later; nothing if it has
    none, as that of every draw that may be seen at once."""
    _, sealed, secret = seed.partition(SEALED)
    return sha256(secret.encode()).hexdigest() if sealed else ""


def drawing_kept(drawing: Drawing) -> dict[str, Any]:
    aim = {} if drawing.aim is None else {"aim": drawing.aim}
    return aim | {
        "v": VERSION,
        "tables": [list(table.seats) for table in drawing.tables],
        "byes": list(drawing.byes),
        "optimal": drawing.optimal,
        "gap": str(drawing.gap),
        "cost": list(drawing.cost),
    }


def drawing_read(kept: Mapping[str, Any]) -> Drawing:
    _known(kept)
    return Drawing(
        tables=tuple(Table(number, tuple(seats)) for number, seats in enumerate(kept["tables"], 1)),
        byes=tuple(kept["byes"]),
        optimal=kept["optimal"],
        gap=Fraction(kept["gap"]),
        cost=tuple(kept["cost"]),
        aim=kept.get("aim"),
    )


def result_kept(
    result: Result, gone: Sequence[Entrant] = (), off: Mapping[Entrant, int] | None = None
) -> dict[str, Any]:
    """A table's result, who gave up a seat there that somebody else took over, and whom lateness cost points."""
    standing = [[one.entrant, one.wealth, one.rank, one.kind.value] for one in result.standing]
    kept = {"v": VERSION, "how": result.how.value, "standing": standing, "gone": list(gone)}
    return {**kept, "off": dict(off)} if off else kept


def result_read(table: TableKey, kept: Mapping[str, Any]) -> Result:
    _known(kept)
    standing = tuple(SeatResult(who, wealth, rank, Kind(kind)) for who, wealth, rank, kind in kept["standing"])
    return Result(table, standing, Ending(kept["how"]))


def estimate_begun(seq: int, seeds: tuple[str, ...]) -> dict[str, Any]:
    """Play-outs of a table as they are begun: from which move on, and by which seeds; samples follow one by one."""
    return {"v": VERSION, "seq": seq, "seeds": list(seeds), "samples": {}, "seats": []}


def estimates_kept(estimates: tuple[Estimate, ...]) -> list[list[Any]]:
    """What play-outs came to, seat by seat."""
    return [[one.player, str(one.mean), one.low, one.high] for one in estimates]


def estimate_read(kept: Mapping[str, Any]) -> tuple[Estimate, ...]:
    _known(kept)
    return tuple(Estimate(player, Fraction(mean), low, high) for player, mean, low, high in kept["seats"])


def _known(kept: Mapping[str, Any]) -> None:
    if kept.get("v") != VERSION:
        raise ValueError(f"a record of version {kept.get('v')}")
