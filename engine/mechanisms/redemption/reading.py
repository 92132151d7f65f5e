"""Reading the order to buy shares back."""

from __future__ import annotations

from engine.mechanisms.redemption.moves import Redeem
from engine.moves import Move
from engine.notation.scan import Scanner


def read_redeem(scan: Scanner) -> Move:
    count = scan.count()
    scan.skip("of")
    if not scan.over:
        scan.company()
    if count is None and not scan.over:
        count = scan.count()
    return Redeem(1 if count is None else count)
