"""The cross-table of an event: who came where in which round."""

from __future__ import annotations

from moderator.drawing.cross_table import CrossLine
from moderator.events.explained import shown
from moderator.events.overview import Overview
from moderator.events.values import Ending, Entrant, Kind
from moderator.store.statuses import RoundStatus

MARKS = {Kind.FORFEIT: "–", Kind.REPLACED: "r", Kind.ADJUDICATED: "a", Kind.PLAYED: "", Kind.BYE: ""}


RULED = "d"


def mark(kind: Kind, how: Ending) -> str:
    """What stands behind a result that was not simply played: how somebody came by it, and if the director ruled."""
    return f"{MARKS[kind]}{RULED if how is Ending.RULED else ''}"


def marks(overview: Overview) -> dict[Entrant, str]:
    """The rounds of each player that were not simply played, for programs: how the seat was come by (forfeit, replaced,
    bye) and how its table ended (agreed, early, adjudicated, ruled); nothing that is still secret."""
    names = dict(zip(((row.stage, row.number) for row in overview.rounds), heads(overview), strict=True))
    found: dict[Entrant, dict[str, str]] = {}
    for result in overview.results:
        where = (result.table.stage, result.table.round)
        for seat in result.standing if where not in _hidden(overview) else ():
            mine = dict.fromkeys(str(one) for one in (seat.kind, result.how) if str(one) not in ("played", "void"))
            if mine:
                found.setdefault(seat.entrant, {})[names[where]] = " ".join(mine)
    return {who: "; ".join(f"{name} {how}" for name, how in mine.items()) for who, mine in found.items()}


def _hidden(overview: Overview) -> set[tuple[int, int]]:
    """Rounds of which nobody may know who sat where."""
    if not overview.terms.anonymous:
        return set()
    return {(row.stage, row.number) for row in overview.rounds if row.status != RoundStatus.OVER}


def heads(overview: Overview) -> list[str]:
    """What each round is called: its number within its stage."""
    several = len(overview.terms.stages) > 1
    return [f"{row.stage}.{row.number}" if several else str(row.number) for row in overview.rounds]


def cross_lines(overview: Overview) -> list[CrossLine]:
    """A line for each player in the order of the standings. What is still secret is left out."""
    hidden = _hidden(overview)
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
            elif seat.rank is None or seat.kind is Kind.FORFEIT:
                mine[places[where]] = "–"
            else:
                worth = "" if seat.wealth is None else f" {seat.wealth}"
                mine[places[where]] = f"{seat.rank}.{worth}{mark(seat.kind, result.how)}"
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
