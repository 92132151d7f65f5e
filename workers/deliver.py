"""Sends a mail of the outbox."""

from __future__ import annotations

from moderator.outbox.post import deliver
from workers.app import app, office


@app.task(name="waybill.deliver")
def send(outbox_id: int) -> None:
    deliver(office(), outbox_id)


@app.task(name="waybill.answer")
def answer(outbox_id: int) -> None:
    """The same, from a queue of its own that comes before the reports."""
    deliver(office(), outbox_id)
