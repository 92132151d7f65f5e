"""Time as players have it: hours that count, hours that don't, and when a decision is due. Pure functions only.

A minute counts for a player when the clock on their wall shows one of their hours on one of their days, they are not
away, and the game is not paused. Days on which the wall clock jumps follow from that sentence: an hour that happens
twice counts twice, an hour that never happens counts not at all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.message import Message, Value

DAY = timedelta(days=1)
NOTHING = timedelta(0)
# A calendar in which nothing ever counts must not be searched for ever.
HORIZON = timedelta(days=800)
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

Span = tuple[datetime, datetime]


class BadTime(ValueError):
    """Written time that can't be understood; the message is for the player."""

    def __init__(self, why: str, /, **values: Value) -> None:
        self.message = Message(why, **values)
        super().__init__(self.message)


@dataclass(frozen=True, slots=True)
class Calendar:
    """When time counts for one player."""

    zone: str = "UTC"
    # Minutes after midnight; the second may be smaller (a night worker) or equal (all day).
    opens: int = 0
    closes: int = 0
    weekdays: frozenset[int] = frozenset(range(7))
    # Closed spans of UTC time: absences of the player and pauses of the game.
    closed: tuple[Span, ...] = ()

    def without(self, spans: Iterable[Span]) -> Calendar:
        return replace(self, closed=(*self.closed, *spans))


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """What a decision was allowed, what was spent before ``since``; it stands still while ``since`` is None."""

    allowed: timedelta
    spent: timedelta = NOTHING
    since: datetime | None = None

    def settle(self, now: datetime, calendar: Calendar) -> Stopwatch:
        """Books the time since the last settling under the calendar that held until now."""
        if self.since is None or now <= self.since:
            return self
        return replace(self, spent=self.spent + counted(self.since, now, calendar), since=now)

    def stop(self, now: datetime, calendar: Calendar) -> Stopwatch:
        return replace(self.settle(now, calendar), since=None)

    def go(self, now: datetime) -> Stopwatch:
        return self if self.since is not None else replace(self, since=now)

    def extend(self, more: timedelta) -> Stopwatch:
        return replace(self, allowed=self.allowed + more)

    def due(self, calendar: Calendar, fraction: float = 1.0) -> datetime | None:
        """When this fraction of the allowance is used up; None while the watch stands still."""
        if self.since is None:
            return None
        return after(self.since, self.allowed * fraction - self.spent, calendar)


def after(start: datetime, amount: timedelta, calendar: Calendar) -> datetime:
    """The first moment by which ``amount`` of counting time has passed since ``start``."""
    if amount <= NOTHING:
        return start
    for begins, ends in open_spans(start, start + amount + HORIZON, calendar):
        if amount <= ends - begins:
            return begins + amount
        amount -= ends - begins
    return start + amount + HORIZON


