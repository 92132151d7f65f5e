"""Whether who passes leaves the game or the table: "I'm out for today", "C'est tout pour aujourd'hui, à demain !".

Who goes to bed says so in the words of who passes, and in an auction a pass is for good. Where a word for the day
stands beside the pass nobody guesses which is meant. A good night behind a plain pass changes nothing: "Pass. See you
tomorrow!".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from engine.errors import Doubted
from engine.moves import Done, Move, Pass
from engine.notation.clean import key
from engine.notation.numbered import is_said
from engine.notation.tongue import languages, leave_words, tongue
from engine.notation.vocabulary import words_in
from engine.notation.write import write_order

_MARKS = re.compile(r"[,;:.!?()–—]+")


def of_the_day(line: str, move: Move | None) -> Doubted | None:
    """What is asked about a pass whose line speaks of the day, or takes leave; None for any other order."""
    if not isinstance(move, Pass | Done) or not (
        _says(line, "day") or (takes_leave(line) and not passes_plainly(line))
    ):
        return None
    return Doubted("This may be a remark and no order; it is not guessed.", instead=(write_order(move),))


def takes_leave(line: str) -> bool:
    """Whether a line says good night, or until when its writer is away."""
    return _says(line, "leaving")


def passes_plainly(line: str) -> bool:
    """Whether a line passes in a word that says nothing else: "je passe"; "I'm out" may leave the table."""
    return _says(line, "plain") or key(line.strip(" .!")) == "done"


def hands_on(line: str, language: str) -> bool:
    """Whether what is passed is a greeting: "Je passe le bonjour à tous", "I pass on my regards"."""
    if _handed().isdisjoint(map(key, words_in(line))):
        return False
    known = tongue(language)
    # "I pass on this, thanks": what is thanked for behind a mark is not what is passed.
    parts = [[key(word) for word in words_in(part)] for part in _MARKS.split(line)]
    return any(
        known.words.get(word) == "pass" and _hands(said[at + 1 :]) for said in parts for at, word in enumerate(said)
    )


def _hands(behind: Sequence[str]) -> bool:
    """Whether behind a word for passing stands a greeting, and before it only whose it is: "on my regards"."""
    between = list(takewhile(_articles().__contains__, behind))
    return bool(between) and not _handed().isdisjoint(behind[len(between) : len(between) + 1])


@cache
def _handed() -> frozenset[str]:
    return frozenset(word for each in languages() for word in leave_words(each)["handed"])


@cache
def _articles() -> frozenset[str]:
    return frozenset(word for each in languages() for word in leave_words(each)["articles"])


def _says(line: str, kind: str) -> bool:
    said = [key(word) for word in words_in(line)]
    return any(is_said(said, word) for each in languages() for word in leave_words(each)[kind])
