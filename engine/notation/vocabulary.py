"""Which words belong to orders, in any language and any title: where one of them stands, a line is not mere talk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache

from engine.notation.alike import Alike
from engine.notation.clean import key, normal
from engine.notation.hangul import counted, is_hangul, is_name, is_signed
from engine.notation.names import COMPANY, HEX, PLACE, PRIVATE, hangul, register
from engine.notation.sayings import NOUNS, WAYS
from engine.notation.tongue import NOTHING, SHARES, Tongue, elided, languages, number_in, spoken_in, tongue
from engine.notation.words import mechanisms, order_words
from engine.titles import find
from engine.titles import names as titles

_WORD = re.compile(r"[^\s,;:.!?()\[\]{}\"“”„«»‘`´…/|]+")
_HANGUL = re.compile(r"([A-Za-zÀ-ÿ&-]+)([가-힣]+)")
# So like an order's word that it may be one with a slip in it.
ALIKE = 0.75
SHORT = 3
# No word of an order is as long; what comes behind is not looked at, nor kept.
LONGEST_WORD = 100


def names_something(text: str, players: Collection[str] = ()) -> bool:
    """Whether a line has a number, a name or a word of an order in it."""
    words = words_in(text)
    # Only where a line begins it matters where a word stands; said again it says nothing new.
    said = dict.fromkeys((word, min(at, 1)) for at, word in enumerate(words))
    if any(_names(word, at) or _bare(word) in players for word, at in said):
        return True
    return _has_full_name(words) or any(map(_counts, words, words[1:]))


def _bare(word: str) -> str:
    """A name without the particle that hangs on it."""
    hung = _HANGUL.fullmatch(word)
    return hung[1] if hung else word


# Several questions about a line begin with its words.
@lru_cache(maxsize=256)
def _without_chat(text: str) -> tuple[str, ...]:
    """The words of a line, with what people say to each other in several words put as one."""
    words = [key(word) for word in words_in(text)]
    said, at = list[str](), 0
    while at < len(words):
        phrases = _phrases().get(words[at], ())
        length = next((len(one) for one in phrases if tuple(words[at : at + len(one)]) == one), 0)
        said.append("thanks" if length else words[at])
        at += length or 1
    return tuple(said)


@cache
def _phrases() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """What people say to each other in several words, by the first of them, the longest first."""
    known = sorted({phrase for each in _tongues() for phrase in each.chat}, key=lambda one: (-len(one), one))
    return {first: tuple(one for one in known if one[0] == first) for first in {one[0] for one in known}}


def is_greeting(text: str, players: Collection[str] = ()) -> bool:
    """Whether a line only greets or thanks somebody, or is signed with a name of the table."""
    words = set(_without_chat(text))
    others = words - _talk() - {key(player) for player in players}
    if others and all(any(each.words.get(word) in ("and", "to", "at") for each in _tongues()) for word in others):
        # "thanks, and good luck to Blue"
        return any(map(_is_social, words))
    return bool(words) and not others


@lru_cache(maxsize=256)
def takes_back(text: str) -> bool:
    """Whether a line may take back, put off or make conditional what stands beside it: "no wait", "not yet"."""
    words = _without_chat(text)  # "sorry for the wait" takes nothing back
    doubts, roots, longest = _doubts()
    if any(word.startswith(roots) for word in words):
        return True
    return any(tuple(words[at : at + length]) in doubts for length in range(1, longest + 1) for at in range(len(words)))


@cache
def _doubts() -> tuple[frozenset[tuple[str, ...]], tuple[str, ...], int]:
    """What may take an order back, in all languages; how such words begin; and how many words there are at most."""
    doubts = frozenset(doubt for each in _tongues() for doubt in each.doubts)
    roots = tuple(root for each in _tongues() for root in each.doubt_roots)
    return doubts, roots, max(map(len, doubts), default=0)


def _is_social(word: str) -> bool:
    return any(word in each.social or word.startswith(tuple(each.roots)) for each in _tongues())


def is_signature(text: str, known: Collection[str] = ()) -> bool:
    """Whether a line may be the name of who wrote it: up to three words with capitals, or as names are in Korean."""
    words = words_in(text)
    if not 0 < len(words) <= 3:
        return False
    if is_signed(words[-1]):
        return True
    if len(words) == 1 and is_hangul(text[0]):
        return is_name(words[0]) or is_first_name(text)
    return all(word[:1].isupper() or key(word) in known for word in words)


def is_first_name(text: str) -> bool:
    """Whether somebody is called so: "Tim", "Anne B". A first name that is a word of orders is that word."""
    words = words_in(text)
    if not 0 < len(words) <= 2 or not all(word[:1].isupper() or is_hangul(word[:1]) for word in words):
        return False
    first = key(words[0])
    called = any(first in each.first_names for each in _tongues()) and first not in _ordering() | _symbols()
    return called and (len(words) == 1 or len(words[1]) == 1 or not _is_near(key(words[1])))


def words_in(text: str) -> list[str]:
    return [word[:LONGEST_WORD].strip("'’-*_~") for word in _WORD.findall(elided(normal(text)))]


def ends_sentence(text: str) -> bool:
    """Whether the last word, of a letter or two, is one with which sentences end: a company's sign, in capitals; a side
    of a hex said of a tile (behind a word for turning, a hex or another side); or a little word ("it", "an")."""
    last_word = words_in(text)[-1:]
    if last_word and last_word[0].isupper() and key(last_word[0]) in _symbols():
        return True
    if last_word and last_word[0].islower() and any(key(last_word[0]) in each.ends for each in _tongues()):
        return True
    words = [key(word) for word in words_in(text)][-2:]
    if len(words) < 2:
        return False
    before, last = words
    return any(
        last in each.sides
        and (before in each.sides or each.words.get(before) in ("facing", "joining") or bool(HEX.fullmatch(before)))
        for each in _tongues()
    )


def looks_like_an_order(text: str) -> bool:
    """Whether a short line may be an order's word with a slip in it: "trian", "배댱"."""
    words = words_in(text)
    if is_first_name(text):
        return False
    if 0 < len(words) <= SHORT and all(_is_little(key(word)) for word in words):
        return True  # "this one", "for me": said of something, and nobody knows of what
    return 0 < len(words) <= SHORT and len(words[0]) >= 2 and key(words[0]) not in _talk() and _is_near(key(words[0]))