def counted(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """How much of the time between two moments counts."""
    return sum((ends - begins for begins, ends in open_spans(start, end, calendar)), NOTHING)


def open_spans(start: datetime, end: datetime, calendar: Calendar) -> Iterator[Span]:
    """The spans that count, in order, within [start, end)."""
    holes = merged(calendar.closed)
    ends_of_holes = [hole[1] for hole in holes]
    for begins, ends in _windows(start, end, calendar):
        cursor = begins
        for hole in holes[bisect_right(ends_of_holes, begins) :]:
            if hole[0] >= ends:
                break
            if hole[0] > cursor:
                yield cursor, hole[0]
            cursor = max(cursor, hole[1])
        if cursor < ends:
            yield cursor, ends


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same time as spans that neither touch nor overlap, in order."""
    joined: list[Span] = []
    for begins, ends in sorted(span for span in spans if span[0] < span[1]):
        if joined and begins <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], ends))
        else:
            joined.append((begins, ends))
    return joined


def _windows(start: datetime, end: datetime, calendar: Calendar) -> Iterator[Span]:
    """Waking hours on counting weekdays, found a day at a time: a far end costs nothing until it is reached."""
    for begins, ends, offset in _steady(start.astimezone(UTC), end.astimezone(UTC), ZoneInfo(calendar.zone)):
        for opens, closes in _local_windows(begins + offset, ends + offset, calendar):
            yield opens - offset, closes - offset


def _steady(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Cuts UTC time into days, and where the zone's offset changes."""
    begins = start
    while begins < end:
        ends = min(begins + DAY, end)
        offset = _offset(begins, zone)
        if _offset(ends - timedelta(microseconds=1), zone) != offset:
            ends = _change(begins, ends, zone)
        yield begins, ends, offset
        begins = ends


def _change(early: datetime, late: datetime, zone: ZoneInfo) -> datetime:
    """The first whole second at which the offset is no longer what it was at ``early``."""
    offset, low, high = _offset(early, zone), int(early.timestamp()), int(late.timestamp()) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(datetime.fromtimestamp(middle, UTC), zone) == offset:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(high, UTC)


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or NOTHING


def _local_windows(start: datetime, end: datetime, calendar: Calendar) -> Iterator[Span]:
    """Counting windows on a wall clock that does not jump between ``start`` and ``end``."""
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    while midnight < end:
        if midnight.weekday() in calendar.weekdays:
            for opens, closes in _parts_of_day(calendar):
                begins = max(start, midnight + timedelta(minutes=opens))
                ends = min(end, midnight + timedelta(minutes=closes))
                if begins < ends:
                    yield begins, ends
        midnight += DAY


def _parts_of_day(calendar: Calendar) -> Sequence[tuple[int, int]]:
    if calendar.opens == calendar.closes:
        return ((0, 1440),)
    if calendar.opens < calendar.closes:
        return ((calendar.opens, calendar.closes),)
    return ((0, calendar.closes), (calendar.opens, 1440))


@dataclass(frozen=True, slots=True)
class Terms:
    """A game's rules about time; kept with the game, changed only by its moderator."""

    hours: Mapping[str, int] = field(
        default_factory=lambda: {"auction": 24, "stock": 48, "operating": 48, "merger": 48}
    )
    weekdays: str = ""
    reminders: tuple[float, ...] = (0.5, 0.9)
    grace: int = 24
    # wait (for the moderator) · standing (what the player left on file) · default (a safe order is played)
    noshow: str = "wait"
    # Whether players' own quiet hours and absences stop their clock.
    quiet: bool = True
    absence_days: int = 30
    offer_hours: int = 48

    def allowance(self, kind: str) -> timedelta:
        return timedelta(hours=self.hours.get(kind, 48))


def terms_from(kept: Mapping[str, Any]) -> Terms:
    """Reads what the game row keeps; what is missing has its default."""
    usual = Terms()
    return Terms(
        hours={**usual.hours, **kept.get("hours", {})},
        weekdays=kept.get("weekdays", ""),
        reminders=tuple(kept.get("reminders", usual.reminders)),
        grace=int(kept.get("grace", usual.grace)),
        noshow=kept.get("noshow", usual.noshow),
        quiet=bool(kept.get("quiet", True)),
        absence_days=int(kept.get("absence_days", usual.absence_days)),
        offer_hours=int(kept.get("offer_hours", usual.offer_hours)),
    )


def calendar_of(zone: str, hours: str, weekdays: str, closed: Iterable[Span] = ()) -> Calendar:
    opens, closes = read_hours(hours) if hours else (0, 0)
    return Calendar(zone, opens, closes, read_weekdays(weekdays), tuple(closed))


def read_zone(text: str) -> str:
    """A zone's name as the zone files spell it, whatever the case it was written in."""
    wanted = text.strip()
    try:
        ZoneInfo(wanted)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        from zoneinfo import available_timezones

        folded = {name.casefold(): name for name in available_timezones()}
        found = folded.get(wanted.casefold().replace(" ", "_"))
        near = [name for name in folded.values() if name.rsplit("/", 1)[-1].casefold() == wanted.casefold()]
        if found is None and len(near) == 1:
            found = near[0]
        if found is None:
            raise BadTime(
                "{wanted} is no time zone I know. Write one like Europe/Paris or America/Regina.", wanted=wanted
            ) from None
        return found
    return wanted


def read_hours(text: str) -> tuple[int, int]:
    """``08:00-23:00`` as minutes after midnight."""
    found = re.fullmatch(r"\s*(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d{2}))?\s*", text)
    if found is None:
        raise BadTime("{text} are no hours. Write them like 08:00-23:00.", text=text.strip())
    a, b, c, d = (int(part or 0) for part in found.groups())
    if max(a, c) > 24 or max(b, d) > 59 or (a == 24 and b) or (c == 24 and d):
        raise BadTime("{text} are no hours. Write them like 08:00-23:00.", text=text.strip())
    return (a * 60 + b) % 1440, (c * 60 + d) % 1440


def read_weekdays(text: str) -> frozenset[int]:
    """``Mon-Fri`` or ``Mon,Wed,Sat``; nothing written means every day."""
    if not text.strip():
        return frozenset(range(7))
    days: set[int] = set()
    for part in re.split(r"[,\s]+", text.strip()):
        first, _, last = part.partition("-")
        days |= _days_between(_weekday(first), _weekday(last or first))
    return frozenset(days)


def _weekday(word: str) -> int:
    for number, name in enumerate(WEEK):
        if word.strip().lower().startswith(name.lower()):
            return number
    raise BadTime("{word} is no weekday. Write days like Mon-Fri or Mon,Wed,Sat.", word=word)


def _days_between(first: int, last: int) -> set[int]:
    return {(first + n) % 7 for n in range((last - first) % 7 + 1)}


def read_duration(text: str) -> timedelta:
    """``24h``, ``2 days``, ``90 minutes``."""
    found = re.fullmatch(r"\s*(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?)\s*", text.lower())
    if found is None:
        raise BadTime("{text} is no length of time. Write one like 24h or 2 days.", text=text.strip())
    unit = {"m": "minutes", "h": "hours", "d": "days"}[found.group(2)[0]]
    return timedelta(**{unit: int(found.group(1))})


def read_moment(text: str, zone: str, *, end_of_day: bool = False) -> datetime:
    """``2026-11-20 21:00`` or ``2026-11-20`` on the wall clock of ``zone``, as a moment."""
    found = re.fullmatch(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2}))?\s*", text)
    try:
        if found is None:
            raise ValueError
        day = date(int(found.group(1)), int(found.group(2)), int(found.group(3)))
        if found.group(4) is not None:
            at = time(int(found.group(4)), int(found.group(5)))
        else:
            day, at = (day + DAY, time()) if end_of_day else (day, time())
    except (ValueError, OverflowError):
        raise BadTime("{text} is no date. Write it like 2026-11-20 or 2026-11-20 21:00.", text=text.strip()) from None
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def shown(moment: datetime, zone: str) -> str:
    """``Tue 17 Nov 21:00 CET (20:00 UTC)``."""
    local = moment.astimezone(ZoneInfo(zone))
    here = f"{WEEK[local.weekday()]} {local.day} {local:%b %H:%M} {local.tzname()}"
    return here if local.utcoffset() == NOTHING else f"{here} ({moment.astimezone(UTC):%H:%M} UTC)"
