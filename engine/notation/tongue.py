"""The words people say orders with, by language. All languages are understood; the reader's own comes first.

What every title says stands in ``spoken/<language>.toml`` beside this, what a mechanism adds in the table ``[spoken]``
of its own ``words/<language>.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.notation.clean import key
from engine.notation.hangul import DO, forms
from engine.notation.words import FIRST, SHELF, mechanisms, spoken

# Said for kindness or clearness: changes nothing.
NOTHING = "_"
# Stands between two orders.
AND_THEN = "then"
# Says that the number beside it counts: 2 trains, 열차 2대.
UNITS = "units"
# What makes a sentence doubtful (see ``mood``): opinions, others, what was or may be; and what is fine all the same.
MOODS = ("opinions", "others", "unsure", "fine")
# That shares are spoken of. It needs no order of its own, and no order about anything else is said with it.
SHARES = "shares"
# How a word that passes may be said beside other orders (see Tongue.shades).
SHADES = OUT, LEAVE, NOT = ("out", "leave", "not")
_ELIDED = re.compile(r"(?<!\w)(j|l|d|n|m|s|t|c|qu|jusqu)['’](?=[aeiouyhàâäéèêëîïôöùûüœ])", re.IGNORECASE)
_FULL = {"j": "je", "l": "le", "d": "de", "n": "ne", "m": "me", "s": "se", "t": "te", "c": "ce", "qu": "que"}


@dataclass
class Tongue:
    """What words mean to a reader."""

    words: dict[str, str] = field(default_factory=dict)
    phrases: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    sides: dict[str, int] = field(default_factory=dict)
    # Sides that only readers of other languages call so: nobody guesses which is meant.
    doubtful: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    ordinals: dict[str, int] = field(default_factory=dict)
    particles: dict[str, str] = field(default_factory=dict)
    # Words for trains that are more than one, and what counts trains: behind a number they tell how many.
    plurals: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    # Languages that write numbers in one word, each with the word that stands within: fünfundzwanzig.
    joined: list[tuple[Mapping[str, int], str]] = field(default_factory=list)
    # What makes a number the name of a train, and what hangs on names and says nothing: 2er-Zug, NW-Aktie.
    trains: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    # Said of what is one's own, and of a single thing.
    own: set[str] = field(default_factory=set)
    ones: set[str] = field(default_factory=set)
    # What makes the number before it a part of a hundred.
    percents: set[tuple[str, ...]] = field(default_factory=set)
    # What people say to each other.
    talk: set[str] = field(default_factory=set)
    chat: set[tuple[str, ...]] = field(default_factory=set)
    # Words of company: a line with one of them is said to people. Roots are how such words begin.
    social: set[str] = field(default_factory=set)
    roots: set[str] = field(default_factory=set)
    # Words and phrases that take back, put off or make conditional what stands beside them, and how such words begin.
    doubts: set[tuple[str, ...]] = field(default_factory=set)
    doubt_roots: set[str] = field(default_factory=set)
    # What puts an order off to another time; a sentence with one of these is no order for now.
    later: set[tuple[str, ...]] = field(default_factory=set)
    # What orders are about besides what is named, and words of orders that people say to each other all day.
    things: set[str] = field(default_factory=set)
    harmless: set[str] = field(default_factory=set)
    # What may stand before an order in its sentence, and what may be said there of a thing that is named.
    lead: set[str] = field(default_factory=set)
    becoming: set[str] = field(default_factory=set)
    # What people are called.
    first_names: set[str] = field(default_factory=set)
    # Words of two letters with which a sentence may end; a full stop behind others of that length may shorten one.
    ends: set[str] = field(default_factory=set)
    # What parts the clauses of a sentence, what begins a reason, and how a word ends that ends one.
    parting: set[str] = field(default_factory=set)
    reasons: set[tuple[str, ...]] = field(default_factory=set)
    reason_endings: set[str] = field(default_factory=set)
    # Words that pass when they stand alone and say something else beside an order: what is paid out is paid ("out"),
    # and who lets trains run, or goes on to the dividend, leaves nothing out ("leave"). Of words for no those that
    # deny what they stand behind ("not"): "pass, no thanks" passes, "pass! Not!" does not.
    shades: dict[str, str] = field(default_factory=dict)
    # Words of thanks and praise, the words behind which it is said for what, and those said behind that.
    thanks: set[str] = field(default_factory=set)
    thanked_for: set[str] = field(default_factory=set)
    thanks_behind: set[str] = field(default_factory=set)
    # What whoever runs a game is thanked for.
    thanked_host: set[str] = field(default_factory=set)
    # Who gets what is paid: a dividend "passed to the shareholders" may be paid.
    receivers: set[str] = field(default_factory=set)
    # Forms of verbs after which another order follows.
    onward: set[str] = field(default_factory=set)
    # Words and phrases by mood, and how such words begin.
    moods: dict[str, set[tuple[str, ...]]] = field(default_factory=lambda: {kind: set() for kind in MOODS})
    mood_roots: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in MOODS})
    # How they end, in languages that say it so: 넘기죠.
    mood_endings: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in MOODS})

    # Asked for every word of every order; by then the tongue is complete.
    @cached_property
    def begin_phrases(self) -> frozenset[str]:
        """The words phrases begin with."""
        return frozenset(phrase[0] for phrase in self.phrases)

    def enter(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        for meaning, words in tables.get("words", {}).items():
            for word in map(key, str(words).split()):
                self._add(word, meaning)
                if "가" <= word[0] <= "힣" and meaning != NOTHING:
                    self._doing(word, meaning)
        for stem, meaning in tables.get("stems", {}).items():
            for form, onward in forms(stem):
                self._add(form, str(meaning))
                if onward:
                    self.onward.add(form)
        for phrase, meant in tables.get("phrases", {}).items():
            self.phrases.setdefault(tuple(map(key, elided(phrase).split())), tuple(str(meant).split()))
        for name, known in (("sides", self.sides), ("numbers", self.numbers), ("ordinals", self.ordinals)):
            for word, number in tables.get(name, {}).items():
                known.setdefault(key(word), int(number))
        count = tables.get("count", {})
        self.plurals.update(map(key, str(count.get("plurals", "")).split()))
        self.counters.update(str(count.get("counters", "")).split())
        self.own.update(map(key, str(count.get("own", "")).split()))
        self.percents.update(tuple(map(key, one.split("-"))) for one in str(count.get("percent", "")).split())
        self.ones.update(map(key, str(count.get("one", "")).split()))
        if "joined" in count:
            numbers = {key(word): int(number) for word, number in tables.get("numbers", {}).items()}
            self.joined.append((numbers, key(str(count["joined"]))))
        said = tables.get("talk", {})
        self.talk.update(map(key, str(said.get("words", "")).split()))
        self.chat.update(tuple(map(key, one.split("-"))) for one in str(said.get("phrases", "")).split())
        self.social.update(map(key, str(said.get("social", "")).split()))
        self.roots.update(map(key, str(said.get("roots", "")).split()))
        self.doubts.update(tuple(map(key, one.split("-"))) for one in str(said.get("doubts", "")).split())
        self.later.update(tuple(map(key, one.split("-"))) for one in str(said.get("later", "")).split())
        self.doubt_roots.update(map(key, str(said.get("doubt_roots", "")).split()))
        for name, those in (
            ("thanks", self.thanks),
            ("thanked_for", self.thanked_for),
            ("thanks_behind", self.thanks_behind),
            ("thanked_host", self.thanked_host),
        ):
            those.update(map(key, str(said.get(name, "")).split()))
        self.receivers.update(map(key, str(said.get("receivers", "")).split()))
        for shade in SHADES:
            self.shades.update(dict.fromkeys(map(key, str(said.get(shade, "")).split()), shade))
        self.things.update(map(key, str(said.get("things", "")).split()))
        self.harmless.update(map(key, str(said.get("harmless", "")).split()))
        self.lead.update(map(key, str(said.get("lead", "")).split()))
        self.becoming.update(map(key, str(said.get("becoming", "")).split()))
        self.first_names.update(map(key, str(said.get("first_names", "")).split()))
        self.ends.update(map(key, str(said.get("ends", "")).split()))
        parted = tables.get("clauses", {})
        self.parting.update(parted.get("marks", ()))
        self.reasons.update(tuple(map(key, one.split("-"))) for one in str(parted.get("reasons", "")).split())
        self.reason_endings.update(str(parted.get("endings", "")).split())
        hung = tables.get("grammar", {})
        self.trains += tuple(map(key, hung.get("trains", ())))
        self.tails += tuple(map(key, hung.get("tails", ())))
        for particle, link in tables.get("particles", {}).items():
            self.particles.setdefault(particle, str(link))

    def feel(self, moods: Mapping[str, Any], others: Collection[str] = ()) -> None:
        """Takes over what makes sentences doubtful in a language, but for words that mean something in others."""
        for kind in MOODS:
            for one in str(moods.get(kind, "")).split():
                phrase = tuple(map(key, one.rstrip("*").split("-")))
                if len(phrase) > 1 or phrase[0] not in others:
                    if one.startswith("*"):
                        self.mood_endings[kind].add(phrase[0].lstrip("*"))
                    elif one.endswith("*"):
                        self.mood_roots[kind].add(phrase[0])
                    else:
                        self.moods[kind].add(phrase)

    def _add(self, word: str, meaning: str) -> None:
        self.words.setdefault(word, meaning)

    def _doing(self, noun: str, meaning: str) -> None:
        for ending, onward in forms(DO):
            self._add(noun + ending, meaning)
            if onward:
                self.onward.add(noun + ending)


def elided(text: str) -> str:
    """French without its apostrophes: j'achète is je achète, and two words."""
    return _ELIDED.sub(lambda found: _FULL.get(found[1].lower(), found[1]) + " ", text)


