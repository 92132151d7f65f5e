"""What the `celery` program loads: the application, configured from the environment."""

from __future__ import annotations

from celery.signals import setup_logging, worker_init, worker_process_init

from config.logging import set_up
from config.settings import load
from moderator.inbox.ready import get_ready
from workers import app as queue
from workers.heap import settle

_settings = load()
set_up(_settings.log)
app = queue.configure(_settings)


@setup_logging.connect
def _our_logs(**_: object) -> None:
    """Whoever listens here keeps Celery from setting its own level: workers log as the other processes do."""
    set_up(_settings.log)


@worker_init.connect
def _ready(**_: object) -> None:
    """Before processes are forked: what is known then, none of them has to learn."""
    get_ready()


@worker_process_init.connect
def _fresh(**_: object) -> None:
    """A forked process must not share its parent's database connections."""
    if queue._office is not None:
        queue._office.database.dispose(close=False)
    settle()
