"""Which command somebody may mean who says in their own words what only a command does: "can I take that back?".

Nothing is done for it. A line that would be called talk, or refused, names the command, so that nobody believes the
table knows, or looks for a word they have never seen. The signs are data of each language (`[pointing]`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from engine import key
from moderator.hearing.called import LONGEST_QUESTION, pointing_words

# So many commands one line may mean.
MOST = 2
# Stands in a command for whom a message is to.
PLAYER = "{player}"
# What is asked beside anything, and what is only meant where nothing was ordered: "oops" beside an order is talk.
ABOUT_ONESELF = frozenset(("away", "language", "reports", "unsubscribe", "substitute"))
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"['’]")


def pointed_at(text: str, players: Collection[str] = (), *, alone: bool = True) -> tuple[str, ...]:
    """The commands that a line may mean, as we write them; with ``alone`` nothing is ordered beside it."""
    words = [key(word) for word in _WORD.findall(_APOSTROPHE.sub(" ", text[: LONGEST_QUESTION + 1]))]
    if not words or len(text) > LONGEST_QUESTION:
        return ()
    named = next((name for name in players if key(name) in words or any(w.startswith(key(name)) for w in words)), "")
    found: list[str] = []
    for command, signs in _signs().items():
        if PLAYER in command and not named:
            continue
        if not alone and command.partition(" ")[0] not in ABOUT_ONESELF:
            continue
        if any(all(any(_is(word, part) for word in words) for part in sign) for sign in signs):
            found.append(command.replace(PLAYER, named))
    return tuple(found[:MOST])


def _is(word: str, part: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else word == part


@cache
def _signs() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Each command with what shows that it may be meant: words that stand together in a line, in any language."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for command, said in pointing_words():
        signs = tuple(tuple(key(part) for part in sign.split("+")) for sign in said.split())
        found[command] = (*found.get(command, ()), *signs)
    return found
