"""What sentences about the events only 1882 has need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.message import Value
from engine.text.telling import Telling, Told, Voice
from engine.titles.t1882.own import ExtraTrainsSettled, RebellionBegan, StationMoved


def _moved(x: StationMoved, v: Voice) -> Told:
    values: dict[str, Value] = {"company": x.company, "origin": v.place(x.origin), "place": v.city(x.hex, x.city)}
    return "StationMoved" + ("_neutral" if x.leaves_neutral else ""), values


TELLINGS: Mapping[type[Event], Telling] = {
    ExtraTrainsSettled: lambda x, v: ("ExtraTrainsSettled" + ("" if x.train else "_none"), {"train": x.train}),
    StationMoved: _moved,
    RebellionBegan: lambda x, v: (
        "RebellionBegan" + ("" if x.hexes else "_none"),
        {"places": tuple(v.place(h) for h in x.hexes)},
    ),
}
