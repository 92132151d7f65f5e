"""A game in plain words: what happened, sentence by sentence, and how things stand."""

from engine.text.position import position
from engine.text.sentences import sentence

__all__ = ["position", "sentence"]