@cache
def tongue(language: str = "") -> Tongue:
    """The words of a reader: their own language first, then the others."""
    found = Tongue()
    packages = dict.fromkeys(each.package for each in mechanisms())
    for each in sorted(languages(), key=lambda name: name != language):
        shelf = {"grammar": spoken(SHELF).get(each, {}).get("grammar", {})}
        said = (spoken(package).get(each, {}).get("spoken", {}) for package in packages)
        for tables in (shelf, _tables(each), *said):
            found.enter(tables)
            if each == language:
                found.enter(tables.get("own", {}))
            else:
                found.doubtful.update(map(key, tables.get("own", {}).get("sides", {})))
    found.doubtful.difference_update(found.sides)
    for each in languages():
        others = {word for other in languages() if other != each for word in _said_in(other)}
        found.feel(_tables(each).get("mood", {}), () if each == (language or FIRST) else others)
    return found


@cache
def _said_in(language: str) -> frozenset[str]:
    """The words of a language's orders."""
    return frozenset(key(word) for words in _tables(language).get("words", {}).values() for word in str(words).split())


@cache
def round_words(language: str) -> tuple[str, ...]:
    """What a round is called: words, phrases with hyphens, and with a star how a word begins or ends."""
    return tuple(key(one) for one in str(_tables(language).get("round", {}).get("words", "")).split())


