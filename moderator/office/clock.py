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
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

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
class Holder:
    """Whose calendar counts until a moment, and the game's own, which counts for everybody alike."""

    until: datetime | None
    calendar: Calendar
    plain: Calendar


@dataclass(frozen=True, slots=True)
class Course:
    """How time counts from now on: those who hold a seat one after the other, the last for ever; and how much longer
    their own hours, days and absences may put things off (None: without end). Then only the game's calendar counts."""

    holders: tuple[Holder, ...]
    left: timedelta | None = None

    @staticmethod
    def of(calendar: Calendar) -> Course:
        return Course((Holder(None, calendar, calendar),))

    def spend(self, start: datetime, end: datetime) -> tuple[timedelta, timedelta]:
        """How much of the time between two moments counts, and how much of it was put off."""
        spent = waited = NOTHING
        for begins, ends, holder in self._legs(start, end):
            out = self._runs_out(begins, ends, holder, waited)
            spent += counted(begins, out, holder.calendar) + counted(out, ends, holder.plain)
            waited += self._waited(begins, out, holder)
        return spent, waited

    def reach(self, start: datetime, amount: timedelta) -> datetime:
        """The first moment by which ``amount`` of counting time has passed since ``start``."""
        waited = NOTHING
        for holder in self.holders:
            if holder.until is not None and holder.until <= start:
                continue
            for calendar in (holder.calendar, holder.plain):
                due = after(start, amount, calendar)
                ends = due if holder.until is None else min(due, holder.until)
                out = self._runs_out(start, ends, holder, waited) if calendar is holder.calendar else ends
                if out < ends:
                    # From there on the game's calendar counts for them too.
                    waited += self._waited(start, out, holder)
                    amount, start = amount - counted(start, out, calendar), out
                    continue
                if due == ends:
                    return due
                waited += self._waited(start, ends, holder) if calendar is holder.calendar else NOTHING
                amount, start = amount - counted(start, ends, calendar), ends
                break
        return start

    def _waited(self, start: datetime, end: datetime, holder: Holder) -> timedelta:
        if self.left is None:
            return NOTHING
        return counted(start, end, holder.plain) - counted(start, end, holder.calendar)

    def _legs(self, start: datetime, end: datetime) -> Iterator[tuple[datetime, datetime, Holder]]:
        for holder in self.holders:
            ends = end if holder.until is None else min(end, holder.until)
            if start < ends:
                yield start, ends, holder
                start = ends

    def _runs_out(self, start: datetime, end: datetime, holder: Holder, waited: timedelta) -> datetime:
        """When nothing is left to be put off; ``end`` if that is not before it."""
        if self.left is None:
            return end
        left = self.left - waited
        if left <= NOTHING:
            return start
        for begins, ends in _put_off(start, end, holder):
            if left < ends - begins:
                return begins + left
            left -= ends - begins
        return end


def _put_off(start: datetime, end: datetime, holder: Holder) -> Iterator[Span]:
    """What counts in the game and not for whoever holds the seat."""
    for begins, ends in open_spans(start, end, holder.plain):
        cursor = begins
        for opens, closes in open_spans(begins, ends, holder.calendar):
            if opens > cursor:
                yield cursor, opens
            cursor = closes
        if cursor < ends:
            yield cursor, ends


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """What a decision was allowed, what was spent before ``since``; it stands still while ``since`` is None."""

    allowed: timedelta
    spent: timedelta = NOTHING
    since: datetime | None = None
    # What the player's own calendar has put off meanwhile.
    waited: timedelta = NOTHING

    def settle(self, now: datetime, course: Calendar | Course) -> Stopwatch:
        """Books the time since the last settling under the calendars that held until now."""
        if self.since is None or now <= self.since:
            return self
        spent, waited = _course(course).spend(self.since, now)
        return replace(self, spent=self.spent + spent, waited=self.waited + waited, since=now)

    def stop(self, now: datetime, course: Calendar | Course) -> Stopwatch:
        return replace(self.settle(now, course), since=None)

    def go(self, now: datetime) -> Stopwatch:
        return self if self.since is not None else replace(self, since=now)

    def extend(self, more: timedelta) -> Stopwatch:
        return replace(self, allowed=self.allowed + more)

    def due(self, course: Calendar | Course, amount: timedelta | None = None) -> datetime | None:
        """When all that is allowed, or this much, is used up; None while the watch stands still."""
        if self.since is None:
            return None
        return _course(course).reach(self.since, (self.allowed if amount is None else amount) - self.spent)


