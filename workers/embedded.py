"""The whole service in one process: web, SMTP, a Celery worker and beat as threads, the queue in memory."""

from __future__ import annotations

import logging
import threading
from typing import Any

import celery.beat
from celery.worker import WorkController
from waitress.server import create_server  # type: ignore[import-untyped]

from moderator.desk import Office
from moderator.games.sweep import take_up
from moderator.gateway.smtp import SmtpServer
from moderator.inbox.take_in import known, take_in
from moderator.web import create_app
from workers import app as queue

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

    def __init__(self, office: Office, concurrency: int = 2) -> None:
        queue.use(office)
        settings = office.settings
        self.office = office
        self.smtp = SmtpServer(
            lambda raw, envelope: take_in(office, raw, envelope),
            lambda address: known(office, address),
            *settings.smtp_bind,
            hostname=settings.mail_domain,
            most_bytes=settings.max_mail_bytes,
        )
        host, port = settings.http_bind
        self.http = create_server(create_app(office), host=host, port=port, threads=8, ident="Waybill")
        self._worker = _Worker(
            app=queue.app,
            pool="threads",
            concurrency=concurrency,
            hostname="embedded@waybill",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        beat: Any = celery.beat.EmbeddedService(queue.app, thread=True, scheduler_cls=celery.beat.Scheduler)
        beat.daemon = True
        self._beat = beat
        self._threads: list[threading.Thread] = []

    @property
    def http_port(self) -> int:
        return int(self.http.effective_port)

    def start(self) -> None:
        self.smtp.start()
        self._spawn(self._worker.start, "worker")
        if not self._worker.ready.wait(30):
            raise RuntimeError("the embedded worker did not start")
        self._beat.start()
        self._spawn(self.http.run, "http")
        # What was under way when the last process ended is taken up at once.
        take_up(self.office, queue.ring)

    def _spawn(self, run: Any, name: str) -> None:
        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def stop(self) -> None:
        """First nothing new comes in, then what is under way is finished."""
        self.smtp.stop()
        self.http.close()
        self._beat.stop()
        self._worker.stop()
        for thread in self._threads:
            thread.join(10)
        self.office.close()
