"""How people say where a minor begins when they put it up for auction."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, whereabouts


def _opening(said: Said, words: Sequence[str]) -> str:
    minor = said.name(COMPANY)
    amounts = [at for at, one in enumerate(said.items) if one.kind == "number" and said.before(at) != "city"]
    if len(amounts) != 1:
        return ""
    said.used.add(amounts[0])
    amount = said.items[amounts[0]].number
    spot = whereabouts(said)
    return f"bid {minor} {amount} in {spot}" if minor and spot else ""


SAYINGS = (Saying(shape=_opening, verbs=("bid", "start", "open", "put"), unsaid=True),)
