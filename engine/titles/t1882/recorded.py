"""What only this title has in recorded games: the power to move a station, and a share that comes with a private."""

from __future__ import annotations

from engine import game
from engine.board.hexes import Hex
from engine.events import CompanyStarted
from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.moves import Pass
from engine.names import Company, Player
from engine.titles.t1882.moves import MoveStation
from engine.titles.t1882.own import ShareReceived

# Notes of the import: the hex of a station being moved, and whose certificate number 1 came with a private.
LIFTED, GIFTS = "lifted station", "gifts"


def _by_private(action: Action) -> bool:
    return action.get("entity_type") == "company"


def _remove_token(record: Import, action: Action) -> bool:
    """A station removed by a private's power is placed elsewhere by the next action."""
    if not _by_private(action):
        return False
    record.notes[LIFTED] = record.city(action["city"])[0]
    return True


def _place_token(record: Import, action: Action) -> bool:
    if not _by_private(action):
        return False
    hex_, city = record.city(action["city"])
    record.play(MoveStation(record.notes.pop(LIFTED, ""), hex_, city))
    return True


def _pass(record: Import, action: Action) -> bool:
    if not _by_private(action):
        return False
    if not record.state.over and Pass in game.open_step(record.state).accepts:
        record.play(Pass())
    return True


def _write_move(file: Export, move: MoveStation) -> None:
    state = file.state
    owned = state.privates_of(state.operating)
    stop = state.board.station_in(state.operating, Hex(move.origin)) or 0
    owner = {"entity_type": "company", "entity": state.title.privates[owned[0]].site if owned else ""}
    file.put({"type": "remove_token", "city": file.city(move.origin, stop), **owner, "slot": 0})
    file.put({"type": "place_token", "city": file.city(move.hex, max(move.city, 0)), **owner, "slot": 0})


def _received(record: Import, event: ShareReceived) -> None:
    record.notes.setdefault(GIFTS, {})[event.company] = event.player


def _started(record: Import, event: CompanyStarted) -> None:
    gifts: dict[Company, Player] = record.notes.get(GIFTS, {})
    if event.company in gifts:
        record.papers.move(event.company, [1], gifts[event.company])


POWER = Adapter(
    reads={"remove_token": _remove_token, "place_token": _place_token, "pass": _pass}, writes={MoveStation: _write_move}
)
SHARE = Adapter(follows={ShareReceived: _received, CompanyStarted: _started})
