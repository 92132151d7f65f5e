"""Sends mail and word to other channels, and plays for bots, in threads of their own, for the embedded service: a relay
that hangs or a bot that thinks holds up no order and no page."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from itertools import count
from queue import PriorityQueue
from typing import Any

from moderator.errands.sweep import run_task
from moderator.office.desk import Bell, Office

log = logging.getLogger(__name__)

# A player who waits for an answer comes before mail that goes out to others.
URGENCY = {"answer": 0, "deliver": 1}
# Whoever names a channel may let us wait there: word to channels is carried by somebody else.
CHANNELS = {"hook": 0}
# Bots think long, and so do the play-outs of an event: one after the other, while mail is read elsewhere.
THINKING = {"bots": 0, "cup": 0, "playout": 1}


class Postman:
    """Hears the bells for some errands and leaves all others to who answered them before."""

    def __init__(self, office: Office, others: Bell, urgency: Mapping[str, int] = URGENCY, threads: int = 2) -> None:
        self._office, self._others, self._urgency = office, others, urgency
        self._waiting: PriorityQueue[tuple[int, int, str, Any]] = PriorityQueue()
        # Every pass of the sweep rings for all that is due; one ring is enough.
        self._rung: set[Any] = set()
        self._numbers = count()
        self._threads = [
            threading.Thread(target=self._carry, name=f"postman-{number}", daemon=True) for number in range(threads)
        ]

    def ring(self, task: str, key: Any) -> None:
        if task not in self._urgency:
            self._others(task, key)
        elif key not in self._rung:
            self._rung.add(key)
            self._waiting.put((self._urgency[task], next(self._numbers), task, key))

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """What waits is in the database and goes out next time; what is under way is finished."""
        for _ in self._threads:
            self._waiting.put((-1, next(self._numbers), "", 0))
        for thread in self._threads:
            thread.join(10)

    def _carry(self) -> None:
        while (one := self._waiting.get())[0] >= 0:
            _, _, task, key = one
            self._rung.discard(key)
            try:
                run_task(self._office, task, key)
            except Exception:
                # The row is as it was, and the sweep rings for it again.
                log.exception("%s %s could not be carried", task, key)
