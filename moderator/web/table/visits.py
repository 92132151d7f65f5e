"""What somebody saw of a table when they last looked, so that the map can mark what has changed since.

It is kept with the browser, as it is about eyes: another device has not seen it."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import session

from moderator.store.game import Play

# Whoever loads the page again within this time is still on the same visit.
SAME_VISIT = timedelta(minutes=30)
# Tables remembered; a cookie has little room.
MOST_TABLES = 12


def last_visit(play: Play, now: datetime) -> int | None:
    """The last move that stood when the visit before this one ended; None where there was none. Notes this look."""
    if "device" not in session:
        return None
    kept = session.get("visits")
    visits: dict[str, list[int]] = dict(kept) if isinstance(kept, dict) else {}
    minute = int(now.timestamp()) // 60
    before, seen, at = visits.pop(play.id, [-1, -1, 0])
    if minute - at > SAME_VISIT.total_seconds() // 60:
        before = seen
    # What was taken back since was never there.
    before = min(before, play.seq)
    visits[play.id] = [before, play.seq, minute]
    session["visits"] = dict(list(visits.items())[-MOST_TABLES:])
    return before if before >= 0 else None
