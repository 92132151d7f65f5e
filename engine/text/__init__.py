"""A game in plain words: what happened, sentence by sentence, and how things stand."""

from engine.text.position import position
from engine.text.telling import sentence, tell

__all__ = ["position", "sentence", "tell"]
