"""The whole service in one process: web, SMTP, a Celery worker, beat, postmen, bots as threads, the queue in memory."""

from __future__ import annotations

import logging
import threading
from typing import Any

import celery.beat
from celery.worker import WorkController

from moderator.errands.sweep import take_up
from moderator.gateway.imap import Watcher
from moderator.gateway.smtp import SmtpServer
from moderator.office.desk import Office
from workers import app as queue
from workers.beat import Ticking
from workers.pages import pages
from workers.postman import CHANNELS, THINKING, Postman
from workers.scribe import Scribe
from workers.smtp import doors, watcher

log = logging.getLogger(__name__)


class _Worker(WorkController):
    """A worker that says when it is ready; the library's own signal is never sent outside a worker process."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.ready = threading.Event()
        super().__init__(*args, **options)

    def on_consumer_ready(self, consumer: Any) -> None:
        self.ready.set()


class Embedded:
    """Starts and stops all parts in the right order."""

    def __init__(self, office: Office, concurrency: int = 2, *, scribe: bool = False) -> None:
        queue.use(office)
        self._scribe = Scribe() if scribe else None
        office.scribe = self._scribe
        self.office = office
        office.serves_alone()
        self._thinker = Postman(office, queue.ring, THINKING, threads=1)
        self._messenger = Postman(office, self._thinker.ring, CHANNELS, threads=1)
        self._postman = Postman(office, self._messenger.ring)
        office.bell = self._postman.ring
        self.smtp, *others = doors(office)
        self._doors: tuple[SmtpServer | Watcher, ...] = (self.smtp, *others, *watcher(office))
        self.http = pages(office)
        self._worker = _Worker(
            app=queue.app,
            pool="threads",
            concurrency=concurrency,
            hostname="embedded@waybill",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        beat: Any = celery.beat.EmbeddedService(queue.app, thread=True, scheduler_cls=Ticking)
        beat.daemon = True
        self._beat = beat
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        for door in self._doors:
            door.start()
        self._spawn(self._worker.start, "worker")
        if not self._worker.ready.wait(30):
            raise RuntimeError("the embedded worker did not start")
        if self._scribe is not None:
            self._scribe.start()
        self._postman.start()
        self._messenger.start()
        self._thinker.start()
        self._beat.start()
        self._spawn(self.http.run, "http")
        # What was under way when the last process ended is taken up at once.
        take_up(self.office, self.office.bell)

    def _spawn(self, run: Any, name: str) -> None:
        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def stop(self) -> None:
        """First nothing new comes in, then what is under way is finished."""
        for door in self._doors:
            door.stop()
        self.http.close()
        self._beat.stop()
        self._worker.stop()
        self._postman.stop()
        self._messenger.stop()
        self._thinker.stop()
        if self._scribe is not None:
            self._scribe.stop()
        for thread in self._threads:
            thread.join(10)
        self.office.close()
