"""Signals in recorded games."""

from __future__ import annotations

from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from tests.toy.heliograph.signals import Flash


def _flash(record: Import, action: Action) -> bool:
    record.play(Flash(action["hex"]))
    return True


def _write_flash(file: Export, move: Flash) -> None:
    file.emit("flash", hex=move.hex)


ADAPTER = Adapter(reads={"flash": _flash}, writes={Flash: _write_flash})
