"""The clock agrees with a reckoning that walks through time minute by minute."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.office.clock import (
    BadTime,
    Calendar,
    Course,
    Holder,
    Stopwatch,
    after,
    calendar_of,
    counted,
    next_evening,
    read_duration,
    read_hours,
    read_moment,
    read_weekdays,
    read_zone,
    shown,
)

MINUTE = timedelta(minutes=1)
ZONES = ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"]


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def counts(moment: datetime, calendar: Calendar) -> bool:
    """The definition itself, read off the wall: one minute, one look."""
    wall = moment.astimezone(ZoneInfo(calendar.zone))
    minute = wall.hour * 60 + wall.minute
    a, b = calendar.opens, calendar.closes
    awake = a == b or (a <= minute < b if a < b else minute >= a or minute < b)
    return awake and wall.weekday() in calendar.weekdays and not any(x <= moment < y for x, y in calendar.closed)


def walk(start: datetime, minutes: int, calendar: Calendar) -> datetime:
    moment = start
    while minutes > 0:
        minutes -= counts(moment, calendar)
        moment += MINUTE
    return moment


# Around the changes of clocks of 2026, where mistakes live.
starts = st.sampled_from(
    ["2026-03-06 00:00", "2026-03-27 12:00", "2026-10-23 05:00", "2026-10-30 20:00", "2026-04-02 10:00"]
)
moments = st.builds(lambda day, add: at(day) + add * MINUTE, starts, st.integers(0, 6 * 1440))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    opens, closes = draw(st.integers(0, 95)) * 15, draw(st.integers(0, 95)) * 15
    days = draw(st.frozensets(st.integers(0, 6), min_size=2))
    holes = draw(st.lists(st.tuples(moments, st.integers(0, 3000)), max_size=3))
    closed = tuple((begins, begins + length * MINUTE) for begins, length in holes)
    return Calendar(draw(st.sampled_from(ZONES)), opens, closes, days, closed)


@given(moments, st.integers(1, 3000), calendars())
def test_a_deadline_is_where_counting_minute_by_minute_ends(start: datetime, minutes: int, calendar: Calendar) -> None:
    due = after(start, minutes * MINUTE, calendar)
    assert due == walk(start, minutes, calendar)
    assert counted(start, due, calendar) == minutes * MINUTE


@given(moments, st.integers(0, 4000), calendars())
def test_counted_time_is_the_number_of_minutes_that_count(start: datetime, minutes: int, calendar: Calendar) -> None:
    expected = sum(counts(start + n * MINUTE, calendar) for n in range(minutes))
    assert counted(start, start + minutes * MINUTE, calendar) == expected * MINUTE


changes = st.lists(
    st.tuples(st.integers(1, 900), st.sampled_from(["stop", "go", "extend", "calendar"]), calendars()), max_size=6
)


@given(moments, calendars(), changes, st.integers(200, 2000))
def test_a_history_of_pauses_extensions_and_moves_of_house_is_exact(
    start: datetime, calendar: Calendar, history: list[tuple[int, str, Calendar]], allowed: int
) -> None:
    watch, now, spent, running, due_minutes = Stopwatch(allowed * MINUTE, since=start), start, 0, True, allowed
    for wait, what, new in history:
        spent += sum(counts(now + n * MINUTE, calendar) for n in range(wait)) if running else 0
        now += wait * MINUTE
        watch = watch.settle(now, calendar)
        if what == "stop":
            watch, running = watch.stop(now, calendar), False
        elif what == "go":
            watch, running = watch.go(now), True
        elif what == "extend":
            watch, due_minutes = watch.extend(60 * MINUTE), due_minutes + 60
        else:
            calendar = new
    assert watch.spent == spent * MINUTE
    expected = walk(now, max(0, due_minutes - spent), calendar) if running else None
    assert watch.due(calendar) == expected


def plain_of(calendar: Calendar, days: frozenset[int]) -> Calendar:
    """The game's own calendar, on the same wall."""
    return Calendar(calendar.zone, weekdays=days | calendar.weekdays)


courses = st.lists(
    st.tuples(st.integers(1, 2000), calendars(), st.frozensets(st.integers(0, 6), min_size=3)), min_size=1, max_size=3
)


