"""How people say that a signal is flashed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.notation.names import PLACE
from engine.notation.said import Said, Saying


def _flash(said: Said, words: Sequence[str]) -> str:
    place = said.name(PLACE)
    return f"flash {place}" if place and not said.left() else ""


SAYINGS = (Saying(shape=_flash, verbs=("flash",)),)
