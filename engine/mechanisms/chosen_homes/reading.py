"""Reading the bid that puts a minor up for auction and says where it begins."""

from __future__ import annotations

import re

from engine.board.hexes import Hex
from engine.mechanisms.chosen_homes.moves import OpenAuction
from engine.mechanisms.chosen_homes.steps import minor_homes
from engine.message import Listed, Message
from engine.moves import Move
from engine.names import Company
from engine.notation.names import COMPANY, HEX, PLACE
from engine.notation.scan import Scanner, Several

_STOP = re.compile(r"s([0-9])")


def read_opening(scan: Scanner) -> Move | None:
    """A bid that names a place; any other is left to the shelf, and the place is asked for."""
    minor, hex_, city, amount = "", "", -1, None
    while not scan.over:
        if scan.skip("at", "in", "on", "for", "of", "to", "with", ",", ":"):
            continue
        if amount is None and (number := scan.number()) is not None:
            amount = number
        elif not minor and (named := scan.name(COMPANY)) is not None:
            minor = named[1]
        elif not hex_ and _place_next(scan):
            hex_, city = scan.spot()
            city = _stop(scan, hex_) if city < 0 else city
        else:
            return None
    return OpenAuction(Company(minor), amount, hex_, city) if minor and hex_ and amount is not None else None


def _stop(scan: Scanner, hex_: str) -> int:
    """ "F16 s1": stops are counted from 0 by some and from 1 by others. Raises Several where both could be meant."""
    found = _STOP.fullmatch(scan.here)
    if found is None:
        return -1
    homes = minor_homes(scan.state)
    cities = [city for city in (int(found[1]), int(found[1]) - 1) if (Hex(hex_), city) in homes]
    if len(cities) > 1:
        lines = tuple(
            (*scan.words[: scan.at], "city", str(city + 1), *scan.words[scan.at + 1 :]) for city in sorted(cities)
        )
        names = Listed([f"city {city + 1}" for city in sorted(cities)], "each")
        raise Several(Message("“{text}” could be {names}.", text=scan.words[scan.at], names=names), lines)
    scan.at += 1
    return cities[0] if cities else int(found[1])


def _place_next(scan: Scanner) -> bool:
    begun = scan.at
    found = HEX.fullmatch(scan.here) is not None or scan.name(PLACE) is not None
    scan.at = begun
    return found
