"""Exports in recorded games: they are no action, but their trains have numbers."""

from __future__ import annotations

from engine.interop.adapter import Adapter
from engine.interop.site18xx import Import
from engine.mechanisms.exports.events import TrainExported
from engine.names import BANK, NO_COMPANY


def _exported(record: Import, event: TrainExported) -> None:
    record.claim(event.train, BANK, NO_COMPANY)


ADAPTER = Adapter(follows={TrainExported: _exported})
