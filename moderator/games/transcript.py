"""A game as others read it: the public site's JSON."""

from __future__ import annotations

from typing import Any

from moderator.desk import Desk
from moderator.games.game import Play


def transcript(desk: Desk, play: Play) -> dict[str, Any]:
    """The game in the public site's JSON; what was taken back is left out."""
    decode = desk.rules.decode
    first, *rest = play.moves(since=-1)
    # An entry without events is an undoing.
    moves = [(move.by, move.order, decode(move.events)) for move in rest if move.events]
    return desk.rules.export(decode(first.events), moves, play.id)
