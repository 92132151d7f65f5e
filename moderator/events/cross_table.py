"""The cross-table of an event: who came where in which round."""

from __future__ import annotations

from moderator.drawing.cross_table import CrossLine
from moderator.events.overview import Overview
from moderator.events.results import shown
from moderator.events.values import Ending, Kind
from moderator.store.statuses import RoundStatus

MARKS = {Kind.FORFEIT: "–", Kind.REPLACED: "r", Kind.ADJUDICATED: "a", Kind.PLAYED: "", Kind.BYE: ""}


def heads(overview: Overview) -> list[str]:
    """What each round is called: its number within its stage."""
    several = len(overview.terms.stages) > 1
    return [f"{row.stage}.{row.number}" if several else str(row.number) for row in overview.rounds]


def cross_lines(overview: Overview) -> list[CrossLine]:
    """A line for each player in the order of the standings. What is still secret is left out."""
    hidden = {
        (row.stage, row.number)
        for row in overview.rounds
        if overview.terms.anonymous and row.status != RoundStatus.OVER
    }
    places = {(row.stage, row.number): at for at, row in enumerate(overview.rounds)}
    cells: dict[str, list[str]] = {}
    won: dict[str, set[int]] = {}
    for result in overview.results:
        where = (result.table.stage, result.table.round)
        for seat in result.standing:
            mine = cells.setdefault(seat.entrant, [""] * len(places))
            if where in hidden or (mine[places[where]] and result.how is Ending.VOID):
                continue
            if result.how is Ending.BYE:
                mine[places[where]] = "="
            elif seat.wealth is None or seat.kind is Kind.FORFEIT:
                mine[places[where]] = "–"
            else:
                mine[places[where]] = f"{seat.rank}. {seat.wealth}{MARKS[seat.kind]}"
                if seat.rank == 1:
                    won.setdefault(seat.entrant, set()).add(places[where])
    empty = [""] * len(places)
    return [
        CrossLine(
            str(line.rank),
            overview.by_key[line.entrant].name,
            tuple(cells.get(line.entrant, empty)),
            frozenset(won.get(line.entrant, ())),
            shown(line.points),
        )
        for line in overview.open_lines
    ]
