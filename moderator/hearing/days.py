"""Days that are named by the week: "on Friday", "Montag bis Mittwoch", "금요일에"; and sentences that say who is away.

A weekday is the next one there is. Where it may be another (today's, the one after, or whether the last day still
counts) all that it can be is given, and whoever reads it asks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from engine import changes_orders, is_greeting, key
from moderator.hearing.called import LONGEST_QUESTION, absence_words
from moderator.language import languages

DAY, WEEK = timedelta(days=1), timedelta(days=7)
# Saturday and Sunday, under one name.
WEEKEND = (5, 6)
WHOLE_WEEK = (0, 6)
MOST_COURTEOUS = 100
_MARKS = re.compile(r"[.,;!]+")
# Behind these something hangs on a Korean day or week.
_BEHIND = r"(?:(?<=요일)|(?<=주말)|(?<=다음 주)|(?<=다음주)|(?<=이번 주)|(?<=이번주))"
# Between two days; inside a word it is none ("week-end").
_DASH = re.compile(r"\s+[-–—]\s+|\s*[~–]\s*|(?<=[a-z])-(?!end)(?=[a-z])")


@dataclass(frozen=True)
class _Named:
    """A weekday as it was said; ``this`` is of the days right before us, ``following`` may be of the week after."""

    first: int
    last: int
    this: bool = False
    following: bool = False
    # No day but the week itself was named: "all next week".
    of_week: bool = False


def absent(text: str) -> str:
    """The days that a sentence says its writer is away, and nothing else: "je suis absente du 24 au 27 novembre"."""
    if len(text) > LONGEST_QUESTION or text.rstrip().endswith(("?", "？")):
        return ""
    whole = " ".join(text.split()).rstrip(" .!")
    # A longer sentence says more than days and a courtesy.
    told = (whole, without_courtesy(whole), behind_a_but(whole)) if len(whole) <= MOST_COURTEOUS else (whole,)
    return next((days for said in dict.fromkeys(told) if (days := _absent(said))), "")


def _absent(said: str) -> str:
    dated = (one[1] for pattern in _sentences("sentences") if (one := pattern.fullmatch(said)))
    if days := next((days for days in dated if any(map(str.isdigit, days))), ""):
        return days
    # More is said of weekdays than of figures: "I'm out at 100" is a bid's end.
    named = (one[1] for pattern in _sentences("by-weekday") if (one := pattern.fullmatch(said)))
    return next((days for days in named if _read(days) is not None or every_week(days) is not None), "")


def without_courtesy(text: str) -> str:
    """The days of an absence without what is said behind a comma to those who wait: ", sorry folks"."""
    head, mark, tail = text.rpartition(",")
    said = tail.split()
    if not mark or not said or any(map(str.isdigit, tail)) or _names_a_day(tail):
        return text
    # "thanks for your patience" asks others to wait, and takes back nothing.
    return head.rstrip() if is_greeting(said[0]) or not changes_orders(tail.strip()) else text


def _names_a_day(text: str) -> bool:
    return any(word in _weekdays() or word in _weekly() for word in key(text).split())


def behind_a_but(text: str) -> str:
    """An absence that is told beside a yes, without the word that leads to it: "but I am away from 24 to 26 May"."""
    found = _leading().match(text)
    return text[found.end() :].strip(" ,") if found is not None else text


@cache
def _leading() -> re.Pattern[str]:
    words = sorted(absence_words("but"), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, words))}) ", re.IGNORECASE)


def by_the_week(text: str, today: date) -> tuple[tuple[date, date], ...]:
    """The first and last day of an absence told by weekdays; several where nobody can be sure, none where a day is
    named otherwise."""
    read = _read(text)
    if read is None:
        return ()
    first, last, until = read
    if until:
        # "Back on Monday" or "all of Monday" is not said.
        ends = _next(last.last, today, last)
        return tuple((today, end) for day in ends for end in (day - DAY, day) if end >= today)
    begins = _next(first.first, today, first)
    return tuple((begin, begin + (last.last - begin.weekday()) % 7 * DAY) for begin in begins)


def every_week(text: str) -> frozenset[int] | None:
    """The days of an absence that comes again every week ("on Fridays", "freitags", "금요일마다"); None for any other.
    In French "le vendredi" is so said, and may be this Friday."""
    words = [word for part in _parted(text) for word in part.split()]
    beside = {key(word) for kind in ("week", "beside") for word in absence_words(kind)}
    named = {**_weekdays(), **_weekly()}
    found = [word for word in words if word in named]
    rest = [word for word in words if word not in named and word not in beside]
    habits = {word for kind in ("habit", "perhaps") for word in map(key, absence_words(kind))}
    if not found or any(word not in habits for word in rest):
        return None
    if not rest and any(word not in _weekly() for word in found):
        return None
    return frozenset(day for word in found for day in named[word])


def _next(weekday: int, today: date, said: _Named) -> list[date]:
    """The days that a weekday can be: the next, or today's too where it is one; of the week after, if that is said."""
    day = today + (weekday - today.weekday()) % 7 * DAY
    if said.of_week:
        # Of this one, what is left of it.
        return [today + (7 - today.weekday()) * DAY if said.following else today]
    if said.this:
        return [day]
    if day == today:
        return [day + WEEK] if said.following else [day, day + WEEK]
    return [day, day + WEEK] if said.following else [day]


