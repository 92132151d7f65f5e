"""What sentences about chosen homes need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.chosen_homes.events import HomeChosen
from engine.text.telling import Telling

TELLINGS: Mapping[type[Event], Telling] = {
    HomeChosen: lambda x, v: ("HomeChosen", {"company": x.company, "place": v.city(x.hex, x.city)}),
}
