"""Minors put up for auction in recorded games: a bid, then the station, which comes by itself with the next action."""

from __future__ import annotations

from engine import game
from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.mechanisms.chosen_homes.moves import OpenAuction
from engine.moves import Bid, PlaceStation


def _write_auction(file: Export, move: OpenAuction) -> None:
    file.write(Bid(move.minor, move.amount))
    assert game.to_act(file.state) is not None
    file.write(PlaceStation(move.hex, move.city))


ADAPTER = Adapter(writes={OpenAuction: _write_auction})
