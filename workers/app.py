"""The Celery application and the office its tasks work in."""

from __future__ import annotations

from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError

from config.celery import configuration
from config.settings import Settings, load
from moderator.desk import Office
from moderator.games.rules import Rules

app = Celery("waybill", include=["workers.receive", "workers.deliver", "workers.sweep", "workers.audit"])

_office: Office | None = None


def configure(settings: Settings) -> Celery:
    app.conf.update(configuration(settings))
    return app


def use(office: Office) -> None:
    """The embedded service brings its own office; worker processes make theirs when first asked."""
    global _office
    _office = office
    office.bell = ring
    configure(office.settings)


def office() -> Office:
    if _office is None:
        use(Office(load(), Rules()))
    assert _office is not None
    return _office


# Which Celery task answers which bell.
BELLS = {"receive": "waybill.receive", "answer": "waybill.answer", "deliver": "waybill.deliver"}
# Every pass of the sweep rings for all mail that is due: in a long queue the old rings must not pile up.
STALE = {"answer": 120, "deliver": 120}


def ring(task: str, key: Any) -> None:
    """Tells the workers that there is something to do. Raises OSError when the broker is away."""
    name, args = (BELLS[task], [key]) if task in BELLS else ("waybill.do", [task, key])
    try:
        app.send_task(name, args=args, expires=STALE.get(task))
    except OperationalError as gone:
        raise ConnectionError("the broker is away") from gone
