"""Reading the order to exchange a private."""

from __future__ import annotations

from engine.mechanisms.exchange.moves import Exchange
from engine.moves import Move
from engine.notation.names import PRIVATE
from engine.notation.scan import Scanner
from engine.notation.shares import read_start


def read_exchange(scan: Scanner) -> Move:
    """A private for a company's first certificate: the words are those of a start; the private need not be named."""
    scan.name(PRIVATE)
    scan.skip("for", "trading", "with", "to")
    start = read_start(scan)
    return Exchange(start.company, start.price, start.hex, start.city)
