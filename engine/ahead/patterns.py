"""How orders on file are written, which is data: patterns in ``words/<language>.toml`` of whoever owns them.

A pattern is a row of words and places: ``price {company} {amount}``. A word may have others beside it (``sells|sold``),
and one that may be left out ends in a question mark. Words that mean nothing (the, a, shares) are left out of patterns
as they are left out of what people write. All languages are read at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeVar

from engine.notation import clean
from engine.notation.clean import key
from engine.notation.names import reserved_words
from engine.notation.tongue import NOTHING, tongue
from engine.notation.words import FIRST, Lexicon, lexicon, spoken, train_name, without_tail
from engine.title import Title

SHELF = "engine.ahead"
_SENTENCE = re.compile(r"[.!?。]")
_TOKEN = re.compile(r">=|<=|≥|≤|[()<>=;,:；，：]|[^\s()<>=;,:；，：]+")
_PLACE = re.compile(r"\{([\w-]+)\}")
_ENDS = "\"“”„«»‘’'`´.!?*"
_NUMBERED = re.compile(r"([0-9]+\+?[0-9]*|[A-Z])-?(\D+)")
# A number and what hangs on it in a script of its own: 5주까지.
_COUNTED = re.compile(r"([0-9]+)([^\W\d_a-zA-ZÀ-ÿ]+)")
# A French word that has lost its vowel before a name: d'Ann, l'E, jusqu'à ce qu'Ann.
_ELIDED = re.compile(r"([dDlL]|[Qq]u|[Ll]orsqu)['’]([A-ZÀ-Þ].*)")
_WHOLE = {"d": ("de",), "l": (), "qu": ("que",), "lorsqu": ("lorsque",)}
_ONE = {"≥": ">=", "≤": "<=", "；": ";", "，": ",", "：": ":"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is compared, as it was written, and where it stands in the text."""

    key: str
    word: str
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a pattern: words of which one must stand there, or a place."""

    words: frozenset[str] = frozenset()
    place: str = ""
    optional: bool = False


Pattern = tuple[Piece, ...]
Row = TypeVar("Row")


def normal(text: str) -> str:
    """One alphabet, one kind of dash; as many letters as before from here on."""
    return text if text.isascii() else clean.DASHES.sub("-", clean.normal(text))


def cut(title: Title, text: str, known: Lexicon) -> list[Token]:
    """The words of a normal text, without those that mean nothing."""
    kept, found = reserved_words(title), list[Token]()
    for match in _TOKEN.finditer(text):
        for word in _apart(_ONE.get(match[0], match[0]), known):
            if not known.means("filler", key(word)) or key(word) in kept:
                found.append(Token(key(word), word, match.start(), match.end()))
    return found


def _apart(raw: str, known: Lexicon) -> Iterator[str]:
    """A word without what hangs on it: a particle, a counter, "-train"."""
    word = raw.strip(_ENDS) or raw
    if (train := _NUMBERED.fullmatch(word)) and known.verbs.get(_bare(train[2], known)) == "train":
        yield from (train[1], "train")
    elif named := train_name(word, known.trains):
        yield from (named[0], "train")
    elif elided := _ELIDED.fullmatch(word):
        yield from (*_WHOLE[elided[1].lower()], elided[2])
    elif bare := without_tail(word, known.tails):
        yield bare
    elif hung := known.hung(word):
        yield hung[1]
    elif counted := _COUNTED.fullmatch(word):
        yield counted[1]
        tail = counted[2]
        counter = next((one for one in known.particles if tail.startswith(one) and tail != one), "")
        yield tail.removeprefix(counter)
    else:
        yield word


def _bare(word: str, known: Lexicon) -> str:
    for particle in sorted(known.particles, key=len, reverse=True):
        if word.endswith(particle) and key(word.removesuffix(particle)) in known.verbs:
            return key(word.removesuffix(particle))
    return key(word)


@cache
def patterns(title: Title, language: str = "") -> Mapping[str, tuple[Pattern, ...]]:
    """By name all patterns of a title's orders on file; the reader's language first, then English."""
    found: dict[str, list[Pattern]] = {}
    known = lexicon(title)
    for package in (SHELF, *(each.package for each in title.mechanisms)):
        tables = spoken(package)
        for spoke in sorted(tables, key=lambda one: (one != language, one != FIRST, one)):
            for name, written in tables[spoke].get("patterns", {}).items():
                found.setdefault(name, []).extend(_pattern(one, known) for one in written)
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


@cache
def beginnings(title: Title, language: str = "") -> Mapping[str, Mapping[str, tuple[Pattern, ...]]]:
    """By name and first word the patterns that can begin with it, in their order; those that begin with no word of
    their own stand with each, and alone under "". Of nearly a thousand patterns few begin with what stands there."""
    return {name: by_first_word(each, lambda pattern: pattern) for name, each in patterns(title, language).items()}


def by_first_word(each: Sequence[Row], pattern_of: Callable[[Row], Pattern]) -> Mapping[str, tuple[Row, ...]]:
    """Rows by the words they can begin with; see ``beginnings``."""
    firsts = [_first_words(pattern_of(row)) for row in each]
    words = {word for first in firsts for word in first or ()}
    return {
        word: tuple(row for row, first in zip(each, firsts, strict=True) if first is None or word in first)
        for word in ("", *sorted(words))
    }


def _first_words(pattern: Pattern) -> frozenset[str] | None:
    """The words of which one must stand first; None if something else may."""
    return pattern[0].words if pattern and not pattern[0].place and not pattern[0].optional else None


@cache
def words_of(title: Title, language: str, name: str) -> frozenset[str]:
    """All words of the patterns of a name."""
    return frozenset(w for pattern in patterns(title, language).get(name, ()) for piece in pattern for w in piece.words)


def _pattern(text: str, known: Lexicon) -> Pattern:
    pieces = []
    for part in text.split():
        if place := _PLACE.fullmatch(part):
            pieces.append(Piece(place=place[1]))
            continue
        words = frozenset(key(word) for word in part.rstrip("?").split("|"))
        # A word that is left out wherever it stands may be missing here too.
        spoken_ = frozenset(word for word in words if not known.means("filler", word))
        if spoken_:
            pieces.append(Piece(spoken_, optional=part.endswith("?") or spoken_ != words))
    return tuple(pieces)


# ---------------------------------------------------------------------- before anybody knows which game is meant


@cache
def marks(name: str) -> frozenset[str]:
    """The words of all languages by which a line is known to be an order on file (``[marks]``)."""
    return frozenset(key(word) for tables in spoken(SHELF).values() for word in tables.get("marks", {}).get(name, ()))


# Whoever reads a mail asks it of each of its lines several times.
@lru_cache(maxsize=256)
def looks_standing(text: str) -> bool:
    """Whether a line begins as an order on file does, in any language. "If I may ask" is talk: it has no then."""
    words = _words(text)
    if not words:
        return False
    if words[0] in marks("first") or marks("anywhere").intersection(words) or " ".join(words) in marks("whole"):
        return True
    if any(one in marks("pass") and after in marks("until") for one, after in pairwise(words[:3])) or lasts(text):
        return True
    if marks("refuse").intersection(words[:2]) and marks("offers").intersection(words):
        return True
    headed, ends = head_and_rest(text), normal(text).rstrip().endswith(":")
    if marks("block-alone").intersection(_words(headed[0]) if headed else words if ends else ()):
        return True
    # "When N operates" alone is not finished, and says so.
    done_then = headed is not None or begins_block(text) or words[-1] in marks("block")
    return words[0] in marks("if") and (done_then or bool(marks("then").intersection(words)))


def begins_with_if(text: str) -> bool:
    """Whether a line begins with the word for a condition."""
    return bool(marks("if").intersection(_words(text)[:1]))


def has_if_inside(text: str) -> bool:
    """Whether the word for a condition stands behind something else."""
    return bool(marks("if").intersection(_words(text)[1:]))


def lasts(text: str) -> bool:
    """Whether somebody passes for more than a turn: "for the rest of the round"."""
    # Sentence by sentence only where it is said at all: a line may have hundreds.
    return _says_lasting(_words(text)) and any(
        marks("pass").intersection(words) and _says_lasting(words)
        for words in map(_words, _SENTENCE.split(normal(text)))
    )


def _says_lasting(words: Sequence[str]) -> bool:
    said = f" {' '.join(words)} "
    return any(f" {one} " in said for one in marks("lasting"))


def passes_with_more(text: str) -> bool:
    """Whether a line has a word for passing among several others."""
    words = _words(text)
    return len(words) > 2 and bool(marks("pass").intersection(words))


def head_and_rest(text: str) -> tuple[str, str] | None:
    """What stands before a colon or a comma, and what is to be done then: an order, or whatever is said of a turn."""
    text = normal(text)
    for sign in (":", ","):
        head, _, rest = text.partition(sign)
        if not rest[:1].isspace() or not rest.strip():
            continue
        turn = marks("block") & {*(_words(head) if sign == ":" else _words(head)[-1:])}
        first = next(iter(_words(rest.split(maxsplit=1)[0])), "")
        if turn or tongue().words.get(first, NOTHING) != NOTHING:
            return head, rest
    return None


def _words(text: str) -> list[str]:
    return [key(word.strip(_ENDS + ",:;")) for word in normal(text).split()]


def begins_block(text: str) -> bool:
    """Whether the lines below belong to this one, up to ``ends_block``."""
    words = [key(word.strip(_ENDS + ",:;")) for word in normal(text).split()]
    known = marks("block") | marks("block-alone")
    return normal(text).rstrip().endswith(":") and bool(known.intersection(words))


def ends_block(text: str) -> bool:
    return key(" ".join(normal(text).split()).rstrip(_ENDS)) in marks("end")
