"""Orders in a reader's words. What is written here is read back as the same move, or it is left as we write it.

Each owner of moves says how they are written in a language: ``[written]`` of its ``words/<language>.toml`` has the
order as we write it, with places, and the same in that language.
"""

from __future__ import annotations

import re
from functools import cache

from engine.errors import Refused
from engine.message import Worded
from engine.notation.read import parse_order
from engine.notation.words import SHELF, spoken
from engine.state import State
from engine.title import Title

_FIELD = re.compile(r"\\\{(\w+)\\\}")
# What parts the things of a list.
_AND = " and "


def in_words(state: State, order: str, language: str) -> str:
    """An order, or several between semicolons, as a reader of this language would write it."""
    return "; ".join(_one(state, one, language) for one in order.split("; "))


class Ordered(Worded):
    """An order within a sentence, or several between semicolons: each reader has it in their own words."""

    __slots__ = ("title",)

    def __init__(self, order: str, title: Title) -> None:
        super().__init__(order)
        self.title = title

    def worded(self, language: str) -> str:
        return "; ".join(translated(self.title, one, language) or one for one in self.template.split("; "))


def form_in_words(title: Title, ours: str, language: str) -> str:
    """A form with its places ("run {routes}") in a reader's words; what is put there is read when it is tried."""
    return next((form for pattern, form, _ in _forms(title, language) if pattern == _pattern(ours)), ours)


def _one(state: State, order: str, language: str) -> str:
    said = translated(state.title, order, language)
    if said is None:
        return order
    try:
        same = parse_order(state, said, language) == parse_order(state, order)
    except Refused:
        return order
    return said if same else order


def translated(title: Title, order: str, language: str) -> str | None:
    """An order as a reader would write it, whatever may be ordered now; None where no row is for it."""
    for pattern, form, between in _forms(title, language):
        if found := pattern.fullmatch(order):
            parts = {name: text.replace(_AND, between) for name, text in found.groupdict().items()}
            return form.format(**parts)
    return None


@cache
def _forms(title: Title, language: str) -> tuple[tuple[re.Pattern[str], str, str], ...]:
    """What is written how; the longest first, for "buy 2 NW from pool" is not "buy NW from pool"."""
    found: dict[str, str] = {}
    for package in (SHELF, *(each.package for each in title.mechanisms)):
        found |= {ours: str(theirs) for ours, theirs in spoken(package).get(language, {}).get("written", {}).items()}
    between = found.pop(_AND, _AND)
    return tuple(
        (_pattern(ours), found[ours], between) for ours in sorted(found, key=lambda one: (-one.count(" "), one))
    )


def _pattern(ours: str) -> re.Pattern[str]:
    """Places of lists may have spaces in them, all others are one word."""
    return re.compile(_FIELD.sub(lambda place: f"(?P<{place[1]}>{_any(place[1])})", re.escape(ours)))


def _any(name: str) -> str:
    return ".+" if name.endswith("s") or name == "keeping" else r"\S+"
