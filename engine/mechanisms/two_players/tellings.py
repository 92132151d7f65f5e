"""What sentences about a game of two need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.two_players.events import TrainsRemoved
from engine.text.telling import Telling

TELLINGS: Mapping[type[Event], Telling] = {
    TrainsRemoved: lambda x, v: ("TrainsRemoved", {"trains": tuple(f"{n} × {train}" for train, n in x.trains)}),
}
