"""How people say that a private is exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import COMPANY, PLACE, PRIVATE
from engine.notation.said import Said, Saying


def _exchange(said: Said, words: Sequence[str]) -> str:
    said.name(PRIVATE)
    said.skip("private")
    company, price = said.name(COMPANY), said.number()
    place = said.name(PLACE)
    if not company or price is None or said.left():
        return ""
    return f"exchange {company} at {price}" + (f" in {place}" if place else "")


SAYINGS = (
    Saying(
        shape=_exchange,
        verbs=("exchange",),
        sign="exchange",
        # "swap my private for the president's share of SCR, par 76"
        beside=frozenset(("exchange", "start", "private")),
    ),
)
