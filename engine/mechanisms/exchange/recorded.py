"""Exchanges in recorded games."""

from __future__ import annotations

from engine import game
from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.exchange.moves import Exchange


def _par(record: Import, action: Action) -> bool:
    """The site calls it a start; the company is one that only a private can start."""
    company = record.company(action["corporation"])
    if "start_by" not in record.state.title.companies[company].note:
        return False
    if Exchange not in game.open_step(record.state).accepts:
        return False
    record.play(Exchange(company, int(str(action["share_price"]).partition(",")[0])))
    return True


def _write_exchange(file: Export, move: Exchange) -> None:
    file.start(move.company, move.price, move.hex, move.city)


ADAPTER = Adapter(reads={"par": _par}, writes={Exchange: _write_exchange})
