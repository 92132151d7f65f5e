"""Reading what is decided about a company without a train."""

from __future__ import annotations

from engine.mechanisms.nationalisation.moves import Keep
from engine.moves import Move
from engine.notation.names import COMPANY
from engine.notation.scan import Scanner


def read_keep(scan: Scanner) -> Move | None:
    """The company, named or not; stations are kept by another order."""
    if scan.over or (not scan.skip("station") and scan.name(COMPANY) is not None and scan.over):
        return Keep()
    return None
