"""Cuts the new text of a mail into statements: lines, blocks, comments, and what is only talk.

A line that looks like a mistyped order is an error, never prose; chat before and between orders is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from engine.notation.clean import key
from engine.notation.words import VERBS as VERBS_OF_ORDERS
from moderator.commands import registry

# More lines than any turn needs; what comes after is not read, and the answer says so.
MOST_LINES = 200
MOST_LINE = 400
# Words orders begin with, in any title, and what people write before them.
VERBS = frozenset(
    "bid auction pass no decline sell buy start par exchange redeem lay upgrade token station neutral move run pay "
    "half withhold dividend retain train discard nationalise nationalize keep convert merge take done skip proxy place "
    "float trade bankrupt bankruptcy".split()
)
# What else, and in other languages, the engine reads as the beginning of an order. Many of these words begin sentences
# as well ("found", "open", "place"), so they count only in a short line or with a number in it.
ORDER_WORDS = frozenset(VERBS_OF_ORDERS)
POLITE = frozenset("please pls kindly then and also i'll i ill we will would want wants to like the a my".split())
_STOPS = re.compile(r"^\s*(end|-- ?|--|end of orders|stop|quit)\s*\.?\s*$", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"^[R$₽]?\d+\s+(on|for)\s+\S+", re.IGNORECASE)
# Nobody is who a line of the text says they are, and an order told in a sentence is not chat: both must be refused.
_HEADER = re.compile(r"^(from|sender|reply-to|resent-from):\s*\S+@\S+", re.IGNORECASE)
_TOLD = re.compile(r"\b(i|we)( will|'ll| would)? (bid|buy|sell|lay|start|run)\b.*\d", re.IGNORECASE)
# A bid by proxy may begin with what it is for, and names of companies are short.
_LIMIT = re.compile(r"^\S+ (up to|max|maximum) [R$₽]?\d", re.IGNORECASE)
# Orders for later that the language has words for.
_LATER = re.compile(r"^(standing|willing) \w|^if\b.*\bthen\b", re.IGNORECASE)
# Some people number their orders.
_NUMBERED = re.compile(r"^\d{1,2}[.)]\s+(?=\D)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing written: its number in the mail, its words, and the text of its block."""

    number: int
    text: str
    body: tuple[str, ...] = ()
    prose: bool = False


def statements(lines: Iterable[str]) -> list[Statement]:
    """The statements of a mail in order, up to ``end`` or a signature."""
    return list(_statements(iter(list(lines)[:MOST_LINES])))


def _statements(lines: Iterator[str]) -> Iterator[Statement]:
    number = 0
    for line in lines:
        if _STOPS.match(line):
            return
        found = registry.find(line.strip())
        if found is not None and found[0].until:
            number += 1
            yield Statement(number, _clean(line), tuple(_block(lines, found[0].until)))
            continue
        for part in _parts(line):
            number += 1
            yield Statement(number, part, prose=_is_prose(part))


def _block(lines: Iterator[str], until: str) -> Iterator[str]:
    """The text up to the closing line. Without one, orders would be swallowed: see ``unclosed``."""
    for line in lines:
        if " ".join(line.lower().split()) in (until, until.replace(" ", "")):
            return
        yield line.rstrip()
    yield UNCLOSED


# Stands at the end of a block that was never closed; the command refuses it instead of guessing where it ended.
UNCLOSED = "\0unclosed"


def _parts(line: str) -> Iterator[str]:
    text = _NUMBERED.sub("", _clean(line.partition("#")[0]))
    for part in text.split(";"):
        if part.strip():
            yield part.strip().rstrip(".!")


def _clean(line: str) -> str:
    return " ".join(line[:MOST_LINE].split())


def _is_prose(text: str) -> bool:
    if _HEADER.match(text) or _TOLD.search(text):
        return False
    words = [word.strip(".,!?:()\"'").lower() for word in text.split()]
    while words and words[0] in POLITE:
        # "I pass on that idea" is talk, "please pass" is an order: only politeness may stand in front.
        if words[0] in ("i", "we", "i'll", "ill") and len(words) > 3:
            return True
        words = words[1:]
    if not words:
        return True
    first = words[0]
    if (
        registry.find(text) is not None
        or first in VERBS
        or _NUMBER_FIRST.match(text)
        or _LATER.match(text)
        or _LIMIT.match(text)
    ):
        return False
    if key(first) in ORDER_WORDS and (len(words) <= 3 or any(ch.isdigit() for ch in text)):
        return False
    known = {name.split()[0] for name in registry.COMMANDS} | VERBS
    if len(first) < 3:
        return True
    # Two letters changed about are the commonest slip of all, and in a short word the dearest to the matcher.
    swapped = any(len(word) == len(first) and sorted(word) == sorted(first) for word in known)
    return not (swapped or get_close_matches(first, known, n=1, cutoff=0.75))
