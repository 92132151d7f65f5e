"""What we say in each language: catalogues by message, amounts and dates as the language writes them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from string import Formatter
from typing import Any
from zoneinfo import ZoneInfo

from config.settings import ROOT

LANGUAGES = ("en", "fr", "ko")
CATALOGUES = ROOT / "templates" / "sentences"
# In Latin letters and digits as Koreans read them aloud, these end in a consonant.
_CLOSED = set("lmnrLMNR013678")
_FORMS = {"은": ("은", "는"), "이": ("이", "가"), "을": ("을", "를"), "과": ("과", "와"), "으로": ("으로", "로")}
_VOWELS = set("aeiouyhàâäéèêëîïôöûüAEIOUYHÀÂÄÉÈÊËÎÏÔÖÛÜ")


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, Any]]:
    """All messages of a language, by table and key."""
    return tomllib.loads((CATALOGUES / f"{language}.toml").read_text("utf-8"))


class Words(Formatter):
    """Speaks one language about one title's money."""

    def __init__(self, language: str = "en", currency: str = "") -> None:
        self.language = language if language in LANGUAGES else "en"
        self.currency = currency
        self._tables = catalogue(self.language)

    def __call__(self, key: str, **values: Any) -> str:
        """A label."""
        return self.say("labels", key, **values)

    def say(self, table: str, key: str, **values: Any) -> str:
        """A message with its values; raises KeyError where there is none."""
        message = self._tables[table][key]
        if isinstance(message, list):
            single = values["count"] == 1 or (self.language == "fr" and values["count"] == 0)
            message = message[0 if single else 1]
        return self.vformat(message, (), values)

    def knows(self, table: str, key: str) -> bool:
        return key in self._tables.get(table, {})

    def why(self, reason: str) -> str:
        """A reason the engine gives in English, in this language."""
        if reason.startswith("phase "):
            return self.say("why", "phase", phase=reason.removeprefix("phase "))
        return self.say("why", reason) if self.knows("why", reason) else reason

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "money":
            return self.money(value)
        if isinstance(value, tuple | list):
            value = self.listed(value)
        if format_spec in _FORMS:
            return f"{value}{particle(str(value), format_spec)}"
        if format_spec == "de":
            return f"d'{value}" if str(value)[:1] in _VOWELS else f"de {value}"
        return str(super().format_field(value, format_spec))

    def money(self, amount: int) -> str:
        if self.language == "fr":
            return f"{amount:,}".replace(",", "\u202f") + f"\u00a0{self.currency}"
        return f"{'-' if amount < 0 else ''}{self.currency}{abs(amount):,}"

    def listed(self, words: Iterable[str]) -> str:
        """a, b and c."""
        *most, last = [str(word) for word in words] or [self("none")]
        if not most:
            return last
        return ", ".join([*most, last]) if self.language == "ko" else f"{', '.join(most)} {self('and')} {last}"

    def moment(self, moment: datetime, zone: str) -> str:
        """A point in time as the reader's wall shows it."""
        local = moment.astimezone(ZoneInfo(zone))
        return self(
            "date",
            weekday=self("weekdays").split()[local.weekday()],
            month=self("months").split()[local.month - 1],
            day=local.day,
            year=local.year,
            hour=local.hour,
            minute=local.minute,
        )


def particle(word: str, form: str) -> str:
    """The Korean particle that fits the sound a word ends with."""
    closed, open_ = _FORMS[form]
    last = word[-1:]
    if "가" <= last <= "힣":
        final = (ord(last) - ord("가")) % 28
        return open_ if final == 0 or (form == "으로" and final == 8) else closed
    if form == "으로" and last in "lL18":
        return open_
    return closed if last in _CLOSED else open_


# Characters that turn text around, join or hide it; a name or a letter that has them is shown with a mark instead.
_UNSEEN = {
    *range(0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F),
    *range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
}  # fmt: skip
_SHOWN = dict.fromkeys(_UNSEEN, "�") | {0x0A: " ", 0x0D: " ", 0x09: " "}


def plain(text: str) -> str:
    """One line of text in which nothing is hidden."""
    return text.translate(_SHOWN)


def plain_lines(text: str) -> Sequence[str]:
    return [plain(line) for line in text.splitlines()] or [""]
