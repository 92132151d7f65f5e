"""Reading the bid that puts a minor up for auction and says where it begins."""

from __future__ import annotations

from engine.mechanisms.chosen_homes.moves import OpenAuction
from engine.mechanisms.chosen_homes.steps import minor_homes
from engine.moves import Move
from engine.names import Company
from engine.notation.names import COMPANY, HEX, PLACE
from engine.notation.scan import Scanner


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
            hex_, city = scan.spot(minor_homes(scan.state))
        else:
            return None
    return OpenAuction(Company(minor), amount, hex_, city) if minor and hex_ and amount is not None else None


def _place_next(scan: Scanner) -> bool:
    begun = scan.at
    found = HEX.fullmatch(scan.here) is not None or scan.name(PLACE) is not None
    scan.at = begun
    return found
