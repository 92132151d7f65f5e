"""Speaks a language: words from the catalogues; plurals, lists, numbers and dates from the Unicode tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime
from babel.numbers import format_decimal

from engine.catalogue import Entry
from engine.message import Joint, Listed, Message, Money, Speaker
from moderator.language.catalogues import catalogue, languages
from moderator.language.grammar import Grammar, grammar


class Moment(Message):
    """A point in time, told in the reader's own zone and language."""

    __slots__ = ("at", "zone")

    def __init__(self, at: datetime, zone: str = "UTC") -> None:
        super().__init__("")
        self.at = at
        self.zone = zone

    def __str__(self) -> str:
        return Words(zone=self.zone).say(self)


class Weekdays(Message):
    """Rows of days of the week, each from its first to its last (Monday is 0), as the reader's language calls them."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[tuple[int, int]]) -> None:
        self.rows = tuple(rows)
        super().__init__(self.called(habits("en").locale))

    def called(self, locale: Locale) -> str:
        names = locale.days["format"]["abbreviated"]
        return ", ".join("-".join(names[day] for day in dict.fromkeys(row)) for row in self.rows)


@dataclass(frozen=True)
class Habits:
    """How a language writes numbers and lists, looked up once."""

    locale: Locale
    group: str
    before: bool  # whether the currency stands before the amount
    joints: Mapping[str, tuple[str, str]]
    grammar: Grammar


@cache
def habits(language: str) -> Habits:
    """What the Unicode tables say, unless the catalogue's own ``[lists]`` know better."""
    words = catalogue(language)
    locale = Locale.parse(words.setting("language", "locale", language))
    before = locale.currency_formats["standard"].pattern.startswith("¤")
    joints = {}
    for joint, style in (("and", "standard"), ("or", "or")):
        pattern = locale.list_patterns[style]
        between = words.setting("lists", "between") or _joint(str(pattern["middle"]))
        joints[joint] = (between, words.setting("lists", joint) or _joint(str(pattern["end"])))
    if apart := words.setting("lists", "apart"):
        joints[";"] = (apart, apart)
    group = str(locale.number_symbols["latn"]["group"])
    return Habits(locale, group, before, joints, grammar(language))


def _joint(pattern: str) -> str:
    return pattern.replace("{0}", "").replace("{1}", "")


