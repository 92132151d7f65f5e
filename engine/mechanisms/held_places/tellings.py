"""What sentences about held places need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.held_places.events import PlacesOpened
from engine.text.telling import Telling

TELLINGS: Mapping[type[Event], Telling] = {
    PlacesOpened: lambda x, v: ("PlacesOpened", {"places": tuple(v.place(hex_) for hex_ in x.hexes)}),
}
