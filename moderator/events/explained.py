"""Standings in words: every line of them, why it stands there, and what told equals apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import engine
from engine.message import Listed, Message, Money
from moderator.events.lines import Line, by_seat, placed_with
from moderator.events.overview import Overview
from moderator.events.records import result_read
from moderator.events.scoring import placed, score
from moderator.events.terms import Format, StagePlan
from moderator.events.terms_told import tie_told
from moderator.events.values import Ending, Kind, TableKey, Tie
from moderator.store.cup_tables import CupTable
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus


def provisional(overview: Overview, table: CupTable) -> list[Said]:
    """That places may change, while other tables of the round are open."""
    if not overview.undecided(overview.round_of(table)):
        return []
    if overview.terms.duplicate:
        return [
            Message(
                "Everybody is compared with those who had the same seat elsewhere: until all tables of the round are "
                "decided, these points are provisional."
            )
        ]
    return [Message("Other tables of the round are not decided yet: places may change.")]


def places_told(overview: Overview, table: CupTable) -> list[Said]:
    """Who came where at a table, by the names of their seats, and with what."""
    if table.result is None:
        return []
    seats = {one["entry"]: one["seat"] for one in table.seats}
    seats |= {one["offered"]: one["seat"] for one in table.seats if one["offered"]}
    currency = engine.title_named(table.title).currency
    return [
        f"{place}. {seats[who]}"
        if worth is None
        else Message("{place}  {wealth}", place=f"{place}. {seats[who]}", wealth=Money(worth, currency))
        for place, who, worth in in_places(table.result)
        if who in seats
    ]


def in_places(result: Mapping[str, Any]) -> list[tuple[int, str, int | None]]:
    """The place, player and wealth of everybody in a result as it is kept, the first first: who forfeited a seat comes
    behind all others, as they do in points."""
    read = result_read(TableKey(0, 0, 0), result)
    places = placed(read)
    found = [(places[one.entrant].first, one.entrant, one.wealth) for one in read.standing]
    return sorted(found, key=lambda one: one[0])


def own_line(overview: Overview, who: str) -> Said:
    """Why somebody stands where they stand: their line, and what each table brought."""
    line = next((one for one in overview.lines if one.entrant == who), None)
    if line is None:
        return Message("You are not in the standings.")
    head = Message(
        "You are {rank} of {count}. {working}",
        rank=line.rank,
        count=len(placed_with(line, overview.lines)),
        working=line.working,
    )
    return Listed((head, *tables_explained(overview, who, line.stage)), "\n")


def tables_explained(overview: Overview, who: str, stage: int) -> list[Said]:
    """What each table of a stage brought somebody, and why."""
    counted = by_seat(overview.results) if overview.terms.duplicate else overview.results
    mine = [one for one in counted if one.table.stage == stage and any(seat.entrant == who for seat in one.standing)]
    scores = [(one.table, score(one, overview.terms.scheme).get(who)) for one in mine]
    names = {(row.stage, row.number): overview.name_of(row) for row in overview.rounds}
    return [
        Message(
            "Round {round}: {points}. {working}",
            round=names[table.stage, table.round],
            points=shown(found.value),
            working=found.working,
        )
        for table, found in sorted(scores, key=lambda pair: (pair[0].round, pair[0].number))
        if found is not None
    ]


def top_told(overview: Overview, most: int = 10) -> list[Said]:
    """The head of the standings."""
    lines = overview.open_lines[:most]
    told: list[Said] = []
    for line, heading in zip(lines, headings(overview, lines), strict=True):
        told += [heading] if heading is not None else []
        told.append(line_told(overview, line))
    return told + further_told(lines) + ties_told(lines, overview)


def further_told(lines: Sequence[Line]) -> list[Said]:
    """Why somebody with more points stands behind others: they did not come as far."""
    if len({(line.stage, line.reached) for line in lines}) == 1 or not lines:
        return []
    return [Message("Who came further stands before who did not, whatever the points.")]


def line_told(overview: Overview, line: Line) -> Said:
    """A line of the standings; who is in the event no more is marked."""
    entry = overview.by_key[line.entrant]
    said = f"{line.rank}. {entry.name}  {shown(line.points)}"
    if entry.status == EntryStatus.EXPELLED:
        return Message("{line}  (excluded)", line=said)
    return Message("{line}  (withdrawn)", line=said) if entry.status == EntryStatus.WITHDRAWN else said


def headings(overview: Overview, lines: Sequence[Line]) -> list[Message | None]:
    """What stands above each line of the standings: its stage where there are several, its division, its group."""
    several = len({(line.stage, line.reached) for line in lines}) > 1
    found: list[Message | None] = []
    before: tuple[int, str, int] | None = None
    for line in lines:
        here = (line.stage, line.pool, line.reached)
        found.append(None if here == before else _heading(overview, line, several=several))
        before = here
    return found


def _heading(overview: Overview, line: Line, *, several: bool) -> Message | None:
    plan = overview.stage_of(line.stage)
    if line.pool:
        return pool_told(plan, line.pool)
    if not several:
        return None
    rows = [one for one in overview.rounds if one.stage == line.stage]
    row = next((one for one in rows if one.number == line.reached), rows[-1])
    if plan.rounds == 1 or plan.format is Format.KNOCKOUT:
        return Message("Round {round}", round=overview.name_of(row))
    return Message("Stage {stage}", stage=line.stage)


def pool_told(plan: StagePlan, pool: str) -> Message:
    """What a part of a stage is called whose players meet each other alone."""
    if plan.format is Format.LEAGUE:
        return Message("Division {division}", division=pool)
    return Message("Pool {pool}", pool=pool)


def _ranked(overview: Overview, lines: Sequence[Line]) -> list[Line]:
    """Those who stand where their results put them: who is excluded stands last whatever they are."""
    return [line for line in lines if overview.by_key[line.entrant].status != EntryStatus.EXPELLED]


def by_lot(overview: Overview, lines: Sequence[Line]) -> bool:
    """Whether nothing but the lot has put the first before the second."""
    lines = _ranked(overview, lines)
    return len(lines) > 1 and _parting(overview, *lines[:2]) is Tie.LOT


def ties_told(lines: Sequence[Line], overview: Overview) -> list[Said]:
    """Who has the same points, and what put them in their order."""
    found: list[Said] = []
    ranked_lines = _ranked(overview, lines)
    for _, alike in groupby(ranked_lines, key=lambda line: (line.stage, line.reached, line.pool, line.points)):
        equals = list(alike)
        # As long as nobody has a point nothing was decided, as far as everybody may know.
        if len(equals) == 1 or not any(line.points for line in lines):
            continue
        names = Listed(overview.by_key[line.entrant].name for line in equals)
        if len({line.rank for line in equals}) == 1 and len({line.tie_values for line in equals}) > 1:
            # Of different groups: nobody has measured them against each other.
            found.append(Message("The same points in different groups, and the same place: {names}.", names=names))
            continue
        parted = [_parting(overview, *pair) for pair in pairwise(equals)]
        ways = [tie_told(tie) for tie in overview.terms.ties if tie in parted]
        if ways:
            found.append(
                Message("The same points: {names}. What decided: {ties}.", names=names, ties=Listed(ways, ","))
            )
            if Tie.SHARE in parted and _of_different_sizes(overview, equals):
                found.append(
                    Message(
                        "Where fewer sat at a table, or somebody forfeited a seat, everybody's share of its wealth is "
                        "larger."
                    )
                )
        else:
            found.append(Message("The same points, and nothing tells them apart: {names}.", names=names))
    return found


def _of_different_sizes(overview: Overview, lines: Sequence[Line]) -> bool:
    """Whether the tables of some had fewer among whom wealth was shared than those of others."""
    counts: dict[str, list[int]] = {line.entrant: [] for line in lines}
    stages = {line.entrant: line.stage for line in lines}
    for one in overview.results:
        if one.how in (Ending.BYE, Ending.VOID):
            continue
        shared = sum(seat.kind is not Kind.FORFEIT for seat in one.standing)
        for seat in one.standing:
            if stages.get(seat.entrant) == one.table.stage:
                counts[seat.entrant].append(shared)
    return len({tuple(sorted(each)) for each in counts.values()}) > 1


def _parting(overview: Overview, one: Line, other: Line) -> Tie | None:
    """What tells two apart who have the same points; nothing if they have not, or share their place."""
    if one.rank == other.rank or (one.stage, one.pool, one.points) != (other.stage, other.pool, other.points):
        return None
    compared = zip(overview.terms.ties, one.tie_values, other.tie_values, strict=False)
    return next((tie for tie, mine, theirs in compared if mine != theirs), None)


def shown(points: Any) -> str:
    """An exact number as people read it: whole, a fraction, or two digits where it is a long one."""
    if points.denominator == 1:
        return str(points.numerator)
    whole, rest = divmod(points.numerator, points.denominator)
    if points.denominator <= 12:
        return f"{whole} {rest}/{points.denominator}" if whole else f"{rest}/{points.denominator}"
    return f"{float(points):.3f}"
