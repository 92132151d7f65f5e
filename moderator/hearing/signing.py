"""The line in which a writer puts their name below what they wrote."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine import key
from moderator.hearing import registry
from moderator.hearing.reading import Statement
from moderator.office.addresses import split

_WORD = re.compile(r"[\w'’]+")
# A name and what stands around it is shorter.
MOST_WORDS = 4


def own_words(*names: str) -> frozenset[str]:
    """The words of which somebody's names are made: as they sit at the table, write and are written to."""
    parts = (split(name)[0] if "@" in name else name for name in names)
    return frozenset(key(word) for part in parts for word in _WORD.findall(re.sub(r"[._+\d]+", " ", part)))


def is_signed(text: str, own: frozenset[str]) -> bool:
    """Whether a line says nothing but its writer's name."""
    words = [key(word) for word in _WORD.findall(text)]
    return 0 < len(words) <= MOST_WORDS and own.issuperset(words) and registry.find(text) is None


def unsigned(
    statements: Sequence[Statement], own: frozenset[str], orders: Callable[[str], bool] = lambda text: False
) -> list[Statement]:
    """The statements with the writer's name below them as what it is: it may look like a word of ours (Mark, Pat).

    A name that ``orders`` something in the game it stands in is left as it is."""
    taken = list(statements)
    for at in range(len(taken) - 1, -1, -1):
        if taken[at].prose:
            continue
        if not is_signed(taken[at].text, own) or orders(taken[at].text):
            break
        taken[at] = replace(taken[at], prose=True, order=False)
    return taken
