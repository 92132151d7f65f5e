"""What is said of the events only 1882 has."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.text.sentences import Said, Voice, a_train, listed
from engine.titles.t1882.own import (
    CharterRemoved,
    ExtraTrainsSettled,
    PowerUsed,
    RebellionBegan,
    RebellionDelayed,
    RoundsFixed,
    ShareReceived,
    TileDeclined,
)


def _extras(event: ExtraTrainsSettled, voice: Voice) -> str:
    return f"{a_train(event.train).capitalize()} joins the stack." if event.train else "No extra train joins the stack."


def _rebellion(event: RebellionBegan, voice: Voice) -> str:
    lost = (
        f"the yellow track of {listed(voice.place(h) for h in event.hexes)} is lost"
        if event.hexes
        else "no track is lost"
    )
    return f"The North-West rebels: {lost}."


SENTENCES: Mapping[type[Event], Said] = {
    RoundsFixed: lambda x, v: f"{x.count} operating round{'s follow' if x.count != 1 else ' follows'}.",
    ShareReceived: lambda x, v: f"{x.player} receives a share of {x.company} with the private.",
    CharterRemoved: lambda x, v: f"{x.company} can't be started any more.",
    ExtraTrainsSettled: _extras,
    RebellionDelayed: lambda x, v: "The extra train is sold; the rebellion waits for the next.",
    RebellionBegan: _rebellion,
    TileDeclined: lambda x, v: f"{x.company} lays no tile there.",
    PowerUsed: lambda x, v: f"{x.company} has used the power to move a station for good.",
}
