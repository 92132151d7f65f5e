"""Korean: the particle that fits the sound a word ends with, as it is read aloud.

Dollars and won are read after their number, symbols letter by letter, names in Latin letters as words; what stands in
brackets or quotation marks at the end is passed over.
"""

from __future__ import annotations

import re
from functools import lru_cache

# After a consonant, after a vowel.
FORMS = {"은": ("은", "는"), "이": ("이", "가"), "을": ("을", "를"), "과": ("과", "와"), "으로": ("으로", "로")}
_RIEUL = 8  # ㄹ, after which 로 stands instead of 으로

# How a word ends, as the number of its last consonant in a Hangul syllable: 0 for none, 8 for ㄹ, 1 for any other.
_DIGITS = {"0": 1, "1": 8, "2": 0, "3": 1, "4": 0, "5": 0, "6": 1, "7": 8, "8": 8, "9": 0}
# 엘, 엠, 엔, 알: the other letters end in a vowel.
_LETTERS = {"l": 8, "m": 1, "n": 1, "r": 8}
# 달러, 원, 파운드, 유로, 엔: signs are read after the number. A letter, such as the R of rubles, is read before it and
# the number ends the word, as in the rule book ("R5는").
_CURRENCIES = {"$": 0, "₩": 1, "£": 0, "€": 0, "¥": 1}
# A tail in brackets is read after the particle: "Kazan (N8)을" is "Kazan을". Quotation marks are not read at all.
_BRACKETS = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]$")
_MARKS = "\"'”’»」』.,!?`*"
# Names read as words: a stop after a short vowel, and what ends in the sound of m, n, ng or l, closes the syllable.
_STOPPED = re.compile(r"(?<![aeiouy])[aeiouy](bb?|pp?|ck?|k|tt?)$")
_NASAL = re.compile(r"(ng|[mn]|[aeiouy](mm?|nn?)e)$")
_LATERAL = re.compile(r"le?$")
# What is set as an order, and the particle behind it; of each pair the catalogue may write either.
_PAIRS = (*FORMS.values(), ("이라고", "라고"), ("이라는", "라는"), ("이나", "나"))
_WRITTEN = {one: pair for pair in _PAIRS for one in pair}
_SET = re.compile(rf"`([^`\n]+)`({'|'.join(sorted(_WRITTEN, key=len, reverse=True))})(?![가-힣])")


@lru_cache(maxsize=16_384)
def finish(text: str) -> str:
    """The particle behind an order between backticks follows what is read there: `rules 7.6`이라고, `rules 7.2`라고."""
    return _SET.sub(_fitted, text) if "`" in text else text


def _fitted(found: re.Match[str]) -> str:
    pair = _WRITTEN[found[2]]
    ending = final(found[1])
    closed = ending != 0 and not (pair == FORMS["으로"] and ending == _RIEUL)
    return f"`{found[1]}`{pair[0] if closed else pair[1]}"


def join(said: str, form: str) -> str | None:
    """A word and its particle; None for what is no particle."""
    found = FORMS.get(form)
    if found is None:
        return None
    after_consonant, after_vowel = found
    ending = final(said)
    closed = ending != 0 and not (form == "으로" and ending == _RIEUL)
    return f"{said}{after_consonant if closed else after_vowel}"


def final(word: str) -> int:
    """The last consonant of a word as it is read: 0 for none, 8 for ㄹ."""
    read = word.strip().lstrip("“‘«「『\"'`*")
    while (shorter := _BRACKETS.sub("", read).rstrip(_MARKS)) != read and shorter:
        read = shorter
    last = read[-1:]
    if "가" <= last <= "힣":
        return (ord(last) - ord("가")) % 28
    if last.isdigit():
        sign = next((sign for sign in _CURRENCIES if read.lstrip("-").startswith(sign)), "")
        return _CURRENCIES[sign] if sign else _DIGITS[last]
    return _latin(read)


def _latin(read: str) -> int:
    word = re.split(r"[\s–-]", read)[-1]
    if not word.isascii() or not word[-1:].isalpha():
        return 0
    # Symbols are read letter by letter.
    if word.upper() == word or len(word) == 1:
        return _LETTERS.get(word[-1].lower(), 0)
    name = word.lower()
    if _STOPPED.search(name) or _NASAL.search(name):
        return 1
    return _RIEUL if _LATERAL.search(name) else 0
