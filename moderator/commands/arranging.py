"""Changing something about a person that clocks depend on."""

from __future__ import annotations

from moderator.commands.sitting import Sitting
from moderator.games import deadlines


def change_person(sitting: Sitting, **fields: object) -> None:
    """Every clock that depends on the person is settled under the old calendar first."""
    desk, person = sitting.desk, sitting.me

    def change() -> None:
        for name, value in fields.items():
            setattr(person, name, value)

    deadlines.resettle(desk, deadlines.decisions_of(desk, person), change)
