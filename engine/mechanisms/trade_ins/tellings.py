"""What sentences about trade-ins need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.trade_ins.events import TrainHandedIn
from engine.text.telling import Telling

TELLINGS: Mapping[type[Event], Telling] = {
    TrainHandedIn: lambda x, v: (
        "TrainHandedIn" + ("" if x.to_pool else "_removed"),
        {"company": x.company, "train": x.train},
    ),
}
