"""Where words are: with the owners of the engine, the service itself, and its web pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine import catalogue as engine
from engine.catalogue import Catalogue, below
from engine.message import Message

HOME = Path(__file__).parents[1]


@cache
def owners() -> Mapping[str, Path]:
    """Every folder of words by the name of its owner."""
    return {**engine.owners(), **dict(below(HOME, "moderator"))}


@cache
def languages() -> tuple[str, ...]:
    """The languages players may choose; English first."""
    return engine.languages(owners())


@cache
def catalogue(language: str) -> Catalogue:
    """All that is said in a language."""
    return Catalogue(language, owners())


def named(name: str) -> str | None:
    """The language somebody means by its code or by its own name: fr, Français, 한국어."""
    wanted = name.strip().casefold()
    for language in languages():
        if wanted in (language, catalogue(language).setting("language", "name").casefold()):
            return language
    return None


def chosen(language: str) -> Message:
    """That somebody is written to in a language, which is called by its own name: it may be told in another."""
    return Message("your reports are in {language}", language=catalogue(language).setting("language", "name"))


def forget() -> None:
    """For tests that bring words of their own."""
    for known in (owners, languages, catalogue, engine.owners, engine.english):
        known.cache_clear()
