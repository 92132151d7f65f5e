"""Orders on file in a reader's words, each read back as the same order, or left as we write it.

``[written]`` of ``words/<language>.toml`` has the line as we write it, with places, and the same in that language. In
the place of a list stand its parts, in the place of an order the line without its last clause, each written by a row of
its own; in the place of a condition stand its facts, which have rows in ``[conditions]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.ahead.facts import Condition
from engine.ahead.patterns import SHELF, looks_standing
from engine.ahead.reading import read_standing
from engine.errors import Refused
from engine.message import Worded
from engine.names import Player
from engine.notation.ahead import read_ahead
from engine.notation.words import spoken
from engine.notation.written import Ordered, in_words, translated
from engine.state import State
from engine.title import Title

_FIELD = re.compile(r"\\\{(\w+)\\\}")
_ORDERS, _FACTS = "written", "conditions"
_AND, _OR, _LISTED, _SEVERAL = " and ", " or ", ", ", "; "
_WORD = r"\S+"
# Names of players may have spaces in them, what they do something to is one word.
_NAME = r"[^()\s](?:[^()]*?[^()\s])?"
_ANY = {
    "condition": ".+?", "order": ".+", "orders": ".+", "others": ".+", "parts": ".+", "partners": ".+",
    "who": _NAME, "holder": _NAME, "purse": _NAME, "player": _NAME, "sign": "[<>]?=",
}  # fmt: skip
# What a clause may be added to; how a choice within a turn begins, and what ends the turn.
_STANDING, _IF, _END = "standing ", "if ", "end when"


def standing_in_words(state: State, player: Player, line: str, language: str) -> str:
    """A line this player may put on file now, as a reader of the language would write it; an order is one too."""
    if not _rows(state.title, language, _ORDERS):
        return in_words(state, line, language)
    if not looks_standing(line):
        if (wish := read_ahead(line)) is None:
            return in_words(state, line, language)
        limit = _line(state, line, language)
        return limit if limit is not None and read_ahead(limit) == wish else line
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


class Stated(Worded):
    """A condition within a sentence, in the words of whoever reads it."""

    __slots__ = ("state",)

    def __init__(self, condition: Condition, state: State) -> None:
        super().__init__(condition.write())
        self.state = state

    def worded(self, language: str) -> str:
        return _condition(self.state, self.template, language) or self.template


def _line(state: State, line: str, language: str, table: str = _ORDERS) -> str | None:
    """The whole line, or all lines of a block; None where some of it has no row."""
    if line.endswith(_END):
        return _turn(state, line, language)
    for form, places in _found(state.title, line, language, table):
        filled = {name: _place(state, name, text, language) for name, text in places.items()}
        if None not in filled.values():
            return form.format(**filled)
    return None


def _turn(state: State, line: str, language: str) -> str | None:
    """A company's whole turn, in lines, or all in one, which needs no end: there that may be the end of the turn."""
    block = "\n" in line
    behind, between = ("\n", "\n") if block else (" ", _SEVERAL)
    head, _, rest = line.partition(f":{behind}")
    said = [_line(state, f"{head}:", language), *(_act(state, one, language) for one in rest.split(between)[:-1])]
    if block:
        said.append(_rows(state.title, language, _ORDERS).get(_END))
    found = [one for one in said if one is not None]
    return f"{found[0]}{behind}{between.join(found[1:])}" if len(found) == len(said) else None


def _act(state: State, text: str, language: str) -> str | None:
    """A line of a turn: a choice, or orders; ``else`` is a row like them."""
    return _line(state, text, language) if text.startswith(_IF) else _orders(state, text, language)


def _orders(state: State, text: str, language: str) -> str | None:
    said = [_line(state, one, language) or translated(state.title, one, language) for one in text.split(_SEVERAL)]
    return _SEVERAL.join(one for one in said if one is not None) if None not in said else None


def _place(state: State, name: str, text: str, language: str) -> str | None:
    match name:
        case "condition":
            return _condition(state, text, language)
        case "orders" | "others":
            return _orders(state, text, language)
        case "order":
            return _line(state, text, language) if text.startswith(_STANDING) else None
        case "parts":
            said = [_line(state, part, language) for part in text.split(_LISTED)]
            return _LISTED.join(one for one in said if one is not None) if None not in said else None
        case "partners":
            return text.replace(_OR, _LISTED)
        case "who" | "sign":
            # Somebody, and signs that are words.
            return _rows(state.title, language, _FACTS).get(text, text)
    return text


def _condition(state: State, text: str, language: str) -> str | None:
    """Facts between and, or, not and brackets. Some languages hang the joint on what stands before it."""
    for joint in (_AND, _OR):
        parts = _apart(text, joint)
        if len(parts) > 1:
            between = _rows(state.title, language, _FACTS).get(joint, joint)
            said = [_joined(state, one, joint, between, language) for one in parts[:-1]]
            said.append(_condition(state, parts[-1], language))
            return "".join(one for one in said if one is not None) if None not in said else None
    if text.startswith("(") and text.endswith(")"):
        inner = _condition(state, text[1:-1], language)
        return f"({inner})" if inner is not None else None
    return _line(state, text, language, _FACTS)


def _joined(state: State, text: str, joint: str, between: str, language: str) -> str | None:
    """A fact with the joint behind it."""
    if (hung := _condition(state, f"{text}{joint}", language)) is not None:
        return f"{hung} "
    said = _condition(state, text, language)
    return f"{said}{between}" if said is not None else None


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


def _found(title: Title, line: str, language: str, table: str) -> Iterator[tuple[str, dict[str, str]]]:
    for pattern, form in _forms(title, language, table):
        if found := pattern.fullmatch(line):
            yield form, found.groupdict()


@cache
def _rows(title: Title, language: str, table: str) -> dict[str, str]:
    packages = (*(each.package for each in title.mechanisms), SHELF)
    tables = [spoken(package).get(language, {}).get(table, {}) for package in packages]
    return {ours: str(theirs) for one in tables for ours, theirs in one.items()}


@cache
def _forms(title: Title, language: str, table: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is written how; the longest first."""
    rows = {ours: theirs for ours, theirs in _rows(title, language, table).items() if ours not in (_AND, _OR)}
    return tuple((_pattern(ours), rows[ours]) for ours in sorted(rows, key=lambda one: (-one.count(" "), one)))


def _pattern(ours: str) -> re.Pattern[str]:
    return re.compile(_FIELD.sub(lambda place: f"(?P<{place[1]}>{_ANY.get(place[1], _WORD)})", re.escape(ours)))
