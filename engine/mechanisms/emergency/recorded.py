"""Bankruptcy in recorded games."""

from __future__ import annotations

from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.emergency.moves import Bankrupt


def _bankrupt(record: Import, action: Action) -> bool:
    record.play(Bankrupt())
    return True


def _write_bankrupt(file: Export, move: Bankrupt) -> None:
    file.emit("bankrupt")


ADAPTER = Adapter(reads={"bankrupt": _bankrupt}, writes={Bankrupt: _write_bankrupt})
