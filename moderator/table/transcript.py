"""A game as others read it: the public site's JSON."""

from __future__ import annotations

from typing import Any

import engine
from engine import Player, RecordedTurn
from moderator.store.game import Play


def transcript(play: Play) -> dict[str, Any]:
    """The game in the public site's JSON; what was taken back is left out."""
    first, *rest = play.moves(since=-1)
    start = first.happened
    state, turns = engine.replay(start), []
    for move in rest:
        # An entry without events is an undoing.
        if events := move.happened:
            turns.append(RecordedTurn(Player(move.by), engine.parse_order(state, move.order), events))
            state = engine.evolve(state, events)
    # The site reads past this; whoever keeps the file can hold it against marks in mails.
    return {**engine.export(start, turns, play.id), "record": {"move": play.seq, "head": play.head}}
