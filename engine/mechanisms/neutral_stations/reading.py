"""Reading the order to place a neutral station."""

from __future__ import annotations

from engine.moves import Move, PlaceStation
from engine.notation.scan import Scanner


def read_neutral(scan: Scanner) -> Move:
    scan.skip("station", "in", "on", "at")
    hex_, city = scan.spot()
    return PlaceStation(hex_, city, neutral=True)
