"""How people ask for a neutral station."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.said import Said, Saying, whereabouts


def _neutral(said: Said, words: Sequence[str]) -> str:
    if "neutral" not in words:
        return ""
    said.skip("token", "neutral")
    spot = whereabouts(said)
    return f"neutral token in {spot}" if spot else ""


SAYINGS = (
    Saying(
        shape=_neutral,
        verbs=("neutral",),
        sign="neutral",
        beside=frozenset(("neutral", "token", "put")),
        about={"put": ("neutral",), "token": ("neutral",)},
    ),
)
