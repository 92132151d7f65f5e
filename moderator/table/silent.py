"""Two orders on file that contradict each other, brought together by an undo: which is silent, and beside which one."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.office.desk import Desk
from moderator.store.tables import OrderOnFile, Seat

# By this name an order remembers which one contradicts it, given later: as long as that is on file it is silent.
BESIDE = "beside"


def is_silent(desk: Desk, seat: Seat, row: OrderOnFile) -> bool:
    """Whether its owner has yet to choose between an order and a later one that contradicts it."""
    return BESIDE in row.data and spoken_over(row, desk.filed.open_of(seat)) is not None


def spoken_over(row: OrderOnFile, rows: Sequence[OrderOnFile]) -> OrderOnFile | None:
    """Which of these is heard instead of an order."""
    number = row.data.get(BESIDE)
    return next((one for one in rows if one.number == number), None) if number is not None else None


def may_speak(row: OrderOnFile) -> None:
    """Nothing stands beside it any more, as far as anybody knows."""
    if BESIDE in row.data:
        row.data = {name: value for name, value in row.data.items() if name != BESIDE}
