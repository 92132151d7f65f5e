"""What sentences about the end of a game need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.endings.events import EndAnnounced
from engine.text.telling import Telling, why

TELLINGS: Mapping[type[Event], Telling] = {
    EndAnnounced: lambda x, v: (
        "EndAnnounced" + ("_set" if x.final_set else ""),
        {"why": why(x.why), "set": x.final_set},
    ),
}