@given(moments, courses, st.one_of(st.none(), st.integers(0, 2500)), st.integers(1, 1500), st.integers(0, 3000))
def test_a_course_of_holders_with_a_cap_is_exact(
    start: datetime,
    legs: list[tuple[int, Calendar, frozenset[int]]],
    cap: int | None,
    amount: int,
    elapsed: int,
) -> None:
    """Who holds the seat at each minute is looked up, and whether the cap on what their calendar adds is used up."""
    holders, until = [], start
    for length, calendar, days in legs:
        until += length * MINUTE
        holders.append(Holder(until, calendar, plain_of(calendar, days)))
    holders[-1] = Holder(None, holders[-1].calendar, holders[-1].plain)

    def minute(moment: datetime, waited: int) -> tuple[bool, bool]:
        """Whether the minute counts, and whether it is put off."""
        holder = next(one for one in holders if one.until is None or moment < one.until)
        if not counts(moment, holder.plain):
            return False, False
        if (cap is not None and waited >= cap) or counts(moment, holder.calendar):
            return True, False
        return False, True

    moment, waited, spent = start, 0, 0
    for _ in range(elapsed):
        counting, late = minute(moment, waited)
        spent, waited, moment = spent + counting, waited + late, moment + MINUTE
    course = Course(tuple(holders), None if cap is None else cap * MINUTE)
    told_spent, told_waited = course.spend(start, start + elapsed * MINUTE)
    assert told_spent == spent * MINUTE
    assert told_waited == (waited * MINUTE if cap is not None else timedelta(0))

    moment, waited, left = start, 0, amount
    while left:
        counting, late = minute(moment, waited)
        left, waited, moment = left - counting, waited + late, moment + MINUTE
    assert course.reach(start, amount * MINUTE) == moment


@given(moments, st.integers(0, 1439), st.sampled_from([*ZONES, "America/Havana", "Africa/Cairo"]),
       st.frozensets(st.integers(0, 6), min_size=3))  # fmt: skip
def test_an_evening_is_the_first_minute_at_which_a_day_has_reached_it(
    start: datetime, minute: int, zone: str, days: frozenset[int]
) -> None:
    """Walked minute by minute: a day reaches its hour when its wall first shows it, or where the wall jumps over it."""

    def reached(moment: datetime) -> bool:
        wall, before = walls([moment, moment - MINUTE], zone)
        if wall.weekday() not in days or wall.hour * 60 + wall.minute < minute:
            return False
        if before.date() != wall.date():
            return True
        if before.hour * 60 + before.minute >= minute:
            return False
        # An hour that comes twice counts the first time.
        earlier = walls([moment - n * MINUTE for n in range(1, 181)], zone)
        return all(one.date() != wall.date() or one.hour * 60 + one.minute < minute for one in earlier)

    moment = start
    while not reached(moment):
        moment += MINUTE
    assert next_evening(start, minute, zone, days) == moment


def walls(moments: list[datetime], zone: str) -> list[datetime]:
    return [one.astimezone(ZoneInfo(zone)) for one in moments]


def test_the_hour_that_happens_twice_counts_twice() -> None:
    night = calendar_of("Europe/Paris", "02:00-03:00", "")
    assert counted(at("2026-10-25 00:00"), at("2026-10-25 06:00"), night) == timedelta(hours=2)
    assert counted(at("2026-03-29 00:00"), at("2026-03-29 06:00"), night) == timedelta(0)


def test_a_player_who_is_never_awake_still_has_a_deadline() -> None:
    away = Calendar(closed=((at("2026-01-01 00:00"), at("2036-01-01 00:00")),))
    assert after(at("2026-02-01 00:00"), timedelta(hours=1), away) > at("2027-01-01 00:00")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_hours, "25:00-26:00"),
        (read_hours, "morning"),
        (read_weekdays, "Caturday"),
        (read_duration, "soon"),
        (read_duration, "99999999h"),
        (read_zone, "Atlantis/Capital"),
        (read_zone, "../../etc/passwd"),
        (lambda text: read_moment(text, "UTC"), "2026-02-30"),
    ],
)
def test_time_that_cannot_be_read_is_answered_with_an_example(read: object, text: str) -> None:
    with pytest.raises(BadTime, match=r"like|Write"):
        read(text)  # type: ignore[operator]


def test_time_is_read_as_people_write_it() -> None:
    assert read_hours("8-23") == (480, 1380)
    assert read_hours("08:30 to 24:00") == (510, 0)
    assert read_weekdays("Sat-Mon") == {5, 6, 0}
    assert read_duration("2 days") == timedelta(days=2)
    assert read_zone("europe/paris") == "Europe/Paris"
    assert read_zone("Regina") == "America/Regina"
    assert read_moment("2026-12-20", "Europe/Paris", end_of_day=True) == at("2026-12-21 00:00", "Europe/Paris")


def test_a_deadline_is_shown_in_both_zones() -> None:
    assert shown(at("2026-11-17 20:00"), "Europe/Paris") == "Tue 17 Nov 21:00 CET (20:00 UTC)"
    assert shown(at("2026-11-17 20:00"), "UTC") == "Tue 17 Nov 20:00 UTC"
