"""Replays every live game and compares it with what is stored."""

from __future__ import annotations

from moderator.games.audit import audit
from workers.app import app, office


@app.task(name="waybill.audit", expires=3600)
def check() -> None:
    audit(office())
