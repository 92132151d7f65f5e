"""Finds the words most like one that somebody wrote, as difflib does, among thousands and at little cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nlargest
from math import ceil


class Alike:
    """Words that others are held against. Few of them have enough letters in common with a word; only these few are
    laid beside it, for that is what takes the time."""

    def __init__(self, words: Iterable[str]) -> None:
        self._bits = dict[tuple[str, int], int]()
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        for word in words:
            for each in _counted(word):
                self._bits.setdefault(each, 1 << len(self._bits))
            self._by_length.setdefault(len(word), []).append((self._letters(word), word))

    def sharing(self, text: str, least: float) -> Iterator[str]:
        """The words that may be so like a text, for the letters both have."""
        letters = self._letters(text)
        for length, words in self._by_length.items():
            # Twice what is shared, in proportion to both lengths; a rounding must not lose one.
            shared = ceil(least * (len(text) + length) / 2 - 1e-9)
            if shared <= min(len(text), length):
                yield from [word for mask, word in words if (letters & mask).bit_count() >= shared]

    def close(self, text: str, most: int, least: float) -> list[str]:
        """What ``difflib.get_close_matches`` finds."""
        matcher = SequenceMatcher(None, "", text)
        found = []
        for word in self.sharing(text, least):
            matcher.set_seq1(word)
            if (ratio := matcher.ratio()) >= least:
                found.append((ratio, word))
        return [word for _, word in nlargest(most, found)]

    def _letters(self, text: str) -> int:
        """A bit for each letter, and another where it is there again: what two words share is what both have."""
        return sum(self._bits.get(each, 0) for each in _counted(text))


def _counted(text: str) -> Iterator[tuple[str, int]]:
    seen = Counter[str]()
    for letter in text:
        yield letter, seen[letter]
        seen[letter] += 1
