"""A game may leave its players a while to change their minds: a turn is over, and nothing follows from it yet.

In that time nobody else is asked, no order on file speaks and no bot moves, whether anybody has one on file or not: the
wait tells nothing. The sweep goes on when it is over."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from engine import Refused
from moderator.office.desk import Desk
from moderator.store.game import Play

LONGEST_MIND = 60
_MIND = re.compile(r"mind\s+(\d{1,2})(?:\s*(?:m|min|minutes))?$", re.IGNORECASE)
_SEALS = re.compile(r"seals\s+(open|quiet)$", re.IGNORECASE)
# Moves of people, by whatever way they came; what a bot or the clock did is not thought over.
BY_PEOPLE = ("mail", "page", "offer")


def read_term(text: str) -> dict[str, int | str] | None:
    """What a line of a new game says about changing one's mind, or about sealed orders; None if neither."""
    if found := _MIND.match(text):
        if int(found[1]) > LONGEST_MIND:
            raise Refused("People may change their minds for an hour at most.", instead=(f"mind {LONGEST_MIND}",))
        return {"mind": int(found[1])}
    found = _SEALS.match(text)
    return {"seals": found[1].lower()} if found else None


def minutes(play: Play) -> int:
    """How long a turn may be taken back before anything follows from it."""
    return max(0, min(LONGEST_MIND, int(play.terms.get("mind", 0))))


def open_until(desk: Desk, play: Play) -> datetime | None:
    """Until when the last mover may change their mind; None if nothing waits for that."""
    window = minutes(play)
    if not window or not play.running:
        return None
    last = next(iter(play.moves(since=play.seq - 1)), None)
    if last is None or last.how not in BY_PEOPLE or last.by == play.to_move:
        return None
    until = last.played_at + timedelta(minutes=window)
    return until if desk.now < until else None