@cache
def numbered_rounds(language: str) -> Mapping[str, tuple[str, ...]]:
    """What a round or a turn is called beside its number, written as ``round_words``; what may stand between them; and
    words for a round that is this one."""
    said = _tables(language).get("round", {})
    return {
        name: tuple(key(one) for one in str(said.get(name, "")).split()) for name in ("numbered", "between", "this")
    }


@cache
def leave_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """Words for the day that is, or is over; words with which people take leave; words that pass and say nothing else;
    and greetings that are handed on, with what stands before them. Written as ``round_words``."""
    said = _tables(language).get("leave", {})
    kinds = ("day", "leaving", "plain", "handed", "articles")
    return {name: tuple(key(one) for one in str(said.get(name, "")).split()) for name in kinds}


@cache
def requests(language: str) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """How requests begin that are put as questions, and how they end."""
    said = _tables(language).get("request", {})

    def phrases(name: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(map(key, one.split("-"))) for one in str(said.get(name, "")).split())

    return phrases("begins"), phrases("ends")


@cache
def languages() -> tuple[str, ...]:
    """Every language in which sentences are understood: those that have a file. English comes first."""
    folder = files("engine.notation").joinpath("spoken")
    found = {path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml")}
    return tuple(sorted(found, key=lambda name: (name != FIRST, name)))


@cache
def spoken_in(language: str) -> Tongue:
    """The words of one language alone, without those of the mechanisms."""
    found = Tongue()
    found.enter(_tables(language))
    return found


@cache
def own_words(language: str) -> frozenset[str]:
    """The words that only one language has: those of its orders and of its talk."""

    def words(name: str) -> set[str]:
        found = Tongue()
        found.enter(_tables(name))
        return {*found.words, *found.talk, *found.social, *found.numbers}

    others = {word for other in languages() if other != language for word in words(other)}
    return frozenset(words(language) - others)


def number_in(text: str, known: Tongue) -> int | None:
    """The number a single word is in a language that writes numbers in one: zweihundertfünfundzwanzig."""
    for numbers, between in known.joined:
        total, last, rest = 0, "", text
        while rest:
            last = next((one for one in sorted(numbers, key=len, reverse=True) if rest.startswith(one)), "")
            if not last:
                break
            value = numbers[last]
            total = (total or 1) * value if value == 100 else total + value
            rest = rest.removeprefix(last)
            if rest.startswith(between) and rest != between:
                rest = rest.removeprefix(between)
        if last and not rest:
            return total
    return None


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, Any]]:
    path = files("engine.notation").joinpath("spoken", f"{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
