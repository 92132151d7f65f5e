"""How people say what becomes of a company without a train."""

from __future__ import annotations

from engine.notation.said import Saying, of_company

SAYINGS = (
    Saying(
        shape=of_company("nationalise"),
        verbs=("nationalise", "state"),
        sign="state",
        beside=frozenset(("state", "pass", "put", "sell", "take", "discard")),
        left_out="keep",
    ),
    Saying(shape=of_company("keep"), verbs=("keep",)),
)
