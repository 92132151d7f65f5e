"""How people say that a company buys its shares back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import COMPANY
from engine.notation.said import Said, Saying, how_many, private


def _redeem(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY)
    if company and company != said.state.company_on_turn:
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
        about={"redeem": ("redeem",), "back": ("redeem",), "none": ("redeem",)},
    ),
    # French has one word for buying back and buying out.
    Saying(shape=private, verbs=("redeem",)),
)
