"""The phrasings of a language, read from its file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "ko")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Phrasing:
    """What somebody says in a position, and what it means there."""

    language: str
    position: str
    say: str
    # The orders that are to be played, as we write them.
    means: tuple[str, ...] = ()
    # The readings that are to be shown, where there are two.
    ask: tuple[str, ...] = ()
    # To be answered, and never played.
    refuse: bool = False
    # Put aside before anything was built.
    held: bool = False

    def __str__(self) -> str:
        return f"{self.language} · {self.position} · {self.say}"


def phrasings(language: str) -> tuple[Phrasing, ...]:
    """What people say in one line."""
    return tuple(one for one in _all(language) if "\n" not in one.say)


def mails(language: str) -> tuple[Phrasing, ...]:
    """Whole mails of several lines."""
    return tuple(one for one in _all(language) if "\n" in one.say)


@cache
def _all(language: str) -> tuple[Phrasing, ...]:
    kept = _read(language)
    return tuple(
        Phrasing(
            language,
            group["position"],
            said["say"],
            tuple(said.get("means", ())),
            tuple(said.get("ask", ())),
            said.get("refuse", False),
            said.get("held", False),
        )
        for group in kept["at"]
        for said in group["said"]
    )


def talk(language: str) -> tuple[str, ...]:
    """Lines that are harmless beside an order."""
    return tuple(_read(language)["lines"]["talk"])


def never_talk(language: str) -> tuple[str, ...]:
    """Lines that are understood or refuse the mail."""
    return tuple(_read(language)["lines"]["never"])


@cache
def _read(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
