"""The clock that rings for what is due, and signs whenever it ticks."""

from __future__ import annotations

from typing import Any

from celery.beat import Scheduler

from moderator.errands import heartbeat
from workers.app import office


class Ticking(Scheduler):
    """Celery's own scheduler without a file; a page can tell when it has stopped."""

    def tick(self, *args: Any, **options: Any) -> float:
        until = float(super().tick(*args, **options))
        heartbeat.sign(office(), heartbeat.BEAT)
        return until
