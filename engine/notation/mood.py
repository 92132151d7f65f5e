"""Whether a sentence orders something, or says, asks or wishes something about it: "TN 110 is too much", "pass?".

Most words around an order change nothing, and so they are not listened to. Some do: who has an opinion, asks, speaks of
others or of another day may order nothing at all. What such a sentence could order is asked about, never played.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from engine.errors import Doubted
from engine.game import consents
from engine.moves import BuyPrivate, Done, Move, Pass
from engine.names import Player
from engine.notation.clean import key, normal
from engine.notation.tongue import Tongue, elided, languages, tongue
from engine.notation.vocabulary import doing_phrases, doing_words, names_something, takes_back, words_in
from engine.notation.write import write_order
from engine.state import State

_ASKS = re.compile(r"[?？][\s.!)\"'”»]*$")
_WORDS_AND_MARKS = re.compile(r"[\w'’&#/-]+|[,;:.!…()–—]+")
# How Korean sentences end: what stands before "감사합니다" then was a sentence of its own.
_SENTENCES = ("요", "다", "니다", "게", "죠", "자", "음", "함")
# Between a word of thanks and what it is for: "thanks so much to all of you for".
MOST_THANKED = 8
_LAST = re.compile(r"([^\W\d_]+)[\s.!…]*$")


def doubted(state: State, line: str, language: str, move: Move | None = None) -> Doubted | None:
    """What is asked about a line that was read as a move (none: as a best run), if it may mean something else."""
    known, words = tongue(language), words_in(line)
    said = _without_fine([key(word) for word in words], known)
    order = write_order(move) if move is not None else "run best"
    # Who must agree to an order is spoken of: "offer Bea 50 for it".
    alone = move is None or not consents(state, move)
    if order == "withhold" and _passed_on(words, known):
        both = ("pay", order)
        return Doubted("This can be understood in {count} ways; say which.", instead=both, count=len(both))
    if (
        _ASKS.search(line)
        or _thanks_for(line, known)
        or _counts_again(line, known)
        or _has(said, known, "unsure")
        or (
            alone
            and not isinstance(move, BuyPrivate)
            and (_has(said, known, "others") or _names_another(words, state.players, order))
        )
        or (not isinstance(move, Pass | Done) and _has(said, known, "opinions"))
    ):
        return Doubted("This may be a remark and no order; it is not guessed.", instead=(order,))
    return None


def _thanks_for(line: str, known: Tongue) -> bool:
    """Whether somebody is thanked for what could be ordered, and nothing else is said: "Thanks for the 25!"."""
    said = _WORDS_AND_MARKS.findall(elided(normal(line)))
    keys = [key(one) for one in said]
    for at, word in enumerate(keys):
        if word in known.thanks_behind:
            before = keys[at - 1] if at else ""
            if before and before[0].isalnum() and not before.endswith(_SENTENCES):
                return True
        if word not in known.thanks:
            continue
        end = next((here for here in range(at, len(keys)) if not keys[here][:1].isalnum()), len(keys))
        behind = keys[at + 1 : min(end, at + 1 + MOST_THANKED)]
        if not known.thanked_for.isdisjoint(behind):
            rest = [*keys[:at], *keys[end:]]
            return not any(one in doing_words() for one in rest) and not _orders_in_a_phrase(rest)
    return False


@cache
def _thanking() -> re.Pattern[str]:
    said = {word for each in languages() for word in (*tongue(each).thanks, *tongue(each).thanks_behind)}
    return re.compile("|".join(map(re.escape, sorted(said))), re.IGNORECASE)


def thanks_the_host(line: str) -> bool:
    """Whether a line thanks whoever runs the game, and says nothing else: "Thanks for running this"."""
    # Hardly a line thanks anybody.
    if _thanking().search(line) is None:
        return False
    words = [key(word) for word in words_in(line)]
    for each in languages():
        known = tongue(each)
        if known.thanked_host.isdisjoint(words) or not _thanks_for(line, known):
            continue
        rest = " ".join(word for word in words if word not in known.thanked_host)
        return not names_something(rest)
    return False


def _passed_on(words: Sequence[str], known: Tongue) -> bool:
    """Whether a dividend is passed, and those are named who would get it: "pass the dividend to the shareholders"."""
    said = [key(word) for word in words]
    return not known.receivers.isdisjoint(said) and any(known.words.get(word) == "pass" for word in said)


def is_opinion(line: str) -> bool:
    """Whether a line only says what its writer thinks of a price: "the 3-train is too expensive"."""
    said = [key(word) for word in words_in(line)]
    if _ASKS.search(line) or takes_back(line) or not any(_has(said, tongue(each), "opinions") for each in languages()):
        return False
    return not any(word in doing_words() for word in said) and not _orders_in_a_phrase(said)


def _orders_in_a_phrase(said: Sequence[str]) -> bool:
    """Whether something is done in words none of which says it alone: "too expensive, ich steige aus"."""
    for each in languages():
        known = tongue(each)
        phrases = doing_phrases(each)
        for length in {len(one) for one in phrases}:
            for at in range(len(said) - length + 1):
                found = tuple(said[at : at + length])
                # What calls something too dear may be said for a pass, and is an opinion all the same.
                if found in phrases and not _has(found, known, "opinions"):
                    return True
    return False


def _counts_again(line: str, known: Tongue) -> bool:
    """ "sell 2 SW. Well, one": a one behind the order is not part of it."""
    last = _LAST.search(line)
    if last is None or not (key(last[1]) in known.ones or known.numbers.get(key(last[1])) == 1):
        return False
    return any(letter.isdigit() for letter in line) or line[: last.start()].rstrip().endswith((",", ".", "…"))


def _names_another(words: Sequence[str], players: Collection[Player], order: str) -> bool:
    """Whether somebody at the table is named who has nothing to do with the order: "Green, pass!"."""
    return any(word in players and word not in order.split() for word in words)


def _without_fine(said: list[str], known: Tongue) -> list[str]:
    fine = known.moods["fine"]
    for length in sorted({len(one) for one in fine}, reverse=True):
        at = 0
        while at + length <= len(said):
            if tuple(said[at : at + length]) in fine:
                said = [*said[:at], "", *said[at + length :]]
            at += 1
    return said


def _has(said: Sequence[str], known: Tongue, mood: str) -> bool:
    phrases, roots = known.moods[mood], tuple(known.mood_roots[mood])
    if roots and any(word.startswith(roots) for word in said):
        return True
    if (endings := tuple(known.mood_endings[mood])) and any(word.endswith(endings) for word in said):
        return True
    return any(
        tuple(said[at : at + length]) in phrases
        for length in {len(one) for one in phrases}
        for at in range(len(said) - length + 1)
    )
