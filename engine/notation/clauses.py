"""What a sentence is made of where an order and a remark share it: "I pass, too many trains for my taste".

What parts clauses is written in ``[clauses]`` of ``spoken/<language>.toml``: marks, words that begin a reason, and
endings of words with which one ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engine.notation.clean import key, normal
from engine.notation.tongue import elided, languages, tongue


@dataclass(frozen=True)
class Clause:
    """A part of a sentence, and whether it only says why something is done."""

    text: str
    reason: bool = False
    # No mark stands between the reason and what is done.
    unmarked: bool = False


def clauses_in(line: str, language: str, most: int) -> list[Clause]:
    """The parts of a sentence, without the marks between them; in more than ``most`` no reasons are looked for."""
    parts = [part for part in (part.strip(" ,.!)") for part in _marks().split(line)) if part]
    if len(parts) > most:
        return [Clause(part) for part in parts]
    return [one for part in parts for one in _with_reason(part, language) if one.text]


def _with_reason(text: str, language: str) -> list[Clause]:
    """A part as it is, or as what is done and why: "because …" goes to its end, "…니까" up to the word."""
    known, words = tongue(language), text.split()
    # A sign may stand for nothing but a blank.
    said = [key("".join(elided(normal(word)).split()[:1]).strip(",.!")) for word in words]
    for at in range(len(words)):
        if any(tuple(said[at : at + len(one)]) == one for one in known.reasons):
            return [Clause(" ".join(words[:at])), Clause(" ".join(words[at:]), reason=True, unmarked=at > 0)]
    for at, word in enumerate(words[:-1], 1):
        if word.endswith(tuple(known.reason_endings)):
            return [Clause(" ".join(words[:at]), reason=True, unmarked=True), Clause(" ".join(words[at:]))]
    return [Clause(text)]


@cache
def _marks() -> re.Pattern[str]:
    """Whatever parts clauses in any language; a space in a mark is one or more, and around it there may be others."""
    marks = sorted({mark for each in languages() for mark in tongue(each).parting}, key=lambda one: (-len(one), one))
    return re.compile("|".join(map(_pattern, marks)))


def _pattern(mark: str) -> str:
    sign = mark.strip()
    before, behind = r"\s+" if mark[0] == " " else r"\s*", r"\s+" if mark[-1] == " " else r"\s*"
    return f"{before}{re.escape(sign)}{re.escape(sign[-1])}*{behind}"
