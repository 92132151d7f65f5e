"""How people say that they are bankrupt."""

from __future__ import annotations

from engine.notation.said import Saying, plain

SAYINGS = (Saying(shape=plain("bankrupt"), verbs=("bankrupt",)),)
