"""Reading what is decided about a company without a train."""

from __future__ import annotations

from engine.errors import Unreadable
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.moves import Move
from engine.notation.names import COMPANY
from engine.notation.said import on_turn
from engine.notation.scan import Scanner


def read_nationalise(scan: Scanner) -> Move:
    """The company, named or not."""
    _named(scan)
    return Nationalise()


def read_keep(scan: Scanner) -> Move | None:
    """The company, named or not; stations are kept by another order."""
    if scan.over or (not scan.skip("station") and _named(scan) and scan.over):
        return Keep()
    return None


def _named(scan: Scanner) -> bool:
    """Whether a company is named. Where one is asked about, no other can be meant."""
    named = scan.name(COMPANY)
    if named is not None and scan.state.demands and named[1] != on_turn(scan.state):
        raise Unreadable("{company} is on turn, not {other}.", company=on_turn(scan.state), other=named[1])
    return named is not None
