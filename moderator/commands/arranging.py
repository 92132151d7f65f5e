"""Changing something about a person that clocks depend on."""

from __future__ import annotations

from collections.abc import Callable

from engine.message import Message
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.store import Seat
from moderator.outbox import announce


def change_person(sitting: Sitting, **fields: object) -> None:
    """Every clock that depends on the person is settled under the old calendar first."""
    desk, person = sitting.desk, sitting.me

    def change() -> None:
        for name, value in fields.items():
            setattr(person, name, value)

    deadlines.resettle(desk, deadlines.decisions_of(desk, person), change)


def move_deadlines(
    sitting: Sitting, change: Callable[[], None], key: str, news: Callable[[Seat], tuple[Message, Message]]
) -> set[str]:
    """Lets the change happen; every table whose deadline moves by it is told. Gives the games told."""
    desk, told = sitting.desk, set()
    rows = deadlines.decisions_of(desk, sitting.me)
    before = {row.id: row.due_at for row in rows}
    deadlines.resettle(desk, rows, change)
    for row in rows:
        play, seat = desk.game(row.game_id), desk.session.get(Seat, row.seat_id)
        if row.due_at != before[row.id] and play is not None and seat is not None:
            announce.deadline(desk, play, key, *news(seat), but=seat)
            told.add(play.id)
    return told
