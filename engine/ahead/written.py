"""Orders on file in a reader's words, each read back as the same order, or left as we write it.

``[written]`` of ``words/<language>.toml`` has the line as we write it, with places, and the same in that language. In
the place of a condition stand its facts, in the place of a list its parts, each written by a row of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.ahead.patterns import SHELF, looks_standing
from engine.ahead.reading import read_standing
from engine.errors import Refused
from engine.message import Worded
from engine.names import Player
from engine.notation.words import spoken
from engine.notation.written import Ordered, in_words
from engine.state import State

_FIELD = re.compile(r"\\\{(\w+)\\\}")
_AND, _OR, _LISTED = " and ", " or ", ", "
_WORD = r"\S+"
_ANY = {"condition": ".+?", "orders": ".+", "others": ".+", "parts": ".+", "who": "[^()]+?"}


def standing_in_words(state: State, player: Player, line: str, language: str) -> str:
    """A line this player may put on file now, as a reader of the language would write it; an order is one too."""
    if not _rows(language) or not looks_standing(line):
        return in_words(state, line, language)
    said = _line(state, line, language)
    try:
        meant = read_standing(state, player, line)
        same = said is not None and meant is not None and read_standing(state, player, said, (), language) == meant
    except Refused:
        return line
    return said if same and said is not None else line


class Planned(Worded):
    """What is on file within a sentence: each reader has it in their own words, where there are rows for all of it."""

    __slots__ = ("state",)

    def __init__(self, line: str, state: State) -> None:
        super().__init__(line)
        self.state = state

    def worded(self, language: str) -> str:
        if (said := _line(self.state, self.template, language)) is not None:
            return said
        # Half of it in another language would be read by nobody.
        return (
            self.template
            if looks_standing(self.template)
            else Ordered(self.template, self.state.title).worded(language)
        )


def _line(state: State, line: str, language: str) -> str | None:
    """The whole line; None where some of it has no row."""
    for form, places in _found(line, language):
        filled: dict[str, str] = {}
        for name, text in places.items():
            said = _place(state, name, text, language)
            if said is None:
                return None
            filled[name] = said
        return form.format(**filled)
    return None


def _place(state: State, name: str, text: str, language: str) -> str | None:
    match name:
        case "condition":
            return _condition(state, text, language)
        case "orders" | "others":
            return in_words(state, text, language)
        case "parts":
            said = [_line(state, part, language) for part in text.split(_LISTED)]
            return _LISTED.join(one for one in said if one is not None) if None not in said else None
    return text


def _condition(state: State, text: str, language: str) -> str | None:
    """Facts between and, or, not and brackets. Of two that are joined, the first may be written another way."""
    for joint in (_AND, _OR):
        parts = _apart(text, joint)
        if len(parts) > 1:
            *first, last = parts
            said = [_condition(state, f"{one}{joint}", language) or _condition(state, one, language) for one in first]
            said.append(_condition(state, last, language))
            between = _rows(language).get(joint, joint)
            return between.join(one for one in said if one is not None) if None not in said else None
    if text.startswith("(") and text.endswith(")"):
        inner = _condition(state, text[1:-1], language)
        return f"({inner})" if inner is not None else None
    return _line(state, text, language)


def _apart(text: str, joint: str) -> list[str]:
    """The parts between joints that stand in no brackets."""
    parts, begun = [""], 0
    for piece in re.split(f"({re.escape(joint)}|[()])", text):
        begun += {"(": 1, ")": -1}.get(piece, 0)
        if piece == joint and not begun:
            parts.append("")
        else:
            parts[-1] += piece
    # A joint behind the last says only that something follows.
    return parts if parts[-1] else [text]


def _found(line: str, language: str) -> Iterator[tuple[str, dict[str, str]]]:
    for pattern, form in _forms(language):
        if found := pattern.fullmatch(line):
            yield form, found.groupdict()


@cache
def _rows(language: str) -> dict[str, str]:
    return {ours: str(theirs) for ours, theirs in spoken(SHELF).get(language, {}).get("written", {}).items()}


@cache
def _forms(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is written how; the longest first."""
    rows = {ours: theirs for ours, theirs in _rows(language).items() if ours not in (_AND, _OR)}
    return tuple((_pattern(ours), rows[ours]) for ours in sorted(rows, key=lambda one: (-one.count(" "), one)))


def _pattern(ours: str) -> re.Pattern[str]:
    """Names of players may have spaces in them, what they do something to is one word."""
    return re.compile(_FIELD.sub(lambda place: f"(?P<{place[1]}>{_ANY.get(place[1], _WORD)})", re.escape(ours)))
