"""How people say that they want to end the game."""

from __future__ import annotations

from engine.notation.said import Saying, plain

SAYINGS = (Saying(shape=plain("end the game"), verbs=("endgame",)),)