def _read(text: str) -> tuple[_Named, _Named, bool] | None:
    """The weekdays on both sides of a word like "to", and whether only the last of them is said."""
    parts = [part.split() for part in _parted(text)]
    if not 1 <= len(parts) <= 2 or (len(parts) == 1 and _says(parts[0], "from")):
        return None
    until = len(parts) == 2 and not parts[0]
    named = [_named(part) for part in parts if part]
    if len(named) == 1 and not until:
        # In Korean what ends a stretch hangs on its last day.
        until = any(word in _last() for word in parts[0])
    first, last = (named[0], named[-1]) if named else (None, None)
    if first is None or last is None or (until and len(named) > 1):
        return None
    return first, last, until


def _named(words: list[str]) -> _Named | None:
    around = {
        key(word)
        for kind in ("with", "week", "from", "last", "week-name", "around-week")
        for word in absence_words(kind)
    }
    this, following = _says(words, "this"), _says(words, "following")
    rest = [
        word for word in words if word not in around and not _says([word], "this") and not _says([word], "following")
    ]
    if not rest and _says(words, "week-name") and (this or following):
        return _Named(*WHOLE_WEEK, this, following, of_week=True)
    if len(rest) != 1 or rest[0] not in _weekdays():
        return None
    first, last = _weekdays()[rest[0]]
    return _Named(first, last, this, following)


def _says(words: list[str], kind: str) -> bool:
    known = {key(word) for word in absence_words(kind)}
    return any(word in known for word in words)


@cache
def _last() -> frozenset[str]:
    return frozenset(key(word) for word in absence_words("last"))


def _parted(text: str) -> list[str]:
    words = key(_MARKS.sub(" ", _DASH.sub(" \n ", text.casefold()).replace("’", "'")))
    words = re.sub(r"[^\S\n]+", " ", words)
    # What hangs on a Korean day stands by itself here.
    hung = (word for kind in ("to", "last", "week", "habit") for word in absence_words(kind) if word >= "가")
    for word in sorted(set(hung), key=len, reverse=True):
        words = re.sub(rf"{_BEHIND}{word}", f" {word} ", words)
    between = sorted((key(word) for word in absence_words("to")), key=len, reverse=True)
    return re.sub(rf"(?<!\S)(?:{'|'.join(map(re.escape, between))})(?!\S)", "\n", words).split("\n")


@cache
def _weekdays() -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for language in languages():
        for at, names in enumerate(absence_words("weekdays", language)):
            found |= {key(name): (at, at) for name in names.split()}
    return found | {key(name): WEEKEND for name in absence_words("weekend")}


@cache
def _weekly() -> dict[str, tuple[int, ...]]:
    """What days are called where they are meant of every week."""
    found: dict[str, tuple[int, ...]] = {}
    for language in languages():
        for at, names in enumerate(absence_words("weekly", language)):
            found |= {key(name): (at,) if at < 7 else WEEKEND for name in names.split()}
    return found


@cache
def _sentences(kind: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(sentence.replace("(", "(?:").replace("{x}", "(.{1,80})"), re.IGNORECASE)
        for sentence in absence_words(kind)
    )
