"""What a language does that no table can say: signs before a colon, the sound a word ends with.

A language that needs any of it has a module here, named by its code, with the functions it needs; most need none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from engine.catalogue import english
from engine.message import Speaker


def _as_it_is(text: str) -> str:
    return text


def _never(word: str) -> bool:
    return False


def _nothing(said: str, form: str) -> str | None:
    return None


@dataclass(frozen=True)
class Grammar:
    """``polish`` prints a text, ``finish`` one with its values; ``elides`` shortens the word before a word,
    ``join`` adds a particle."""

    polish: Callable[[str], str] = _as_it_is
    finish: Callable[[str], str] = _as_it_is
    elides: Callable[[str], bool] = _never
    join: Callable[[str, str], str | None] = _nothing


@cache
def grammar(language: str) -> Grammar:
    if language == "en":
        return Grammar(elides=Speaker(english()).elides)
    name = f"{__name__}.{language}"
    if find_spec(name) is None:
        return Grammar()
    found = import_module(name)
    return Grammar(
        **{part: getattr(found, part) for part in ("polish", "finish", "elides", "join") if hasattr(found, part)}
    )
