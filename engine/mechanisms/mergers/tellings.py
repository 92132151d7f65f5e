"""What sentences about mergers need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.mergers.events import PublicFormed
from engine.text.telling import Telling, Told, Voice


def _formed(x: PublicFormed, v: Voice) -> Told:
    director = v.part("its_director", director=x.director) if x.director else ""
    key = "PublicFormed_" + ("convert" if len(x.minors) == 1 else "merge")
    return key, {"minors": x.minors, "public": x.public, "price": v.price(x.cell), "director": director}


TELLINGS: Mapping[type[Event], Telling] = {PublicFormed: _formed}
