"""The pass over the database that finds what is due."""

from __future__ import annotations

from moderator.errands import heartbeat
from moderator.errands import sweep as passes
from workers.app import app, office


@app.task(name="waybill.sweep", expires=60)
def sweep() -> None:
    house = office()
    passes.sweep(house, house.bell, guarded=True)
    heartbeat.sign(house, heartbeat.WORKER)
