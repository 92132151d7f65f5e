"""Talk before an order in the same sentence: "Hello everybody, I open CV at 100", "CV: run best".

Only words from a closed list may stand there, besides names of what the order is about anyway: any other word might
change what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise

from engine.notation.clean import key
from engine.notation.names import COMPANY, PLACE, PRIVATE, register
from engine.notation.tongue import languages, requests, tongue
from engine.notation.vocabulary import takes_back, words_in
from engine.state import State

# What may part the talk from the order.
_MARK = re.compile(r"\.{2,}|[…,:!]|\s[-–—]+\s")
# A longer beginning is a story, and so is one of more parts; each is read, so they are counted.
MOST_WORDS, MOST_PARTS = 8, 8


def requested(line: str) -> str:
    """What a question asks to have done, as it would be told: "Could I have a share of NW, please?". Nothing for any
    other line."""
    text = line.rstrip()
    if not text.endswith(("?", "？")):
        return ""
    text = text.rstrip(" ?？")
    words = [key(word) for word in words_in(text.replace("-", " "))]
    for language in languages():
        begins, ends = requests(language)
        if any(tuple(words[: len(one)]) == one for one in begins):
            return text
        for one in ends:
            if "".join(words).endswith("".join(one)):
                # "살 수 있을까요", "사도 될까요"
                return _told(text, one)
    return ""


def _told(text: str, ending: tuple[str, ...]) -> str:
    bare = text
    for part in reversed(ending):
        bare = bare.removesuffix(part).rstrip()
    return f"{bare}게요" if ending[0] == "수" else bare


def led_in(line: str) -> Iterator[tuple[str, str]]:
    """Every way a line can be a beginning and what follows it."""
    tried: set[str] = set()
    for mark in _MARK.finditer(line):
        head, tail = line[: mark.start()].strip(), line[mark.end() :].strip(" .,:!…-–—")
        if len(tried) == MOST_PARTS or len(words_in(head)) > MOST_WORDS:
            return
        # A row of marks parts the same words again and again.
        if head and tail and tail not in tried:
            tried.add(tail)
            yield head, tail


def says_nothing(head: str, players: Collection[str]) -> bool:
    """Whether a beginning only greets, thanks or thinks aloud; players may be greeted by their names."""
    words = [key(word) for word in words_in(head)]
    if not words or takes_back(head):
        return False
    known = {key(player) for player in players}
    pairs = ["-".join(pair) in _leading() for pair in pairwise((*words, ""))]  # "guten Morgen", but not "morgen"
    leading = [word in _leading() or pairs[at] or (at > 0 and pairs[at - 1]) for at, word in enumerate(words)]
    return leading[0] and all(leads or word in known for leads, word in zip(leading, words, strict=True))


def heads_badly(text: str) -> bool:
    """Whether a line stands over what follows it, and may change it: "Later:", "for Blue:"."""
    return text.rstrip().endswith((":", "：")) and not says_nothing(text, ())


def named_in(state: State, head: str) -> str:
    """The company, private or place that a beginning names, besides words that say nothing more of it."""
    if takes_back(head):
        return ""
    words = [word for word in map(key, words_in(head)) if word not in _leading() and word not in _becoming()]
    found = register(state.title).find(" ".join(words), (COMPANY, PRIVATE, PLACE)) if words else ()
    return found[0][1] if len(found) == 1 else ""


@cache
def _leading() -> frozenset[str]:
    return frozenset(word for each in languages() for word in tongue(each).lead)


@cache
def _becoming() -> frozenset[str]:
    return frozenset(word for each in languages() for word in tongue(each).becoming)
