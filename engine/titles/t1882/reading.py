"""Reading the order only this title has."""

from __future__ import annotations

from engine.moves import Move
from engine.notation.scan import Scanner
from engine.titles.t1882.moves import MoveStation


def read_move(scan: Scanner) -> Move:
    scan.skip("station", "from", "in", "of")
    origin = scan.place()
    scan.skip("to", "in", "on")
    hex_, city = scan.spot()
    return MoveStation(origin, hex_, city)
