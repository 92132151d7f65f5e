"""Acts on a mail that was taken in."""

from __future__ import annotations

from moderator.inbox.handle import handle
from workers.app import app, office


@app.task(name="waybill.receive")
def receive(mail_id: int) -> None:
    handle(office(), mail_id)
