"""Sends a mail of the outbox."""

from __future__ import annotations

from moderator.outbox.post import deliver
from workers.app import app, office


@app.task(name="waybill.deliver")
def send(outbox_id: int) -> None:
    deliver(office(), outbox_id)