def _is_little(word: str) -> bool:
    """A word that stands in orders and says nothing by itself, nor among people."""
    return word not in _talk() and any(
        each.words.get(word) in (NOTHING, SHARES, "of", "for", "on", "at", "to", "more", "all") for each in _tongues()
    )


def _counts(word: str, counter: str) -> bool:
    """두 주, 세 개: numbers that by themselves mean other things."""
    korean = tongue("ko")
    return word in korean.numbers and counter in korean.particles


@cache
def _talk() -> frozenset[str]:
    return frozenset(word for each in _tongues() for word in each.talk)


def _names(word: str, at: int) -> bool:
    if any(letter.isdigit() for letter in word):
        return True
    text = key(word)
    if not text:
        return False
    if "-" in text and all(part in _ordering() for part in text.split("-")):
        return True  # twenty-five, vingt-cinq
    if len(text) > 1 and (counted(text) or 0) > 9:
        return True  # 이십오, 스물다섯
    if (number_in(text, _tongues()[0]) or 0) > 12:
        return True  # fünfundzwanzig
    hung = _HANGUL.fullmatch(word)
    if hung:  # TSR을, Kharkov가
        return _names(hung[1], max(at, 1)) or _names(hung[2], at)
    if text in _symbols() and (len(text) > 2 or word.isupper()) and text not in _harmless():
        return True
    if text in _ordering():
        return True
    if "가" <= text[-1] <= "힣":
        if text.startswith(_places()):
            return True
        return text.startswith(_stems()) and not _is_harmless(text)
    # A capital within a line may begin a name: Nikolaev, Southwestern.
    return at > 0 and word[:1].isupper() and len(text) > 3 and any(name.startswith(text) for name in _full_names())


def _has_full_name(said: list[str]) -> bool:
    words = [key(word) for word in said]
    return any(
        " ".join(words[at : at + length]) in _full_names()
        for at, word in enumerate(words)
        if word in _first_of_names()
        for length in range(1, min(5, len(words) - at) + 1)
    )


@cache
def _first_of_names() -> frozenset[str]:
    return frozenset(name.partition(" ")[0] for name in _full_names())


@cache
def _tongues() -> tuple[Tongue, ...]:
    return tuple(map(tongue, languages()))