class Words(Speaker):
    """Speaks one language about one title's money, to a reader in one time zone."""

    __slots__ = ("_habits", "language", "zone")

    def __init__(self, language: str = "en", currency: str = "", zone: str = "UTC") -> None:
        self.language = language if language in languages() else "en"
        super().__init__(catalogue(self.language), currency)
        self.zone = zone or "UTC"
        self._habits = habits(self.language)

    def __call__(self, key: str, /, **values: Any) -> str:
        """A label."""
        return self.entry("labels", key, **values)

    def entry(self, table: str, key: str, /, **values: Any) -> str:
        """What stands under a key; raises KeyError where nothing does."""
        found = self.find(table, key)
        if found is None:
            raise KeyError(f"{self.language} has no {table} for {key}")
        return self.filled(found, values)

    def knows(self, table: str, key: str) -> bool:
        return self.find(table, key) is not None

    def find(self, table: str, key: str, owner: str = "") -> Entry | None:
        """What a language has no words for yet is said in English."""
        found = self.catalogue.find(table, key, owner)
        return found if found is not None else catalogue("en").find(table, key, owner)

    def say(self, message: Message) -> str:
        if isinstance(message, Weekdays):
            return message.called(self._habits.locale)
        return self._moment(message.at) if isinstance(message, Moment) else super().say(message)

    # How this language writes.

    def filled(self, entry: Entry, values: Mapping[str, object]) -> str:
        return self._habits.grammar.finish(super().filled(entry, values))

    def printed(self, text: str) -> str:
        return self._habits.grammar.polish(text)

    def plural(self, number: int) -> str:
        return str(self._habits.locale.plural_form(number))

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", self._habits.group) if number > 999 or number < -999 else str(number)

    def money(self, amount: int, currency: str = "") -> str:
        sign, written, unit = "-" if amount < 0 else "", self.number(abs(amount)), currency or self.currency
        return f"{sign}{unit}{written}" if self._habits.before or not unit else f"{sign}{written}\u00a0{unit}"

    def joints(self, joint: Joint) -> tuple[str, str]:
        if joint == "each":
            last = self._habits.joints["or"][1]
            return last, last
        return self._habits.joints.get(joint) or super().joints(joint)

    def listed(self, items: Sequence[object], joint: Joint = "and", spec: str = "") -> str:
        """A particle follows the last of several things; an article stands before each."""
        if spec and self._habits.grammar.join("", spec) is not None:
            return self.formed(super().listed(items, joint), spec)
        return super().listed(items, joint, spec)

    def formed(self, said: str, spec: str) -> str:
        joined = self._habits.grammar.join(said, spec)
        return joined if joined is not None else super().formed(said, spec)

    def elides(self, word: str) -> bool:
        return self._habits.grammar.elides(word)

    # Time.

    def moment(self, moment: datetime, zone: str, pattern: str = "full") -> str:
        """A point in time as the reader's wall shows it."""
        local = moment.astimezone(ZoneInfo(zone))
        wanted = self.catalogue.setting("dates", pattern) or self.catalogue.setting("dates", "full", "full")
        first = self.catalogue.setting("dates", "first")
        if first and local.day == 1:
            wanted = re.sub(r"(?<![a-zA-Z'])d(?![a-zA-Z'])", f"'{first}'", wanted)
        return str(format_datetime(local, wanted, locale=self._habits.locale))

    def decimal(self, number: float) -> str:
        """A number with one digit behind its point, or its comma."""
        return str(format_decimal(number, "#,##0.0", locale=self._habits.locale))

    def appointed(self, moment: datetime, zone: str) -> str:
        """The same where it stands alone, as in a subject: with the zone, for no other line names it."""
        name = moment.astimezone(ZoneInfo(zone)).tzname() or zone
        # Where a zone has no letters of its own, its name is how far it is from UTC.
        return f"{self.moment(moment, zone)} {name if name[:1].isalpha() else f'UTC{name}'}"

    def _moment(self, at: datetime) -> str:
        here = self.moment(at, self.zone, "brief")
        local = at.astimezone(ZoneInfo(self.zone))
        if not local.utcoffset():
            return f"{here} UTC"
        return self.entry(
            "dates", "here", moment=here, zone=self.zone, name=local.tzname() or "", utc=f"{at.astimezone(UTC):%H:%M}"
        )


def spoken(value: Any, words: Words, zone: str = "") -> Any:
    """The value with every message in it said in words; what is no message stays as it is."""
    return _spoken(value, Words(words.language, words.currency, zone) if zone else words)


def _spoken(value: Any, words: Words) -> Any:
    match value:
        case Message() | Listed() | Money():
            return words.text(value)
        case Mapping():
            return {key: _spoken(one, words) for key, one in value.items()}
        case list() | tuple():
            return [_spoken(one, words) for one in value]
        case _:
            return value


# Characters that turn text around, join or hide it; a name or a letter that has them is shown with a mark instead.
_UNSEEN = {
    *range(0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F),
    *range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
}  # fmt: skip
_SHOWN = dict.fromkeys(_UNSEEN, "�") | {0x0A: " ", 0x0D: " ", 0x09: " "}


def plain(text: str) -> str:
    """One line of text in which nothing is hidden."""
    return text.translate(_SHOWN)


def shortened(text: str, most: int) -> str:
    """No more than so many letters, and no word cut through."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    # A text of one long word is cut where it must be.
    return f"{head.rpartition(' ')[0].rstrip(' ,;:') or head}…"


def plain_lines(text: str) -> Sequence[str]:
    return [plain(line) for line in text.splitlines()] or [""]
