"""The end by agreement in recorded games."""

from __future__ import annotations

from engine import game
from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.endings.moves import EndGame


def _end(record: Import, action: Action) -> bool:
    record.play(EndGame())
    return True


def _write_end(file: Export, move: EndGame) -> None:
    file.emit("end_game", game.to_act(file.state))


ADAPTER = Adapter(reads={"end_game": _end}, writes={EndGame: _write_end})
