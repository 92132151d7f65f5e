"""How people say that a company buys its shares back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, how_many, private


def _redeem(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY)
    order, at = said.state.cursor.order, said.state.cursor.at
    if company and company != (order[at] if 0 <= at < len(order) else ""):
        return ""
    said.skip("pool", "bank", "buy")
    count = how_many(said)
    return "" if said.left() else f"redeem {1 if count is None else count}"


SAYINGS = (
    Saying(
        shape=_redeem,
        verbs=("redeem",),
        things=frozenset(("private",)),
        sign="back",
        beside=frozenset(("buy", "redeem")),
        about={"redeem": ("redeem",), "none": ("redeem",)},
    ),
    # French has one word for buying back and buying out.
    Saying(shape=private, verbs=("redeem",)),
)
