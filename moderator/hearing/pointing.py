"""Which command somebody may mean who says in their own words what only a command does: "can I take that back?".

Nothing is done for it. A line that would be called talk, or refused, names the command, so that nobody believes the
table knows, or looks for a word they have never seen. The signs are data of each language (`[pointing]`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from itertools import islice

from engine import key
from moderator.hearing.called import LONGEST_QUESTION, pointing_words

# So many commands one line may mean.
MOST = 2
# A longer line is a story.
MOST_WORDS = 20
# Stands in a command for whom a message is to.
PLAYER = "{player}"
# What is asked beside anything, and what is only meant where nothing was ordered: "oops" beside an order is talk.
ABOUT_ONESELF = frozenset(("away", "language", "reports", "unsubscribe", "substitute"))
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"['’]")


def pointed_at(text: str, players: Collection[str] = (), *, alone: bool = True) -> tuple[str, ...]:
    """The commands that a line may mean, as we write them; with ``alone`` nothing is ordered beside it."""
    if text.count(" ") > MOST_WORDS:
        return ()
    words = [key(word) for word in _WORD.findall(_APOSTROPHE.sub(" ", text[: LONGEST_QUESTION + 1]))]
    if not words or len(text) > LONGEST_QUESTION:
        return ()
    named = next((name for name in players if f" {key(name)}" in f" {' '.join(words)}"), "")
    said, known = _parts_in(words), _signs()
    # Signs are looked for by what stands in the line, for hardly a line has any.
    shown = {command for part in said for command, sign in known.get(part, ()) if said.issuperset(sign)}
    if not alone:
        shown = {command for command in shown if command.partition(" ")[0] in ABOUT_ONESELF}
    found = (command for command in _commands() if command in shown and (named or PLAYER not in command))
    return tuple(command.replace(PLAYER, named) for command in islice(found, MOST))


def _parts_in(words: Collection[str]) -> set[str]:
    """The parts of signs that stand in a line: its words, and how they begin."""
    known = _signs_of_parts()
    beginnings = {f"{word[:end]}*" for word in words for end in range(1, len(word) + 1)}
    return (beginnings | set(words)) & known


@cache
def _commands() -> tuple[str, ...]:
    return tuple(dict.fromkeys(command for command, _ in pointing_words()))


@cache
def _signs_of_parts() -> frozenset[str]:
    return frozenset(
        _compared(part) for _, said in pointing_words() for sign in said.split() for part in sign.split("+")
    )


@cache
def _signs() -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
    """By the first part of a sign: the command it shows, and all its parts; in any language."""
    found: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
    for command, said in pointing_words():
        for sign in said.split():
            parts = [_compared(part) for part in sign.split("+")]
            found[parts[0]] = (*found.get(parts[0], ()), (command, frozenset(parts)))
    return found


def _compared(part: str) -> str:
    """A part as it is compared; a star stands for any ending."""
    return f"{key(part[:-1])}*" if part.endswith("*") else key(part)
