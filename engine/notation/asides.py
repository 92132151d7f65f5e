"""What is said beside an order: whether it leaves the order alone, judged by what thousands of such lines were like.

"Sorry for the wait" and "wait for my wife" share their words, and no list of words tells them apart. So the pieces of a
line (its words, neighbours, beginnings and endings) have weights, learnt from lines of which somebody has said that
they are talk, or that one would ask back (``tests/phrasings/asides``, by ``python -m bench.asides learn``). There is no
chance in it: the same line gets the same answer everywhere.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import sqrt

from engine.notation.clean import normal
from engine.notation.vocabulary import takes_back, words_in

# So many places the weights have; two pieces that fall on one place share it, which costs less than a list of them all.
PLACES = 1 << 20
# The byte that stands for a weight of nothing.
EVEN = 128
# From here on a line is asked about: below the middle, for one question too many is a smaller harm than an order played
# against one's will, and what is in no language that was learnt weighs nothing. A word that often takes orders back
# must be outweighed clearly.
ASKED = -20.0
ASKED_OF_DOUBTS = -35.0
# In a line of so few words nothing outweighs such a word: "petite blague", "kleiner Scherz am Rande".
FEW_WORDS = 6
# From here on down a remark may even stand before an order in its sentence, where others would change it.
SURELY_TALK = -60.0
_PIECES = re.compile(r"[^\W_]+(?:['’&-][^\W_]+)*|[?!…]+|\.{2,}|[:;]-?[)(DP/]|[^\w\s.,]")
# A company's sign or a number, perhaps with a particle behind it: C&O, M-NN, 57, G15, 2-train, TSR을.
_SIGN = re.compile(
    r"(?P<figure>[A-Z]?\d[\d.,]*)|[A-Z][A-Za-z]?[A-Z]*(?:[&-][A-Za-z]*[A-Z])+(?![a-z])|[A-Z]{2,}(?![a-z])"
)
_LONGEST = 60


def changes_orders(line: str) -> bool:
    """Whether a careful moderator would ask back before playing the orders beside this line."""
    if takes_back(line):
        return len(words_in(line)) <= FEW_WORDS or weight(line) > ASKED_OF_DOUBTS
    return weight(line) > ASKED


def is_surely_talk(line: str) -> bool:
    """Whether nobody would ask back because of this line, wherever it stands."""
    return weight(line) < SURELY_TALK and not takes_back(line)


def weight(line: str) -> float:
    """How much speaks for asking back (above zero) or against it."""
    weights = _weights()
    places = pieces(line)
    total = sum(weights[place] - EVEN for place in places)
    return total / sqrt(len(places)) if places else 0.0


def pieces(line: str) -> list[int]:
    """The places of a line's pieces, each once."""
    text = normal(line).replace("’", "'")
    shouted = text == text.upper()
    words = [_unnamed(word, shouted).lower() for word in _PIECES.findall(text)[:_LONGEST]]
    return sorted({zlib.crc32(piece.encode()) % PLACES for piece in _pieces(words)})


def _unnamed(word: str, shouted: bool) -> str:
    """One company is talked of as another, and one number as another."""
    sign = _SIGN.match(word)
    if sign is None or word == "OK" or (shouted and not sign["figure"]):
        return word
    return ("#" if sign["figure"] else "@") + word[sign.end() :]


def _pieces(words: list[str]) -> Iterator[str]:
    framed = ["^", *words, "$"]
    yield from (f"w {word}" for word in words)
    yield from (f"n {one} {other}" for one, other in pairwise(framed))
    # Words with others between them: "not … yet".
    yield from (f"p {one} {other}" for at, one in enumerate(words) for other in words[at + 2 : at + 6])
    for word in words:
        spelled = f"<{word}>"
        # A syllable of Korean says what three letters say elsewhere.
        for length in (1, 2, 3) if "가" <= word[0] <= "힣" else (3, 4, 5):
            yield from (f"c {spelled[at : at + length]}" for at in range(len(spelled) - length + 1))
    together = " ".join(words)
    for length in (5, 6, 7):
        yield from (
            f"x {part}" for at in range(len(together) - length + 1) if " " in (part := together[at : at + length])[1:-1]
        )


@cache
def _weights() -> bytes:
    # Most places are empty, and packed they take no room.
    return zlib.decompress(files("engine.notation").joinpath("spoken", "asides.bin").read_bytes())
