"""The result of a game as it is told and kept: what the rules give, less what lateness costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine
from engine import Player
from moderator.office.clock import terms_from
from moderator.store.game import Play
from moderator.table.pace import CASH, POINTS


def result_of(play: Play) -> dict[str, Any]:
    """What each player is worth in the end.

    The engine knows no clock, so what lateness costs is taken here: ``fines`` of cash are out of ``scores`` already,
    never more than the cash a player has; ``points`` are for whoever keeps a tournament, and touch no score."""
    scores = dict(engine.scores(play.state))
    terms = terms_from(play.terms)
    owed = {seat.name: seat.overtime * terms.price for seat in play.players if seat.overtime and terms.price}
    if terms.penalty == POINTS and owed:
        return {"scores": scores, "points": owed}
    if terms.penalty != CASH:
        return {"scores": scores}
    fines = {name: min(amount, max(0, play.state.cash_of(Player(name)))) for name, amount in owed.items()}
    fines = {name: amount for name, amount in fines.items() if amount}
    if not fines:
        return {"scores": scores}
    return {"scores": {name: worth - fines.get(name, 0) for name, worth in scores.items()}, "fines": fines}


def ranked(result: Mapping[str, Any] | None) -> list[tuple[int, str, int]]:
    """Place, player and wealth of a game that is over, the first first: as somebody has ruled, else the richest first.
    Equals share a place."""
    scores: Mapping[str, int] = (result or {}).get("scores") or {}
    ruled: Mapping[str, int] = (result or {}).get("places") or {}
    found = [
        (ruled.get(name, 1 + sum(other > worth for other in scores.values())), name) for name, worth in scores.items()
    ]
    return [(place, name, scores[name]) for place, name in sorted(found, key=lambda one: one[0])]


def points_off(play: Play) -> dict[str, int]:
    """How many points of a tournament each player has lost by lateness in a game that is over, for rooms above."""
    found = (play.result or {}).get("points", {})
    return {str(name): int(points) for name, points in found.items()}
