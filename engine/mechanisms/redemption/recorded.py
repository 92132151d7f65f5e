"""Redemption in recorded games."""

from __future__ import annotations

from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.redemption.moves import Redeem
from engine.names import POOL, TREASURY


def _buy_shares(record: Import, action: Action) -> bool:
    """A company that buys shares redeems its own."""
    if action["entity_type"] != "corporation":
        return False
    shares = action["shares"]
    company = record.company(shares[0].rpartition("_")[0])
    record.trade(Redeem(len(shares)), company, shares, TREASURY)
    return True


def _write_redeem(file: Export, move: Redeem) -> None:
    chosen = file.shares(file.state.operating, POOL, move.count)
    file.emit("buy_shares", shares=chosen, percent=10 * move.count)


ADAPTER = Adapter(reads={"buy_shares": _buy_shares}, writes={Redeem: _write_redeem})
