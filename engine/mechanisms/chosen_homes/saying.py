"""How people say where a minor begins when they put it up for auction."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, whereabouts


def _opening(said: Said, words: Sequence[str]) -> str:
    minor, amount = said.name(COMPANY), said.number()
    spot = whereabouts(said)
    return f"bid {minor} {amount} in {spot}" if minor and amount is not None and spot else ""


SAYINGS = (Saying(shape=_opening, verbs=("bid",)),)
