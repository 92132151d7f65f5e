"""How people say that a station moves into the North-West."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import PLACE
from engine.notation.said import Said, Saying


def _move(said: Said, words: Sequence[str]) -> str:
    said.skip("token")
    places = said.names(PLACE)
    city = said.number("city")
    said.skip("city")
    if len(places) != 2 or said.left() or not {"move", "from", "to"} & set(words):
        return ""  # "token in G7, token in N6" is none that moves
    return f"move token from {places[0]} to {places[1]}" + (f" city {city}" if city is not None else "")


SAYINGS = (Saying(shape=_move, verbs=("move", "put", "token"), things=frozenset(("token",))),)
