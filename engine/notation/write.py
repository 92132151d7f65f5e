"""Writes a move in the one form the service uses; every form is read back as the same move."""

from __future__ import annotations

from engine.moves import Move


def write_order(move: Move) -> str:
    """The canonical form of a move."""
    return move.write()
