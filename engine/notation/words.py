"""The words of orders, which are data: every owner of moves has its own, in ``words/<language>.toml`` beside it.

Owners are the shelf and the mechanisms of the title that is played. All languages are understood at once; where a
word means different things to different people, the language of the reader decides, if it is known.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.mechanism import Mechanism
from engine.notation.alike import Alike
from engine.notation.clean import key
from engine.title import Title
from engine.titles import find, names

SHELF = "engine"
EDGES = ("s", "sw", "nw", "n", "ne", "se")
# The source is written in English; its words come first.
FIRST = "en"

# What the service answers or keeps, but the game does not play.
COMMANDS = frozenset(
    "status legal map market routes history since preview help zone hours away more reports language text press note "
    "undo vote resign substitute address new gm orders cancel standing willing if offer propose accept refuse withdraw "
    "proxy join rescind".split()
)

# A number, or a single letter that stands off.
_TRAIN = re.compile(r"[0-9][0-9+]*e?-?|d-", re.IGNORECASE)
_BEGIN_TRAINS = frozenset("0123456789dD")

Tables = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All words of one title's orders, as they are compared, each with what it stands for."""

    verbs: dict[str, str] = field(default_factory=dict)
    phrases: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    sides: dict[str, int] = field(default_factory=dict)
    said: dict[str, set[str]] = field(default_factory=dict)  # an idea -> the words for it
    called: dict[str, str] = field(default_factory=dict)  # a verb -> the reader's first word for it
    last: set[str] = field(default_factory=set)  # verbs that stand at the end of an order
    particles: dict[str, str] = field(default_factory=dict)  # hung on nouns -> the link they stand for, or nothing
    trains: set[str] = field(default_factory=set)  # behind a number they make it a train's name: 2-train, 2er-Zug
    tails: set[str] = field(default_factory=set)  # behind a name and a hyphen they say nothing: NW-Aktie
    # Sides that only readers of other languages call so, by all they may be; nobody guesses which is meant.
    doubtful: dict[str, set[int]] = field(default_factory=dict)

    def enter(self, tables: Tables, over: bool = False) -> None:
        """Adds what one owner says in one language; ``over`` puts it before what others say."""
        for table, known in (("orders", self.verbs), ("links", self.links), ("places", self.places)):
            for meaning, words in tables.get(table, {}).items():
                _add(known, words, meaning, over)
        for edge, words in tables.get("sides", {}).items():
            _add(self.sides, words, EDGES.index(edge), over)
        for word, number in tables.get("numbers", {}).items():
            _add(self.numbers, (word,), number, over)
        for phrase, meaning in tables.get("phrases", {}).items():
            self.phrases.setdefault(tuple(map(key, phrase.split())), tuple(meaning.split()))
        for idea, words in tables.get("said", {}).items():
            self.said.setdefault(idea, set()).update(map(key, words))
        grammar = tables.get("grammar", {})
        for particle in grammar.get("particles", ()):
            self.particles[particle] = "from" if particle in grammar.get("from", ()) else ""
        self.trains.update(map(key, grammar.get("trains", ())))
        self.tails.update(map(key, grammar.get("tails", ())))

    def doubt(self, tables: Tables) -> None:
        """Takes note of sides as readers of another language call them."""
        for edge, words in tables.get("sides", {}).items():
            for word in map(key, words):
                self.doubtful.setdefault(word, set()).add(EDGES.index(edge))

    @cached_property
    def longest_first(self) -> tuple[tuple[str, ...], ...]:
        """The phrases in the order in which they are tried."""
        return tuple(sorted(self.phrases, key=len, reverse=True))

    @cached_property
    def alike(self) -> Alike:
        """Where the verb is looked for that a word may be a slip of."""
        return Alike(self.verbs)

    def means(self, idea: str, word: str) -> bool:
        """Whether a word says this."""
        return word in self.said.get(idea, ())

    def hung(self, word: str) -> re.Match[str] | None:
        """A noun and the particle that hangs on it: NW를, 풀에서."""
        return self._particle.fullmatch(word) if self._particle else None

    # Asked for every word of every order; by then the lexicon is complete.
    @cached_property
    def _particle(self) -> re.Pattern[str] | None:
        return _particle(tuple(self.particles), tuple(word for word in self.places if not word.isascii()))


def train_name(word: str, endings: Iterable[str]) -> tuple[str, str] | None:
    """The name of a train and the ending it is written with: 2-train, 5+5E-Zug, 3er; None for any other word."""
    if word[:1] not in _BEGIN_TRAINS:
        return None  # asked of every word, most of which are none
    text = key(word)
    for ending in sorted(endings, key=len, reverse=True):
        head = word[: len(text) - len(ending)]
        if text.endswith(ending) and _TRAIN.fullmatch(head):
            return head.rstrip("-"), ending
    return None


def without_tail(word: str, tails: Iterable[str]) -> str:
    """A name without what hangs on it behind a hyphen and says nothing more; nothing if there is no such thing."""
    head, hyphen, tail = word.rpartition("-")
    return head if hyphen and head and key(tail) in tails else ""


@cache
def _particle(particles: tuple[str, ...], places: tuple[str, ...]) -> re.Pattern[str] | None:
    if not particles:
        return None
    nouns = "|".join(("[A-Za-z0-9+:/-]+", *map(re.escape, places)))
    return re.compile(f"({nouns})({'|'.join(map(re.escape, particles))})")


def _add(known: dict[str, Any], words: Iterable[str], meaning: Any, over: bool) -> None:
    for word in words:
        if over:
            known[key(word)] = meaning
        else:
            known.setdefault(key(word), meaning)


@cache
def spoken(package: str) -> Mapping[str, Tables]:
    """What an owner says, by language; English first."""
    folder = files(package).joinpath("words")
    found = {
        path.name.removesuffix(".toml"): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in (folder.iterdir() if folder.is_dir() else ())
        if path.name.endswith(".toml")
    }
    return {language: found[language] for language in sorted(found, key=lambda name: (name != FIRST, name))}


def means_all(title: Title, word: str) -> bool:
    """Whether a word says "all" in any language."""
    return lexicon(title).means("everything", key(word))


@cache
def lexicon(title: Title, language: str = "") -> Lexicon:
    """The words of a title's orders; those of the reader's language, if it is known, before all others."""
    return _lexicon((SHELF, *(each.package for each in title.mechanisms)), language)


def _lexicon(packages: Iterable[str], language: str = "") -> Lexicon:
    found = Lexicon()
    said = [(spoke, tables) for package in packages for spoke, tables in spoken(package).items()]
    for _, tables in sorted(said, key=lambda each: each[0] != FIRST):
        found.enter(tables)
    grammar = {spoke: tables["grammar"] for spoke, tables in said if "grammar" in tables}
    for spoke, tables in said:
        if grammar.get(spoke, {}).get("verb") == "last":
            found.last.update(key(word) for words in tables.get("orders", {}).values() for word in words)
        if spoke == language:
            found.called.update({verb: words[0] for verb, words in tables.get("orders", {}).items()})
            found.enter(tables, over=True)
            found.enter(tables.get("own", {}), over=True)
        else:
            found.doubt(tables.get("own", {}))
    for word in found.sides:
        found.doubtful.pop(word, None)
    return found


def mechanisms() -> Iterator[Mechanism]:
    """Every mechanism that any title has."""
    seen = {each.name: each for name in names() for each in find(name).mechanisms}
    return iter(seen.values())


@cache
def order_words() -> Mapping[str, str]:
    """Every word an order of any title can begin with, and the verb it stands for."""
    return _lexicon((SHELF, *(each.package for each in mechanisms()))).verbs
