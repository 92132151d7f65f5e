"""The words people say orders with, by language. All languages are understood; the reader's own comes first.

What every title says stands in ``spoken/<language>.toml`` beside this, what a mechanism adds in the table ``[spoken]``
of its own ``words/<language>.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from engine.notation.clean import key
from engine.notation.hangul import DOING, forms
from engine.notation.words import mechanisms, spoken

LANGUAGES = ("en", "fr", "ko")
# Said for kindness or clearness: changes nothing.
NOTHING = "_"
# Stands between two orders.
AND_THEN = "then"
# Says that the number beside it counts: 2 trains, 열차 2대.
UNITS = "units"
_ELIDED = re.compile(r"(?<!\w)(j|l|d|n|m|s|t|c|qu|jusqu)['’](?=[aeiouyhàâäéèêëîïôöùûüœ])", re.IGNORECASE)
_FULL = {"j": "je", "l": "le", "d": "de", "n": "ne", "m": "me", "s": "se", "t": "te", "c": "ce", "qu": "que"}


@dataclass
class Tongue:
    """What words mean to a reader."""

    words: dict[str, str] = field(default_factory=dict)
    phrases: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    sides: dict[str, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    ordinals: dict[str, int] = field(default_factory=dict)
    particles: dict[str, str] = field(default_factory=dict)
    # Words for trains that are more than one, and what counts trains: behind a number they tell how many.
    plurals: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    # What people say to each other.
    talk: set[str] = field(default_factory=set)
    chat: set[tuple[str, ...]] = field(default_factory=set)
    # Words of company: a line with one of them is said to people. Roots are how such words begin.
    social: set[str] = field(default_factory=set)
    roots: set[str] = field(default_factory=set)
    # Words and phrases that take back, put off or make conditional what stands beside them, and how such words begin.
    doubts: set[tuple[str, ...]] = field(default_factory=set)
    doubt_roots: set[str] = field(default_factory=set)
    # Forms of verbs after which another order follows.
    onward: set[str] = field(default_factory=set)

    def enter(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        for meaning, words in tables.get("words", {}).items():
            for word in map(key, str(words).split()):
                self._add(word, meaning)
                if "가" <= word[0] <= "힣" and meaning != NOTHING:
                    self._doing(word, meaning)
        for stem, meaning in tables.get("stems", {}).items():
            for form, onward in forms(stem):
                self._add(form, str(meaning))
                if onward:
                    self.onward.add(form)
        for phrase, meant in tables.get("phrases", {}).items():
            self.phrases.setdefault(tuple(map(key, elided(phrase).split())), tuple(str(meant).split()))
        for name, known in (("sides", self.sides), ("numbers", self.numbers), ("ordinals", self.ordinals)):
            for word, number in tables.get(name, {}).items():
                known.setdefault(key(word), int(number))
        count = tables.get("count", {})
        self.plurals.update(map(key, str(count.get("plurals", "")).split()))
        self.counters.update(str(count.get("counters", "")).split())
        said = tables.get("talk", {})
        self.talk.update(map(key, str(said.get("words", "")).split()))
        self.chat.update(tuple(map(key, one.split("-"))) for one in str(said.get("phrases", "")).split())
        self.social.update(map(key, str(said.get("social", "")).split()))
        self.roots.update(map(key, str(said.get("roots", "")).split()))
        self.doubts.update(tuple(map(key, one.split("-"))) for one in str(said.get("doubts", "")).split())
        self.doubt_roots.update(map(key, str(said.get("doubt_roots", "")).split()))
        for particle, link in tables.get("particles", {}).items():
            self.particles.setdefault(particle, str(link))

    def _add(self, word: str, meaning: str) -> None:
        self.words.setdefault(word, meaning)

    def _doing(self, noun: str, meaning: str) -> None:
        for ending in DOING:
            self._add(noun + ending, meaning)
            if ending == "하고":
                self.onward.add(noun + ending)


def elided(text: str) -> str:
    """French without its apostrophes: j'achète is je achète, and two words."""
    return _ELIDED.sub(lambda found: _FULL.get(found[1].lower(), found[1]) + " ", text)


@cache
def tongue(language: str = "") -> Tongue:
    """The words of a reader: their own language first, then the others."""
    found = Tongue()
    packages = dict.fromkeys(each.package for each in mechanisms())
    for each in sorted(LANGUAGES, key=lambda name: name != language):
        for tables in (_tables(each), *(spoken(package).get(each, {}).get("spoken", {}) for package in packages)):
            found.enter(tables)
            if each == language:
                found.enter(tables.get("own", {}))
    return found


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, Any]]:
    path = files("engine.notation").joinpath("spoken", f"{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
