"""Trade-ins in recorded games: a purchase names the very train handed in."""

from __future__ import annotations

from engine.interop.adapter import Adapter
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.trade_ins.events import TrainHandedIn
from engine.names import POOL

# A note of the import: the train that the purchase being played hands in.
HANDED_IN = "train handed in"


def _buy_train(record: Import, action: Action) -> bool:
    record.notes[HANDED_IN] = str(action.get("exchange") or "")
    return False


def _handed_in(record: Import, event: TrainHandedIn) -> None:
    record.trains[record.notes[HANDED_IN]] = POOL if event.to_pool else ""


ADAPTER = Adapter(reads={"buy_train": _buy_train}, follows={TrainHandedIn: _handed_in})
