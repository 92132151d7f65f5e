"""What the service says, in its reader's language: messages become text when a mail is posted.

A message's English template is its name in ``templates/messages``; a text without an entry is said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from config.settings import ROOT
from engine.message import Listed, Message, Money, joined
from moderator.games.clock import shown
from moderator.outbox.report.words import Words

CATALOGUES = ROOT / "templates" / "messages"
ENGLISH = Words()


class Moment(Message):
    """A point in time, told in the reader's own zone and language."""

    __slots__ = ("at",)

    def __init__(self, at: datetime, zone: str = "UTC") -> None:
        super().__init__(shown(at, zone))
        self.at = at


@cache
def messages(language: str) -> Mapping[str, str]:
    """Every text of a language by its English template."""
    if language == "en":
        return {}
    tables = tomllib.loads((CATALOGUES / f"{language}.toml").read_text("utf-8"))
    return {english: text for table in tables.values() for english, text in table.items()}


def spoken(value: Any, words: Words, zone: str = "") -> Any:
    """The value with every message in it said in words; what is no message stays as it is."""
    match value:
        case Moment():
            return _moment(value.at, words, zone)
        case Message():
            return _said(value, words, zone)
        case Listed():
            items = [str(spoken(item, words, zone)) for item in value.items]
            return joined(items, value.joint, {"and": f" {words('and')} ", "or": f" {words('or')} "})
        case Money():
            return Words(words.language, value.currency).money(value.amount)
        case Mapping():
            return {key: spoken(one, words, zone) for key, one in value.items()}
        case list() | tuple():
            return [spoken(one, words, zone) for one in value]
        case _:
            return value


def _said(message: Message, words: Words, zone: str) -> str:
    text = messages(words.language).get(message.template, message.template)
    if not message.values:
        return text
    return words.vformat(text, (), {name: spoken(value, words, zone) for name, value in message.values.items()})


def _moment(at: datetime, words: Words, zone: str) -> str:
    if words.language == "en":
        return shown(at, zone or "UTC")
    here = words.moment(at, zone or "UTC")
    utc = at.astimezone(UTC)
    return f"{here} UTC" if zone in ("", "UTC") else f"{here} ({zone}, {utc:%H:%M} UTC)"
