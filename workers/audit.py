"""Replays every live game once a day and compares it with what is stored."""

from __future__ import annotations

from datetime import timedelta

from moderator.errands.audit import audit
from moderator.office.desk import Office
from workers.app import app, office


@app.task(name="waybill.audit", expires=3600)
def check() -> None:
    house = office()
    if first_today(house):
        audit(house)


def first_today(house: Office) -> bool:
    """Asked every hour; the database remembers the day, so that a restart neither skips nor repeats."""
    with house.desk() as desk:
        return desk.remember("audit", desk.now.date().isoformat(), desk.now + timedelta(days=2))
