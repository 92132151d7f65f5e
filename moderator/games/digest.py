"""When a person's daily summary is due."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from moderator.games.store import Person


def next_digest(person: Person, now: datetime) -> datetime | None:
    """When the daily summary is due next, on the person's own wall clock; None for whoever gets none."""
    word, _, clock = person.reports.partition(" ")
    if word != "daily":
        return None
    hour, _, minute = (clock or "07:00").partition(":")
    local = now.astimezone(ZoneInfo(person.zone))
    at = datetime.combine(local.date(), time(int(hour), int(minute)), local.tzinfo)
    return at if at > now else datetime.combine(local.date() + timedelta(days=1), at.timetz())
