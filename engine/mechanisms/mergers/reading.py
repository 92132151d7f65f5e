"""Reading what is said of conversions and mergers."""

from __future__ import annotations

from engine.errors import Unreadable
from engine.mechanisms.mergers.moves import Convert, KeepStations, Merge, Take
from engine.moves import Move, Pass
from engine.names import Company
from engine.notation.scan import Scanner


def read_keep(scan: Scanner) -> Move:
    """Some of the stations of a new company."""
    scan.skip("station")
    return KeepStations(_places(scan))


def _places(scan: Scanner) -> tuple[str, ...]:
    found = []
    while not scan.over:
        if scan.skip(",", "and", "in", "at", "with"):
            continue
        hex_, city = scan.spot()
        found.append(hex_ if city < 0 else f"{hex_}:{city}")
    if not found:
        raise Unreadable("Say which stations to keep, by their hexes.")
    return tuple(found)


def read_convert(scan: Scanner) -> Move:
    minor = scan.company()
    scan.skip("in", "to", "as", "into")
    return Convert(Company(minor), Company(scan.company()))


def read_merge(scan: Scanner) -> Move:
    minors: list[Company] = []
    while not scan.over and scan.link not in ("in", "to", "as"):
        if not scan.skip(",", "and", "with"):
            minors.append(Company(scan.company()))
    if not scan.skip("in", "to", "as"):
        raise Unreadable("Say into which company they merge: merge … into …")
    public = Company(scan.company())
    keeping: tuple[str, ...] = ()
    scan.skip(",", "and")
    if scan.skip("keeping"):
        scan.skip("station")
        keeping = _places(scan)
    return Merge(tuple(minors), public, keeping)


def read_take(scan: Scanner) -> Move:
    if scan.means("nothing"):
        scan.at += 1
        scan.skip("of")
        if not scan.over:
            scan.company()
        return Pass()
    count = scan.count()
    scan.skip("of")
    demands = scan.state.demands
    if scan.over and demands and demands[0].company:
        company = demands[0].company
    else:
        company = Company(scan.company())
    if count is None and not scan.over:
        count = scan.count()
    return Pass() if count == 0 else Take(company, 1 if count is None else count)
