"""The days of an absence as people write them: from 3 to 9 August, vom 3.8. bis 9.8., 8월 3일부터 9일까지.

A day without a year or a month is the next one there is; the answer names the days in full, so a slip is seen at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from babel.dates import get_month_names

from engine import key
from moderator.hearing.called import absence_words
from moderator.hearing.days import by_the_week
from moderator.language import languages
from moderator.language.words import habits
from moderator.office.clock import BadTime, read_moment

DAY = timedelta(days=1)
_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}.*")
_DOTTED = re.compile(r"(\d{1,2})\.(?:\s*(\d{1,2})\.?(?:\s*(\d{4}|\d{2}))?)?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?")
_KOREAN = re.compile(r"(?:(\d{4})\s*년\s*)?(?:(\d{1,2})\s*월\s*)?(\d{1,2})\s*일")
_BARE = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er)?")
_NAMED = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+)?([^\W\d_]{3,})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?,?)?(?:\s+(\d{4}))?"
)
_DASHES = re.compile(r"\s+[-–—]\s+|\s*~\s*")


@dataclass(frozen=True)
class _Day:
    """A day as far as it was written."""

    day: int
    month: int | None = None
    year: int | None = None


def read_absence(text: str, zone: str, now: datetime, language: str) -> tuple[datetime, datetime]:
    """When an absence begins and ends, on the wall clock of ``zone``. Raises BadTime."""
    sides = [_bare(one) for one in _parted(text)]
    parts = [part for part in sides if part]
    # Who says only from when has not said how long.
    if not 1 <= len(parts) <= 2 or (len(parts) == 1 and (_open_ended(text) or (len(sides) > 1 and not sides[-1]))):
        raise _no_days(text)
    today = now.astimezone(ZoneInfo(zone)).date()
    if len(parts) == 1 and ((len(sides) > 1 and not sides[0]) or _ends_a_stretch(text)):
        parts = [today.isoformat(), *parts]  # "until 9 December" begins today
    if all(_ISO.fullmatch(part) for part in parts):
        return read_moment(parts[0], zone), read_moment(parts[-1], zone, end_of_day=True)
    written = [_iso(part) or _day(part, language) for part in parts]
    first, last = written[0], written[-1]
    if first is None or last is None:
        raise _no_days(text)
    first = replace(first, month=first.month or last.month)
    # A day alone that ends a stretch from today on is the next of its number, of this month or another.
    if first.year is None:
        last = replace(last, month=last.month or first.month)
    end = next((day for day in _days(today, 1) if _is(day, last)), None)
    begin = next((day for day in _days(end, -1) if _is(day, first)), None) if end is not None else None
    if begin is None or end is None:
        raise _no_days(text)
    opens, closes = (datetime.combine(day, time(), ZoneInfo(zone)) for day in (begin, end + DAY))
    return opens.astimezone(UTC), closes.astimezone(UTC)


def by_weekdays(text: str, zone: str, now: datetime) -> tuple[tuple[date, date], ...]:
    """The first and last day of an absence that names days of the week; several where it can mean several."""
    return by_the_week(text, now.astimezone(ZoneInfo(zone)).date())


def _open_ended(text: str) -> bool:
    said = key(" ".join(text.split()))
    return any(said.startswith(f"{key(word)} ") for word in absence_words("from"))


def _ends_a_stretch(text: str) -> bool:
    """In Korean what says until when hangs on the day."""
    return any(text.rstrip().endswith(word) for word in absence_words("last"))


def _no_days(text: str) -> BadTime:
    return BadTime("{text} are no days. Write them like 2026-12-20 to 2027-01-03.", text=text.strip()[:60] or "?")


def _parted(text: str) -> list[str]:
    """What stands on either side of the word between two days."""
    return _DASHES.sub("\n", _between().sub("\n", f" {text.casefold()} ")).split("\n")


def _bare(part: str) -> str:
    return " ".join(_around().sub(" ", f" {part} ").split()).strip(" ,")


@cache
def _between() -> re.Pattern[str]:
    return _pattern(absence_words("to"))


@cache
def _around() -> re.Pattern[str]:
    return _pattern(absence_words("with"))


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these words, standing alone; Korean ones hang on the word before."""
    longest = sorted(words, key=len, reverse=True)
    alone = "|".join(re.escape(word.casefold()) for word in longest if word[0] < "가")
    hung = "|".join(re.escape(word) for word in longest if word[0] >= "가")
    return re.compile(rf"(?<!\S)(?:{alone})(?!\S)|(?:{hung})")


@cache
def _months() -> dict[str, int]:
    """The names of the months, long and short, in every language we speak."""
    return {
        key(name): number
        for language in languages()
        for width in ("wide", "abbreviated")
        for use in ("format", "stand-alone")
        for number, name in get_month_names(width, use, habits(language).locale).items()
    }


def _iso(part: str) -> _Day | None:
    found = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", part)
    return _Day(int(found[3]), int(found[2]), int(found[1])) if found else None


def _day(part: str, language: str) -> _Day | None:
    if found := _DOTTED.fullmatch(part):
        return _made(found[1], found[2], found[3])
    if found := _SLASHED.fullmatch(part):
        order = absence_words("slash", language)
        if order == ("day",):
            return _made(found[1], found[2], found[3])
        # Where nobody knows which of the two is the month, it is not guessed.
        return _made(found[2], found[1], found[3]) if order == ("month",) else None
    if found := _KOREAN.fullmatch(part):
        return _made(found[3], found[2], found[1])
    if found := _BARE.fullmatch(part):
        return _made(found[1], None, None)
    found = _NAMED.fullmatch(part)
    if found and (found[1] is None) != (found[3] is None) and (month := _months().get(key(found[2]))):
        return _made(found[1] or found[3], str(month), found[4])
    return None


def _made(day: str, month: str | None, year: str | None) -> _Day:
    return _Day(int(day), int(month) if month else None, int(year) + (2000 if len(year) == 2 else 0) if year else None)


def _days(start: date, step: int) -> Iterator[date]:
    """The days of two years from one on, forwards or backwards."""
    for number in range(731):
        yield start + number * step * DAY


def _is(day: date, written: _Day) -> bool:
    return day.day == written.day and written.month in (None, day.month) and written.year in (None, day.year)