def _course(course: Calendar | Course) -> Course:
    return course if isinstance(course, Course) else Course.of(course)


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


def next_evening(moment: datetime, minute: int, zone: str, weekdays: frozenset[int]) -> datetime:
    """The first moment from this one on at which a day on these weekdays has reached a minute on the zone's wall."""
    here = ZoneInfo(zone)
    day = moment.astimezone(here).date() - DAY
    while True:
        if day.weekday() in weekdays:
            at = datetime.combine(day, time(minute // 60, minute % 60), here).astimezone(UTC)
            wall = at.astimezone(here)
            if (wall.hour * 60 + wall.minute) != minute:
                # The wall clock jumps over it: the day reaches it when the clock jumps.
                at = _change(at - DAY, at, here)
            if at >= moment:
                return at
        day += DAY


@dataclass(frozen=True, slots=True)
class Evening:
    """The hour of the game's day at which deadlines fall."""

    minute: int
    zone: str

    def __str__(self) -> str:
        return f"{self.minute // 60:02}:{self.minute % 60:02} {self.zone}"


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
    # Hours in each seat's bank, used up when those of the decision are; and how many of them one decision may take.
    bank: int = 0
    most: int = 0
    # Where deadlines wait for an hour of the day.
    evening: Evening | None = None
    # Days by which a player's own hours, weekdays and absences may put deadlines off, all together; 0: as they like.
    allow: int = 0
    # What an hour after the deadline costs: none, cash or points, and how much.
    penalty: str = "none"
    price: int = 0
    # After so many misses in a row comes the next rung of the ladder; 0: there is none.
    ladder: int = 0
    # The name of the pace, where it was chosen by one.
    pace: str = ""

    def allowance(self, kind: str) -> timedelta:
        return timedelta(hours=self.hours.get(kind, 48))

    def banked(self, spent: int) -> timedelta:
        """What is left in a bank out of which so many seconds were taken."""
        return max(NOTHING, timedelta(hours=self.bank, seconds=-spent)) if self.bank else NOTHING

    def at_once(self, spent: int) -> timedelta:
        """What one decision may take out of it."""
        left = self.banked(spent)
        return min(left, timedelta(hours=self.most)) if self.most else left


def terms_from(kept: Mapping[str, Any]) -> Terms:
    """Reads what the game row keeps; what is missing has its default."""
    usual = Terms()
    evening = str(kept.get("evening", ""))
    return Terms(
        hours={**usual.hours, **kept.get("hours", {})},
        weekdays=kept.get("weekdays", ""),
        reminders=tuple(kept.get("reminders", usual.reminders)),
        grace=int(kept.get("grace", usual.grace)),
        noshow=kept.get("noshow", usual.noshow),
        quiet=bool(kept.get("quiet", True)),
        absence_days=int(kept.get("absence_days", usual.absence_days)),
        offer_hours=int(kept.get("offer_hours", usual.offer_hours)),
        bank=int(kept.get("bank", 0)),
        most=int(kept.get("most", 0)),
        evening=read_evening(evening) if evening else None,
        allow=int(kept.get("allow", 0)),
        penalty=str(kept.get("penalty", usual.penalty)),
        price=int(kept.get("price", 0)),
        ladder=int(kept.get("ladder", 0)),
        pace=str(kept.get("pace", "")),
    )


def read_evening(text: str) -> Evening:
    """``21:00 Europe/Berlin``."""
    found = re.fullmatch(r"\s*(\d{1,2}):(\d{2})\s+(\S.*)", text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise BadTime("{text} is no hour and zone. Write them like 21:00 Europe/Berlin.", text=text.strip()[:60])
    return Evening(int(found[1]) * 60 + int(found[2]), read_zone(found[3]))


def read_reminders(text: str) -> tuple[float, ...]:
    """``50% 90%`` as parts of one; none at all is allowed."""
    words = text.replace(",", " ").split()
    found = [re.fullmatch(r"(\d{1,2})\s*%?", word) for word in words]
    if not words or len(words) > MOST_REMINDERS or any(one is None or int(one[1]) < 1 for one in found):
        raise BadTime(
            "{text} are no reminders. Write up to {most} parts from 1% to 99%, like 50% 90%.",
            text=text.strip()[:60] or "?",
            most=MOST_REMINDERS,
        )
    return tuple(sorted({int(one[1]) / 100 for one in found if one is not None}))


MOST_REMINDERS = 5


# However people set their hours, at least this much of each week counts.
LEAST_HOURS, LEAST_DAYS = 8, 4


def at_least(calendar: Calendar) -> Calendar:
    """The calendar, but never one that puts a deadline off for ever: hours or days that are too few count as all."""
    few = waking(calendar.opens, calendar.closes) < LEAST_HOURS * 60
    opens, closes = (0, 0) if few else (calendar.opens, calendar.closes)
    days = calendar.weekdays if len(calendar.weekdays) >= LEAST_DAYS else frozenset(range(7))
    return replace(calendar, opens=opens, closes=closes, weekdays=days)


def waking(opens: int, closes: int) -> int:
    """The minutes of a day between the two; the same moment twice is the whole day."""
    return (closes - opens) % 1440 or 1440


def calendar_of(zone: str, hours: str, weekdays: str, closed: Iterable[Span] = ()) -> Calendar:
    opens, closes = read_hours(hours) if hours else (0, 0)
    return Calendar(zone, opens, closes, read_weekdays(weekdays), tuple(closed))


def read_zone(text: str) -> str:
    """A zone's name as the zone files spell it, whatever the case it was written in."""
    wanted = text.strip()
    try:
        ZoneInfo(wanted)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        folded = {name.casefold(): name for name in available_timezones()}
        found = folded.get(wanted.casefold().replace(" ", "_"))
        near = [name for name in folded.values() if name.rsplit("/", 1)[-1].casefold() == wanted.casefold()]
        if found is None and len(near) == 1:
            found = near[0]
        if found is None:
            raise BadTime(
                "{wanted} is not a time zone I know. Write one like Europe/Paris or America/Regina.", wanted=wanted
            ) from None
        return found
    return wanted


def read_hours(text: str) -> tuple[int, int]:
    """``08:00-23:00`` as minutes after midnight."""
    found = re.fullmatch(r"\s*(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d{2}))?\s*", text)
    if found is None:
        raise BadTime("{text} is not a range of hours. Write it like 08:00-23:00.", text=text.strip())
    a, b, c, d = (int(part or 0) for part in found.groups())
    if max(a, c) > 24 or max(b, d) > 59 or (a == 24 and b) or (c == 24 and d):
        raise BadTime("{text} is not a range of hours. Write it like 08:00-23:00.", text=text.strip())
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


def write_weekdays(days: frozenset[int]) -> str:
    """Days in the shortest form; every day is nothing. What goes over Sunday is one stretch."""
    if len(days) == len(WEEK):
        return ""
    return ",".join("-".join(WEEK[day] for day in dict.fromkeys(stretch)) for stretch in stretches(days))


def stretches(days: frozenset[int]) -> list[tuple[int, int]]:
    """The first and the last day of each row of days."""
    found = []
    for first in (day for day in sorted(days) if (day - 1) % 7 not in days):
        last = first
        while (last + 1) % 7 in days:
            last = (last + 1) % 7
        found.append((first, last))
    return found


def _weekday(word: str) -> int:
    for number, name in enumerate(WEEK):
        if word.strip().lower().startswith(name.lower()):
            return number
    raise BadTime("{word} is not a weekday. Write days like Mon-Fri or Mon,Wed,Sat.", word=word)


def _days_between(first: int, last: int) -> set[int]:
    return {(first + n) % 7 for n in range((last - first) % 7 + 1)}


def read_duration(text: str) -> timedelta:
    """``24h``, ``2 days``, ``90 minutes``."""
    found = re.fullmatch(r"\s*(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?)\s*", text.lower())
    if found is None:
        raise BadTime("{text} is not a length of time. Write one like 24h or 2 days.", text=text.strip())
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
        raise BadTime(
            "{text} is not a date. Write it like 2026-11-20 or 2026-11-20 21:00.", text=text.strip()
        ) from None
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def shown(moment: datetime, zone: str) -> str:
    """``Tue 17 Nov 21:00 CET (20:00 UTC)``."""
    local = moment.astimezone(ZoneInfo(zone))
    here = f"{WEEK[local.weekday()]} {local.day} {local:%b %H:%M} {local.tzname()}"
    return here if local.utcoffset() == NOTHING else f"{here} ({moment.astimezone(UTC):%H:%M} UTC)"