@cache
def _verbs() -> frozenset[str]:
    """What the words of any title's orders mean; people want many things, and say so in chat."""
    said = {verb for each in mechanisms() for one in each.sayings for verb in one.verbs}
    return frozenset({*WAYS, *said}) - {"want"}


@cache
def _ordering() -> frozenset[str]:
    """Words that say what is to be done, or with what, and words for numbers."""
    said = {word for each in _tongues() for word, meaning in each.words.items() if meaning in _verbs()}
    numbers = {word for each in _tongues() for word, number in each.numbers.items() if number > 1 and len(word) > 1}
    return frozenset((said | numbers | set(order_words()) | _things()) - _harmless())


@cache
def doing_words() -> frozenset[str]:
    """Words that say that something is done, in any language; what it is done with is none of them."""
    doing = _verbs() - NOUNS - {"city", "best", "full"}
    return frozenset(word for each in _tongues() for word, meaning in each.words.items() if meaning in doing)


@cache
def doing_phrases(language: str) -> frozenset[tuple[str, ...]]:
    """Phrases of a language that say that something is done."""
    doing = _verbs() - NOUNS - {"city", "best", "full"}
    tables = spoken_in(language)
    return frozenset(phrase for phrase, meant in tables.phrases.items() if doing & set(meant))


def says_what_to_do(text: str, phrases: bool = False) -> bool:
    """Whether a word of a line, or a phrase in it, says that something is done."""
    said = [key(word) for word in words_in(text)]
    if any(word in doing_words() for word in said):
        return True
    return phrases and any(
        tuple(said[at : at + length]) in known
        for known in map(doing_phrases, languages())
        for length in {len(one) for one in known}
        for at in range(len(said) - length + 1)
    )


@cache
def words_for(verb: str) -> frozenset[str]:
    """All that is said for one of our verbs, in any language."""
    said = {word for each in _tongues() for word, meaning in each.words.items() if meaning == verb}
    return frozenset(said | {word for word, meaning in order_words().items() if meaning == verb})


def _things() -> set[str]:
    """What orders are about, besides what is named: shares, and where they come from."""
    return {word for each in _tongues() for word in each.things}


@cache
def _harmless() -> frozenset[str]:
    """Words of orders that people say to each other all day, and that order nothing by themselves."""
    return frozenset(word for each in _tongues() for word in each.harmless)


def _is_harmless(text: str) -> bool:
    return text in _harmless() or any(each.words.get(text) not in _verbs() for each in _tongues() if text in each.words)


@cache
def _stems() -> tuple[str, ...]:
    """Korean nouns of orders, two syllables or more, and what hangs on them does not matter."""
    korean = tongue("ko")
    return tuple(
        word for word, said in korean.words.items() if "가" <= word[0] <= "힣" and len(word) > 1 and said in _verbs()
    )


@cache
def _places() -> tuple[str, ...]:
    """Korean names of places, of all titles."""
    return tuple(word for name in titles() for word in hangul(find(name)) if len(word) > 1)


@cache
def _symbols() -> frozenset[str]:
    known = [register(find(name)) for name in titles()]
    return frozenset(word for each in known for table in (each.symbols, each.aliases) for word in table)


@cache
def _full_names() -> frozenset[str]:
    kinds = (COMPANY, PRIVATE, PLACE)
    known = [register(find(name)) for name in titles()]
    return frozenset(
        name for each in known for name, named in each.full.items() if any(one[0] in kinds for one in named)
    )


# Words of strangers: the last ones are kept, not all that were ever written.
@lru_cache(maxsize=1024)
def _is_near(word: str) -> bool:
    """Like a word of an order but for a letter or two; Korean is compared by its letters, not its syllables."""
    mixed, slips = _slips()
    if len(word) > 2 and "".join(sorted(word)) in mixed:
        return True
    spelled = unicodedata.normalize("NFD", word)
    return any(
        abs(len(other) - len(spelled)) <= 2 and SequenceMatcher(None, spelled, other).ratio() >= ALIKE
        for other in slips.sharing(spelled, ALIKE)
    )


@cache
def _slips() -> tuple[frozenset[str], Alike]:
    """Words that are looked for behind a slip: those that say what to do, long enough to be known again. First their
    letters, in whatever order they are."""
    words = sorted(word for word in _ordering() if len(word) > 3 or (len(word) > 1 and word[0] >= "가"))
    return frozenset("".join(sorted(word)) for word in words), Alike(unicodedata.normalize("NFD", w) for w in words)
