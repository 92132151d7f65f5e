"""What a line says after a command's own words: the rest of it, a number, a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine import Refused
from moderator.hearing.reading import Statement
from moderator.office.clock import BadTime

T = TypeVar("T")


def rest(statement: Statement, words: int = 1) -> str:
    return " ".join(statement.text.split()[words:])


def number(statement: Statement, default: int) -> int:
    """The number the line ends with; far more digits than anything here has are not read."""
    digits = "".join(ch for ch in statement.text.split()[-1] if ch.isascii() and ch.isdigit())[:9]
    return int(digits) if digits else default


def offer_number(statement: Statement) -> int:
    found = number(statement, -1)
    if found < 0:
        raise Refused("Which offer? Name its number.", instead=("orders",))
    return found


def of_time(read: Callable[[], T], *instead: str) -> T:
    """Time that can't be read is refused with the clock's own words."""
    try:
        return read()
    except BadTime as wrong:
        raise Refused(wrong.message, instead=instead) from wrong
