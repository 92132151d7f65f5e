"""The Celery application and the office its tasks work in."""

from __future__ import annotations

from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError

from config.celery import configuration
from config.settings import Settings, load
from moderator.drawing.mosaic import MOSAIC
from moderator.drawing.shelf import Shelf
from moderator.errands.sweep import ERRANDS
from moderator.office.desk import Office

app = Celery("waybill", include=["workers.errands", "workers.sweep", "workers.audit"])

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


def share_drawings(settings: Settings) -> None:
    """What one process of this machine has drawn, none of the others draws again."""
    MOSAIC.shelf = Shelf(settings.home / "drawn")


def office() -> Office:
    if _office is None:
        settings = load()
        share_drawings(settings)
        use(Office(settings))
    assert _office is not None
    return _office


def ring(task: str, key: Any) -> None:
    """Tells the workers that there is something to do. Raises OSError when the broker is away."""
    errand = ERRANDS[task]
    try:
        app.send_task(errand.task, args=[task, key], expires=errand.seconds)
    except OperationalError as gone:
        raise ConnectionError("the broker is away") from gone
